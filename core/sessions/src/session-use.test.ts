import type { SessionState } from '@loggia/protocol';
import {
  createHarness,
  type MemoryDisk,
  MemoryStore,
  reportOf,
  ScriptedEquipment,
  SessionRig,
} from '@loggia/testing';
import { describe, expect, test } from 'vitest';
import { callAt, rig } from './rig.testkit.ts';

const session = 'ahp-session:/s';

async function equipped(options: Parameters<typeof rig>[0] = {}) {
  const equipment = new ScriptedEquipment();
  const host = await rig({ equipment: equipment.attach, ...options });
  const ids = await host.create();
  return { host, ...ids, heard: equipment.heard };
}

describe('sessions in use', () => {
  test('D1: a new session is in use, though nobody watches it yet', async () => {
    const { host, heard } = await equipped();
    expect(heard).toEqual([`use ${session}`, `idle ${session}`]);
    expect((await host.session(session)).lifecycle).toBe('ready');
  });

  test('D1: a session is in use while somebody watches it or a turn runs', async () => {
    const { host, chat, heard } = await equipped({ harnesses: [createHarness({ delayMs: 1 })] });
    heard.length = 0;
    host.sessions.watched(session);
    host.sessions.watched(chat);
    host.sessions.watched('ahp-root://');
    const turnId = await host.say(chat, '/forever');
    host.sessions.unwatched(session);
    expect(heard.filter((line) => line.startsWith('idle'))).toEqual([]);
    await host.dispatch(chat, { type: 'chat/turnCancelled', turnId, duration: 1 });
    await expect.poll(() => heard.at(-1)).toBe(`idle ${session}`);
    expect(heard.filter((line) => !line.startsWith('ready'))).toEqual([
      `use ${session}`,
      `use ${session}`,
      `idle ${session}`,
    ]);
    host.sessions.unwatched(chat);
    host.sessions.unwatched('ahp-root://');
    expect(heard.at(-1)).toBe(`idle ${session}`);
  });

  test('D1: a session that is followed by the next message of its queue was never idle', async () => {
    const { host, chat, heard } = await equipped({ harnesses: [createHarness({ delayMs: 1 })] });
    heard.length = 0;
    await host.say(chat, 'one two three');
    const message = { text: 'next', origin: { kind: 'user' as const } };
    await host.dispatch(chat, { type: 'chat/pendingMessageSet', kind: 'queued', id: 'q', message });
    await host.until(chat, ({ turns }) => turns.length === 2);
    await expect.poll(() => heard.at(-1)).toBe(`idle ${session}`);
    expect(heard.filter((line) => line.startsWith('idle'))).toHaveLength(1);
  });

  test('D1: watching loads a session that is only stored', async () => {
    const before = await SessionRig.open();
    await before.create();
    await before.close();
    const equipment = new ScriptedEquipment({ tools: { sum: async () => reportOf('') } });
    const host = await rig({ disk: before.disk, equipment: equipment.attach });
    host.sessions.watched(session);
    host.sessions.watched('ahp-session:/none');
    await expect.poll(() => equipment.heard).toEqual([`use ${session}`]);
    expect(await host.session(session)).toMatchObject({ serverTools: [{ name: 'sum' }] });
  });

  test('D1: a session that is disposed of in the middle of a call is let go of once', async () => {
    const equipment = new ScriptedEquipment({ tools: { sum: () => new Promise(() => {}) } });
    const host = await rig({ equipment: equipment.attach });
    const { chat } = await host.create();
    host.sessions.watched(session);
    await host.say(chat, '/tool sum');
    await callAt(host, chat, 'running');
    equipment.heard.length = 0;
    await host.sessions.disposeSession(session);
    host.sessions.unwatched(session);
    await host.kernel.settled();
    expect(equipment.heard).toEqual([`disposed ${session}`]);
    expect(equipment.calls[0]?.signal.aborted).toBe(true);
    equipment.sessionAccess.append(session, { type: 'session/serverToolsChanged', tools: [] });
    await host.kernel.settled();
    expect(await equipment.sessionAccess.load(session)).toBeUndefined();
    expect(host.problems).toEqual([]);
  });
});

describe('what equipment does to sessions', () => {
  test('D1: a session that has left memory is told in order', async () => {
    const before = await SessionRig.open();
    const { chat } = await before.create();
    await before.close();
    const equipment = new ScriptedEquipment();
    const host = await rig({ disk: before.disk, equipment: equipment.attach });
    const { sessionAccess } = equipment;
    expect(sessionAccess.state(session)).toBeUndefined();
    const loaded = sessionAccess.load(session);
    sessionAccess.append(session, { type: 'session/serverToolsChanged', tools: [{ name: 'one' }] });
    await loaded;
    sessionAccess.append(session, { type: 'session/serverToolsChanged', tools: [{ name: 'two' }] });
    sessionAccess.append(chat, { type: 'session/serverToolsChanged', tools: [] });
    await expect.poll(() => sessionAccess.state(session)?.serverTools).toEqual([{ name: 'two' }]);
    expect((await sessionAccess.load(session))?.serverTools).toEqual([{ name: 'two' }]);
    expect(await sessionAccess.load(chat)).toBeUndefined();
    expect(host.problems).toEqual([]);
  });

  test('D1: whoever comes after the host is closed is passed over', async () => {
    const equipment = new ScriptedEquipment();
    const host = await SessionRig.open({ equipment: equipment.attach });
    await host.create();
    const closing = host.kernel.close();
    equipment.change({ declared: [{ type: 'plugin', id: 'p', uri: 'file:///p', name: 'P' }] });
    const change = () => {
      equipment.sessionAccess.declaredChanged();
      equipment.sessionAccess.append(session, {
        type: 'session/serverToolsChanged',
        tools: [{ name: 'late' }],
      });
      host.sessions.watched(session);
    };
    change();
    await closing;
    change();
    expect(await equipment.sessionAccess.load(session)).toBeUndefined();
    expect(host.problems).toEqual([]);
  });

  test('D1: every agent shows what its sessions come with, and follows when that changes', async () => {
    const declared = [
      { type: 'plugin' as const, id: 'p', uri: 'file:///p', name: 'P', load: { kind: 'loaded' as const } },
    ];
    const equipment = new ScriptedEquipment({ declared });
    const host = await rig({ equipment: equipment.attach });
    const agents = async () =>
      (await host.kernel.load<{ agents: { customizations?: unknown }[] }>('ahp-root://'))?.state.agents;
    expect(await agents()).toMatchObject([{ customizations: declared }]);
    equipment.change({ declared: [] });
    equipment.sessionAccess.declaredChanged();
    expect((await agents())?.[0]).not.toHaveProperty('customizations');
  });
});

describe('settings', () => {
  const schema = {
    properties: {
      isolation: { type: 'string' as const, title: 'Isolation', enum: ['shared', 'session'] },
      level: { type: 'number' as const, title: 'Level', sessionMutable: true },
      tone: { type: 'string' as const, title: 'Tone', sessionMutable: true, enum: ['dry', 'warm'] },
      names: { type: 'array' as const, title: 'Names', sessionMutable: true, readOnly: true },
    },
  };

  async function configured() {
    const equipment = new ScriptedEquipment({
      configFor: ({ config }) => ({ schema, values: { isolation: 'shared', level: 1, ...config } }),
    });
    const host = await rig({ equipment: equipment.attach });
    await host.sessions.createSession({ channel: session, config: { tone: 'dry' } }, 'c1');
    await host.kernel.settled();
    return host;
  }

  test('D4: a session begins with the settings that its equipment makes of the wishes', async () => {
    const host = await configured();
    const values = { isolation: 'shared', level: 1, tone: 'dry' };
    expect((await host.session(session)).config).toEqual({ schema, values });
  });

  test('D4: what says so can be changed later, the rest can be sent along as it is', async () => {
    const host = await configured();
    const config = { isolation: 'shared', level: 2, tone: 'warm' };
    await host.dispatch(session, { type: 'session/configChanged', config, replace: true });
    expect((await host.session(session)).config?.values).toEqual(config);
  });

  test.each([
    [{ isolation: 'session' }, 'is fixed once a session exists'],
    [{ names: ['x'] }, 'is fixed once a session exists'],
    [{ unknown: 1 }, 'has no setting "unknown"'],
    [{ constructor: 1 }, 'has no setting "constructor"'],
    [{ level: 'high' }, 'must be of the type number'],
    [{ tone: 'loud' }, 'must be one of "dry", "warm"'],
  ])('L5: %j is refused', async (config, reason) => {
    const host = await configured();
    await expect(host.dispatch(session, { type: 'session/configChanged', config })).rejects.toThrow(reason);
  });

  test('L5: a replacement cannot drop what is fixed', async () => {
    const host = await configured();
    const change = { type: 'session/configChanged' as const, config: { level: 2 }, replace: true };
    await expect(host.dispatch(session, change)).rejects.toThrow('"isolation" is fixed');
  });
});

describe('after a crash', () => {
  const server = { type: 'mcpServer' as const, uri: 'file:///m.json', name: 'S' };
  const customizations: NonNullable<SessionState['customizations']> = [
    { ...server, id: 'top', state: { kind: 'ready' }, channel: 'mcp://1' },
    {
      ...server,
      id: 'failed',
      state: { kind: 'error', error: { errorType: 'exited', message: 'It ended.' } },
    },
    {
      type: 'plugin',
      id: 'p',
      uri: 'file:///p',
      name: 'P',
      children: [
        { ...server, id: 'child', state: { kind: 'starting' } },
        { type: 'skill', id: 'skill', uri: 'file:///p/s', name: 's' },
      ],
    },
  ];
  const tools = [{ name: 'sum' }];

  async function crashed(...uris: readonly string[]): Promise<SessionRig> {
    const equipment = new ScriptedEquipment();
    const before = await SessionRig.open({ equipment: equipment.attach });
    for (const uri of [...uris, session]) {
      await before.create(uri);
      equipment.sessionAccess.append(uri, { type: 'session/customizationsChanged', customizations });
      equipment.sessionAccess.append(uri, { type: 'session/serverToolsChanged', tools });
    }
    await before.kernel.settled();
    return before;
  }

  const settled = [
    { id: 'top', state: { kind: 'stopped' } },
    { id: 'failed', state: { kind: 'error' } },
    { id: 'p', children: [{ id: 'child', state: { kind: 'stopped' } }, { id: 'skill' }] },
  ];

  test('A4: no server is shown as alive that went down with the host', async () => {
    const { disk } = await crashed();
    const host = await rig({ disk });
    await expect.poll(async () => (await host.session(session)).customizations).toMatchObject(settled);
    const state = await host.session(session);
    expect(state.customizations?.[0]).not.toHaveProperty('channel');
    expect(state.serverTools).toEqual([]);
    await host.kernel.settled();
    expect(await host.kernel.busy('session')).toEqual([]);
  });

  test('A4: whoever watches early sees it before anything is started anew, and it happens only once', async () => {
    const { disk } = await crashed('ahp-session:/a', 'ahp-session:/z');
    const states: (string | undefined)[] = [];
    const equipment = new ScriptedEquipment();
    equipment.use = (uri) => {
      const [top] = equipment.sessionAccess.state(uri)?.customizations ?? [];
      states.push(top?.type === 'mcpServer' ? top.state.kind : undefined);
      const state = { kind: 'ready' as const };
      equipment.sessionAccess.append(uri, { type: 'session/mcpServerStateChanged', id: 'top', state });
    };
    let goOn: () => void = () => {};
    const held = new Promise<void>((resolve) => {
      goOn = resolve;
    });
    // Blocks the background settling at the first session.
    class HeldStore extends MemoryStore {
      override async readChannel(uri: string) {
        if (uri === 'ahp-session:/a') await held;
        return super.readChannel(uri);
      }
    }
    const store = (on: MemoryDisk) => new HeldStore(on);
    const host = await rig({ disk, store, equipment: equipment.attach });
    host.sessions.watched(session);
    await expect.poll(() => states).toEqual(['stopped']);
    goOn();
    await expect.poll(() => host.kernel.busy('session')).toEqual([session]);
    expect((await host.session(session)).customizations?.[0]).toMatchObject({ state: { kind: 'ready' } });
  });
});
