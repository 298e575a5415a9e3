import { describe, expect, it } from 'vitest';
import { memoryFiles } from '../files/memory-files.testkit.ts';
import type { DeclaredServer, LoadedPlugin } from '../plugins/loaded.ts';
import { planEntries, type PluginSource, type Sources } from './plan.ts';
import { childrenOf, type PlannedEntry } from './planned.ts';

const none: Sources = {
  host: [],
  added: [],
  hostPlugins: [],
  addedPlugins: [],
  workspaces: [],
  sessionPlugins: [],
  clientPlugins: [],
};
const files = memoryFiles({});

const texts = new Map<string, string>();

function written(name: string): DeclaredServer['written'] {
  return { fingerprint: `of ${name}`, launch: { kind: 'stdio', command: name } };
}

function server(name: string, uri = 'file:///f.json'): DeclaredServer {
  const transport = { kind: 'stdio' as const, command: name, args: [], env: {} };
  return { name, uri, definition: { name, transport }, written: written(name) };
}

function loaded(more: Partial<LoadedPlugin> = {}): PluginSource['reading'] {
  const plugin = {
    format: 'bare',
    name: 'p',
    uri: 'file:///p',
    children: [],
    servers: [],
    problems: [],
  } as const;
  return { kind: 'read', value: { files, texts, plugin: { ...plugin, ...more } } };
}

function source(uri: string, reading: PluginSource['reading'] = loaded()): PluginSource {
  return { uri, trust: uri, reading };
}

function ids(entries: readonly PlannedEntry[]): string[] {
  return entries.flatMap((entry) => [entry.id, ...childrenOf(entry).map(({ id }) => id)]);
}

describe('the plan', () => {
  const problem = { file: 'mcp.json', line: 3, message: 'Say "command".' };
  const workspace = {
    uri: 'file:///w',
    reading: {
      kind: 'read' as const,
      value: {
        files: { ...files, uri: 'file:///w' },
        texts,
        workspace: {
          servers: [server('w', 'file:///w/.mcp.json'), server('v', 'file:///w/.vscode/mcp.json')],
          plugins: [],
          directories: [
            {
              uri: 'file:///w/.claude/skills',
              name: '.claude/skills',
              contents: 'skill' as const,
              children: [],
              problems: [],
            },
          ],
          problems: [{ ...problem, file: '.loggia/host.json' }],
          files: ['.loggia/host.json', '.vscode/mcp.json', '.mcp.json'],
        },
      },
    },
    plugins: [source('file:///w/plugin')],
  };
  const sources: Sources = {
    host: [server('h')],
    added: [{ key: 'h', name: 'h', workspace: undefined, definition: undefined, written: written('h') }],
    hostPlugins: [source('file:///p')],
    addedPlugins: [],
    workspaces: [workspace],
    sessionPlugins: [source('file:///s')],
    clientPlugins: [
      {
        clientId: 'c',
        published: { id: 'mine', uri: 'client:/p', name: 'P' },
        reading: loaded({ servers: [server('x')] }),
      },
      {
        clientId: 'd',
        published: { id: 'yours', uri: 'client:/p', name: 'P' },
        reading: loaded({ servers: [server('x')] }),
      },
    ],
  };

  it('B1, D4: has the host first, then workspaces, settings and clients; servers of a workspace below their file', () => {
    const plan = planEntries(sources);
    expect(plan.map((entry) => `${entry.type} ${entry.uri.replace(/server:.*/, 'server')}`)).toEqual([
      'mcpServer file:///f.json',
      'mcpServer x-loggia-server',
      'plugin file:///p',
      'directory file:///w/.loggia/host.json',
      'directory file:///w/.vscode/mcp.json',
      'directory file:///w/.mcp.json',
      'directory file:///w/.claude/skills',
      'plugin file:///p',
      'plugin file:///p',
      'plugin client:/p',
      'plugin client:/p',
    ]);
    expect(plan[3]).toMatchObject({
      load: { kind: 'error', message: '.loggia/host.json:3: Say "command".' },
      children: [],
      trust: 'file:///w',
    });
    expect(plan[5]).toMatchObject({
      name: '.mcp.json',
      children: [{ name: 'w', source: { kind: 'workspace' } }],
    });
  });

  it('D2: gives the same declaration the same id each time, and no two parts the same', () => {
    const first = ids(planEntries(sources));
    expect(new Set(first).size).toBe(first.length);
    expect(ids(planEntries(sources))).toEqual(first);
    const alone = ids(
      planEntries({ ...none, host: sources.host, clientPlugins: sources.clientPlugins.slice(1) }),
    );
    expect(first).toEqual(expect.arrayContaining(alone));
  });

  it('D1: a folder that is named twice is one plugin, and the first to name it counts', () => {
    const twice = planEntries({
      ...none,
      hostPlugins: [{ ...source('file:///p'), trust: undefined }],
      sessionPlugins: [source('file:///p')],
    });
    expect(twice).toMatchObject([{ trust: undefined }]);
  });

  it('D1: says how far a plugin is, and which part of it is broken', () => {
    const plan = planEntries({
      ...none,
      hostPlugins: [
        source('file:///1', { kind: 'loading' }),
        source('file:///2', { kind: 'failed', message: 'It is not there.' }),
        source('file:///3', loaded({ servers: [server('x')], problems: [problem] })),
        source('file:///4', loaded({ problems: Array.from({ length: 12 }, () => problem) })),
      ],
    });
    expect(plan[0]).toMatchObject({ name: '1', load: { kind: 'loading' }, children: undefined });
    expect(plan[1]).toMatchObject({ load: { kind: 'error', message: 'It is not there.' } });
    expect(plan[2]).toMatchObject({ load: { kind: 'degraded', message: 'mcp.json:3: Say "command".' } });
    const { load } = plan[3] as Extract<PlannedEntry, { type: 'plugin' }>;
    expect(load).toMatchObject({ kind: 'error', message: expect.stringMatching(/… and 2 more\.$/) });
  });

  it('L5: a client cannot take an id that the host has given', () => {
    const [own] = planEntries({ ...none, host: [server('h')] });
    const published = { id: own?.id ?? '', uri: 'client:/p', name: 'P' };
    const plan = planEntries({
      ...none,
      host: [server('h')],
      clientPlugins: [{ clientId: 'c', published, reading: loaded() }],
    });
    expect(plan).toMatchObject([
      { type: 'mcpServer', name: 'h' },
      { type: 'plugin', load: { kind: 'error' } },
    ]);
    expect(plan[1]?.id).not.toBe(own?.id);
  });

  it('L5: a client that guesses the id of a server of another hides it, and mixes up nothing', () => {
    const victim = {
      clientId: 'v',
      published: { id: 'v', uri: 'client:/v', name: 'V' },
      reading: loaded({ servers: [server('x'), server('y')] }),
    };
    const [, guessed = ''] = ids(planEntries({ ...none, clientPlugins: [victim] }));
    const guesser = {
      clientId: 'g',
      published: { id: guessed, uri: 'client:/g', name: 'G' },
      reading: loaded(),
    };
    const plan = planEntries({ ...none, clientPlugins: [guesser, victim] });
    expect(ids(plan)).toHaveLength(new Set(ids(plan)).size);
    expect(plan).toMatchObject([{ id: guessed }, { children: [{ name: 'y' }] }]);
  });
});
