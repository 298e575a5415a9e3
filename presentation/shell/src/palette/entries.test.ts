import type { ArtifactSummary, Hit, SessionSummary } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import {
  artifactEntries,
  commandEntries,
  hitEntries,
  libraryEntries,
  searchEntry,
  serverEntries,
  sessionEntries,
} from './entries.ts';

const at = '2026-01-01T00:00:00.000Z';

const artifact: ArtifactSummary = {
  id: 'a1',
  workspace: 'w2',
  type: 'x/board',
  title: 'Plan',
  state: 'draft',
  revision: 1,
  version: 0,
  collections: [],
  createdAt: at,
  createdBy: 'me',
  modifiedAt: at,
  modifiedBy: 'me',
};

const session: SessionSummary = {
  resource: 'ahp-session:/s1',
  provider: 'operator',
  title: ' ',
  status: 1,
  createdAt: at,
  modifiedAt: at,
  project: { uri: 'x-loggia-workspace:/w2', displayName: 'Second' },
};

const message: Hit = {
  kind: 'message',
  session: session.resource,
  chat: 'ahp-chat:/c1',
  turn: 't1',
  at,
  title: [{ text: 'Bud' }, { text: 'get', match: true }],
  snippet: [{ text: 'said' }],
  score: 1,
};

describe('entries of the palette', () => {
  test('J5: commands that the palette cannot do are left out, keys are shown', () => {
    const run = (): void => undefined;
    expect(
      commandEntries([
        { id: 'desk.new', title: 'New', group: 'Desk', keywords: 'create', keys: ['Mod+E', 'N'], run },
        { id: 'grid.arrows', title: 'Move', group: 'Desk', keys: 'ArrowLeft', hidden: true, run },
        { id: 'go.desk', title: 'Go to Desk', group: 'Go', run },
      ]),
    ).toMatchObject([
      { kind: 'command', title: 'New', chord: 'Mod+E', keywords: 'Desk create' },
      { kind: 'place', title: 'Go to Desk' },
    ]);
  });

  test('J5: workspaces other than this one, and collections', () => {
    const library = {
      workspaces: [
        { id: 'w1', channel: 'x-loggia-workspace:/w1', title: 'First', createdAt: at },
        { id: 'w2', channel: 'x-loggia-workspace:/w2', title: 'Second', createdAt: at },
      ],
      collections: [{ id: 'c1', title: 'Published', createdAt: at, modifiedAt: at, count: 1 }],
    };
    expect(
      libraryEntries(library, 'w1').map(({ title, detail, target }) => ({ title, detail, target })),
    ).toEqual([
      {
        title: 'Second',
        detail: undefined,
        target: { to: 'route', route: { page: 'desk', workspace: 'w2' } },
      },
      {
        title: 'Published',
        detail: '1 artifact',
        target: { to: 'route', route: { page: 'collections', collection: 'c1' } },
      },
    ]);
    expect(libraryEntries(undefined, undefined)).toEqual([]);
  });

  test('J5: a session opens in its own workspace, and has a name even if nobody gave it one', () => {
    expect(sessionEntries([session])).toMatchObject([
      {
        title: 'Untitled session',
        detail: 'Second',
        target: {
          to: 'route',
          route: { page: 'session', session: 'ahp-session:/s1', workspace: 'w2' },
        },
      },
    ]);
  });

  test('J5: servers by title, found by name', () => {
    expect(
      serverEntries([
        { id: 's', name: 'board', title: 'Boards' },
        { id: 't', name: 'plain' },
      ]),
    ).toMatchObject([{ title: 'Boards', detail: 'board', keywords: 'server board' }, { title: 'plain' }]);
  });

  test('J5: what the host found leads to the artifact in its workspace and to the turn in its chat', () => {
    const hit: Hit = {
      kind: 'artifact',
      artifact,
      title: [{ text: 'Plan' }],
      snippet: [{ text: 'of the ' }, { text: 'year', match: true }],
      score: 2,
    };
    expect(hitEntries([hit, message], new Set(), [session])).toMatchObject([
      {
        id: 'artifact a1',
        detail: hit.snippet,
        target: { to: 'artifact', workspace: 'w2', artifact: 'a1', title: 'Plan' },
      },
      {
        title: 'Budget',
        target: {
          to: 'route',
          route: {
            page: 'session',
            workspace: 'w2',
            session: 'ahp-session:/s1',
            chat: 'ahp-chat:/c1',
            turn: 't1',
          },
        },
      },
    ]);
    expect(hitEntries([hit], new Set(['artifact a1']), [])).toEqual([]);
  });

  test('J5: artifacts of the desk are found by the label of their type', () => {
    const workspace = {
      id: 'w2',
      title: 'Second',
      createdAt: at,
      counts: { drafts: 1, committed: 0, archived: 0, deleted: 0 },
      artifacts: [artifact, { ...artifact, id: 'a2', type: 'x/unknown' }],
      types: [
        {
          mime: 'x/board',
          label: 'Board',
          extensions: [],
          actions: [],
          owner: { kind: 'nobody' as const },
          alternates: [],
        },
      ],
    };
    expect(artifactEntries(workspace).map(({ detail, keywords }) => [detail, keywords])).toEqual([
      ['Board', 'Board'],
      ['x/unknown', 'x/unknown'],
    ]);
    expect(artifactEntries(undefined)).toEqual([]);
  });

  test('J5: the search panel is one entry away with what was typed', () => {
    expect(searchEntry(' two words ')).toMatchObject({
      title: 'Search everything for “two words”',
      target: { to: 'route', route: { page: 'search', query: 'two words' } },
    });
  });
});
