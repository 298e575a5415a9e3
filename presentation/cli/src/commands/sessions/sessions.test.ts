import fs from 'node:fs';
import path from 'node:path';
import { fileAttachment, Status, type SessionSummary, type Turn } from '@loggia/protocol';
import { describe, expect, test } from 'vitest';
import { loggia, temporaryDirectory } from '../../host-double.testkit.ts';
import { ChatHost } from '../chat/chat-host.testkit.ts';

const at = '2026-01-02T12:00:00.000Z';

function summary(id: string, changes: Partial<SessionSummary> = {}): SessionSummary {
  const resource = `ahp-session:/${id}`;
  return {
    resource,
    provider: 'echo',
    title: id,
    status: Status.idle,
    createdAt: at,
    modifiedAt: at,
    ...changes,
  };
}

function turn(id: string, text: string): Turn {
  return {
    id,
    startedAt: at,
    message: { text, origin: { kind: 'user' } },
    responseParts: [
      { kind: 'reasoning', id: 'r', content: 'Hm.' },
      { kind: 'markdown', id: 'm', content: `Said ${text}\u001b[2J` },
      {
        kind: 'toolCall',
        toolCall: {
          status: 'completed',
          toolCallId: 'c',
          toolName: 'delete_file',
          displayName: 'Delete file',
          contributor: { kind: 'mcp', customizationId: 'id-files' },
          invocationMessage: 'Deleting',
          toolInput: '{"path":"```"}',
          confirmed: 'not-needed',
          success: true,
          pastTenseMessage: 'Deleted',
          content: [{ type: 'text', text: 'gone' }],
        },
      },
    ],
    state: 'complete',
  };
}

async function hostWith(...sessions: readonly SessionSummary[]): Promise<ChatHost> {
  const host = await ChatHost.start();
  host.double.answers['listSessions'] = () => ({ items: sessions });
  return host;
}

describe('A9: the list', () => {
  const many = [
    summary('aaaaaaaa-1', { title: 'Waits\u001b', status: Status.inputNeeded }),
    summary('bbbbbbbb-2', { status: Status.inProgress }),
    summary('cccccccc-3', { status: Status.idle | Status.isArchived }),
  ];

  test('shows ids, titles and states, without those put away', async () => {
    const host = await hostWith(...many);
    expect((await loggia(['sessions', 'list'], { data: host.data })).out).toBe(
      `ID        TITLE       STATE      AGENT  CHANGED
aaaaaaaa  Waits␛      needs you  echo   2026-01-02T12:00:00Z
bbbbbbbb  bbbbbbbb-2  running    echo   2026-01-02T12:00:00Z
`,
    );
    const all = await loggia(['sessions', 'list', '--archived', '--json'], { data: host.data });
    expect(JSON.parse(all.out)).toEqual({ sessions: many, more: false });
  });

  test('stops at the limit and says that there is more', async () => {
    const host = await hostWith(...many);
    const ran = await loggia(['sessions', 'list', '--limit', '1'], { data: host.data });
    expect(ran.out).not.toContain('bbbbbbbb');
    expect(ran.complaints).toContain('There are more');
  });

  test('is searched by the host, page by page', async () => {
    const host = await hostWith();
    host.double.answers['x-loggia/searchSessions'] = ({ cursor }) =>
      cursor === undefined ? { items: [many[0]], nextCursor: 'n' } : { items: [many[1]], nextCursor: 'n' };
    const ran = await loggia(['sessions', 'list', '--search', 'it', '--json'], { data: host.data });
    expect((JSON.parse(ran.out) as { sessions: unknown[] }).sessions).toHaveLength(2);
    expect(host.double.commands[0]?.[1]).toMatchObject({ query: 'it' });
  });
});

describe('A9: finding one', () => {
  test('by a part of its id that no other has', async () => {
    const host = await hostWith(summary('aaaa-1'), summary('aaaa-2'), summary('bbbb-3'));
    const { data } = host;
    expect(await loggia(['sessions', 'show', 'bbbb'], { data })).toMatchObject({ exitCode: 0 });
    expect(await loggia(['sessions', 'show', '-2'], { data })).toMatchObject({ exitCode: 2 });
    const both = await loggia(['sessions', 'show', 'aaaa'], { data });
    expect(both).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('Several sessions match "aaaa"'),
    });
    const none = await loggia(['sessions', 'show', 'cccc'], { data });
    expect(none).toMatchObject({
      exitCode: 1,
      complaints: expect.stringContaining('There is no session "cccc"'),
    });
  });
});

describe('A6: what was said', () => {
  async function told(): Promise<ChatHost> {
    const host = await hostWith(summary('aaaa-1'));
    const old = turn('t1', 'old');
    host.chat = { ...host.chat, turns: [turn('t2', 'new')], turnsNextCursor: 'older' };
    host.double.answers['fetchTurns'] = () => {
      host.act({ type: 'chat/turnsLoaded', turns: [old] });
      return {};
    };
    return host;
  }

  test("E10: a View's message is headed by the View and its server, also where its origin says the user", async () => {
    const host = await hostWith(summary('aaaa-1'));
    const view = { id: 'v', title: 'Budget', server: 'Finance' };
    const message = { text: 'Pay', origin: { kind: 'user' as const }, _meta: { 'loggia.view': view } };
    host.chat = { ...host.chat, turns: [{ ...turn('t1', 'Pay'), message }] };
    for (const command of [['show'], ['export', '--format', 'markdown']]) {
      const { out } = await loggia(['sessions', ...command, 'aaaa'], { data: host.data });
      expect(out).toContain(`## View “Budget” of Finance (${at})`);
      expect(out).not.toContain('## You');
    }
  });

  test('is shown to read, the oldest first, with tool calls on one line', async () => {
    const { data } = await told();
    expect((await loggia(['sessions', 'show', 'aaaa'], { data })).out).toBe(`# Talk

## You (${at})

old

## Agent

Said old␛[2J

• Delete file (files): done – gone

## You (${at})

new

## Agent

Said new␛[2J

• Delete file (files): done – gone
`);
  });

  test('is whole for programs', async () => {
    const { data } = await told();
    const shown = await loggia(['sessions', 'show', 'aaaa', '--json'], { data });
    const { session, chats } = JSON.parse(shown.out) as { session: object; chats: { turns: Turn[] }[] };
    expect(session).toMatchObject({ resource: 'ahp-session:/aaaa-1', title: 'Talk' });
    expect(chats[0]?.turns).toEqual([turn('t1', 'old'), turn('t2', 'new')]);
  });

  test('is exported as JSON or Markdown, to a file of its owner', async () => {
    const { data } = await told();
    const directory = temporaryDirectory();
    const json = await loggia(['sessions', 'export', 'aaaa'], { data });
    expect((JSON.parse(json.out) as { chats: { turns: Turn[] }[] }).chats[0]?.turns).toHaveLength(2);
    const file = path.join(directory, 'out.md');
    const argv = ['sessions', 'export', 'aaaa', '--format', 'markdown', '--output', 'out.md'];
    const ran = await loggia(argv, { data, workingDirectory: directory });
    expect(ran).toMatchObject({ exitCode: 0, out: `Wrote ${file}.\n` });
    const markdown = fs.readFileSync(file, 'utf8');
    expect(markdown).toContain('> Hm.');
    expect(markdown).toContain(
      '**Delete file** (files): done\n\n````\n{"path":"```"}\n````\n\n```\ngone\n```',
    );
    expect(fs.statSync(file).mode & 0o777).toBe(0o600);
    const wrong = await loggia(['sessions', 'export', 'aaaa', '--format', 'pdf'], { data });
    expect(wrong).toMatchObject({ exitCode: 2 });
  });
});

test('J3: exported JSON contains the files of its messages', async () => {
  const host = await hostWith(summary('aaaa-1'));
  const named = { name: 'plan.txt', hash: 'a'.repeat(64), size: 3 };
  const message = { text: 'Read', origin: { kind: 'user' as const }, attachments: [fileAttachment(named)] };
  host.chat = { ...host.chat, turns: [{ ...turn('t1', 'Read'), message }] };
  host.double.answers['x-loggia/linkAttachment'] = () => ({ path: '/content/x', expiresAt: at });
  host.double.serve = (request, response) =>
    void response.writeHead(request.url === '/content/x' ? 200 : 404).end('abc');
  const { out } = await loggia(['sessions', 'export', 'aaaa'], { data: host.data });
  expect((JSON.parse(out) as { files: unknown }).files).toEqual([{ ...named, base64: 'YWJj' }]);
});

describe('A9: putting away and deleting', () => {
  test('a session is archived and brought back', async () => {
    const host = await hostWith(summary('aaaa-1', { title: 'Old one' }));
    host.sessionUri = 'ahp-session:/aaaa-1';
    const { data } = host;
    expect(await loggia(['sessions', 'archive', 'aaaa'], { data })).toMatchObject({
      exitCode: 0,
      out: 'Archived "Old one".\n',
    });
    await loggia(['sessions', 'archive', 'aaaa', '--undo'], { data });
    expect(host.dispatched).toEqual([
      { type: 'session/isArchivedChanged', isArchived: true },
      { type: 'session/isArchivedChanged', isArchived: false },
    ]);
  });

  test('it is deleted only after a yes', async () => {
    const host = await hostWith(summary('aaaa-1'));
    host.double.answers['disposeSession'] = () => null;
    const { data } = host;
    const disposals = () => host.double.asked.filter(({ method }) => method === 'disposeSession');
    expect(await loggia(['sessions', 'delete', 'aaaa'], { data })).toMatchObject({ exitCode: 2 });
    expect(await loggia(['sessions', 'delete', 'aaaa'], { data, ask: async () => '' })).toMatchObject({
      exitCode: 1,
    });
    expect(disposals()).toEqual([]);
    expect(await loggia(['sessions', 'delete', 'aaaa'], { data, ask: async () => 'y' })).toMatchObject({
      exitCode: 0,
    });
    expect(await loggia(['sessions', 'delete', 'aaaa', '--yes'], { data })).toMatchObject({ exitCode: 0 });
    expect(disposals().map(({ params }) => params['channel'])).toEqual([
      'ahp-session:/aaaa-1',
      'ahp-session:/aaaa-1',
    ]);
  });
});
