import { describe, expect, it } from 'vitest';
import { createSideChannels } from '../channel/side-channels.ts';
import type { CallContext, ServerConnection } from '../connection.ts';
import { byTest, openRig, scriptedServer } from '../connections/gateway-rig.testkit.ts';
import type { Caller } from './recorder.ts';

const session = 'ahp-session:/s';

const callers: readonly Caller[] = [
  { by: 'person', principal: 'local', clientId: 'cli', allowedBy: 'request' },
  { by: 'agent', principal: 'local via agent operator', clientId: 'shell', allowedBy: 'asked' },
  { by: 'view', principal: 'local', clientId: 'shell', view: 'v1', allowedBy: 'opener' },
  { by: 'handler', principal: 'ann', clientId: 'host' },
];

/** The ways in which a call can end, each against a real process. */
const endings: Readonly<
  Record<
    string,
    {
      end(connection: ServerConnection, context: CallContext): Promise<unknown>;
      readonly recorded: object;
    }
  >
> = {
  'is answered': {
    end: (connection, context) => connection.callTool({ name: 'echo', arguments: { a: 'ü' } }, context),
    recorded: {
      target: 'echo',
      decision: 'allowed',
      requestBytes: Buffer.byteLength('{"name":"echo","arguments":{"a":"ü"}}'),
      responseBytes: expect.any(Number),
    },
  },
  'is refused by the server': {
    end: (connection, context) => connection.callTool({ name: 'refuse' }, context),
    recorded: { target: 'refuse', decision: 'failed', reason: 'No, not today.', requestBytes: 17 },
  },
  'is cancelled': {
    end: (connection, context) => {
      const controller = new AbortController();
      setTimeout(() => controller.abort(), 20);
      return connection.callTool({ name: 'wait' }, { ...context, signal: controller.signal });
    },
    recorded: { target: 'wait', decision: 'failed', reason: 'The call was canceled.', requestBytes: 15 },
  },
  'is cancelled before it began': {
    end: (connection, context) =>
      connection.callTool({ name: 'wait' }, { ...context, signal: AbortSignal.abort() }),
    recorded: { target: 'wait', decision: 'failed', reason: 'The call was canceled.', requestBytes: 15 },
  },
  'takes too long': {
    end: (connection, context) => connection.callTool({ name: 'wait' }, { ...context, timeoutMs: 20 }),
    recorded: {
      target: 'wait',
      decision: 'failed',
      reason: expect.stringContaining('did not answer in time'),
      requestBytes: 15,
    },
  },
  'is cut off by the end of the process': {
    end: (connection, context) => {
      const waiting = connection.callTool({ name: 'wait' }, context);
      process.kill(connection.pid ?? 0, 'SIGKILL');
      return waiting;
    },
    recorded: {
      target: 'wait',
      decision: 'failed',
      reason: expect.stringContaining('SIGKILL'),
      requestBytes: 15,
    },
  },
  'asks for something else than a tool': {
    end: (connection, context) => connection.request('tools/list', {}, context),
    recorded: {
      method: 'tools/list',
      decision: 'allowed',
      requestBytes: 2,
      responseBytes: expect.any(Number),
    },
  },
};

describe('a call', () => {
  for (const [name, { end, recorded }] of Object.entries(endings)) {
    it(`C7: that ${name} is recorded once, whoever makes it`, async () => {
      const rig = openRig();
      for (const caller of callers) {
        rig.audited.length = 0;
        const connection = await rig.ready(scriptedServer());
        await end(connection, { caller, session }).catch(() => undefined);
        const { allowedBy, ...who } = caller;
        expect(rig.audited).toEqual([
          {
            session,
            server: 'server-1',
            serverName: 'Scripted',
            method: 'tools/call',
            ...who,
            ...recorded,
            ...(allowedBy && 'responseBytes' in recorded && { allowedBy }),
            durationMs: expect.any(Number),
          },
        ]);
      }
    });
  }

  it('C7: to a server that is down is recorded once', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    await rig.gateway.stop();
    await connection.callTool({ name: 'echo' }, byTest).catch(() => undefined);
    expect(rig.audited).toMatchObject([
      { target: 'echo', decision: 'failed', reason: expect.stringContaining('is not running') },
    ]);
  });

  it('C7: for which there is no connection is recorded once', () => {
    const rig = openRig();
    const act = { server: 'a', serverName: 'A', ...byTest, method: 'tools/call', target: 't', request: {} };
    rig.gateway.missed(act, 'failed', new Error('"A" is stopped.'));
    expect(rig.audited).toEqual([
      {
        ...{ server: 'a', serverName: 'A', method: 'tools/call', target: 't', ...byTest.caller },
        ...{ decision: 'failed', reason: '"A" is stopped.', requestBytes: 2, durationMs: 0 },
      },
    ]);
  });

  it('C6, C7: of a View is recorded once, whether the server, the host or nobody answers', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    const channels = createSideChannels({ recorder: rig.recorder });
    const principal = { id: 'local', kind: 'local' } as const;
    const named = { customizationId: 'server-1', serverName: 'Scripted', definition: 'd' };
    const behind = { session, ...named, connection, principal };
    const { uri } = channels.open(behind);
    const { signal } = new AbortController();
    const caller = { principal, clientId: 'shell', mcpApps: true, watches: () => true, signal };
    const view = { _meta: { 'loggia.view': 'v1' } };
    const answer = await channels.request(uri, 'tools/call', { name: 'echo', ...view }, caller);
    const listed = await channels.request(uri, 'tools/list', view, caller);
    await channels.notify(uri, 'notifications/message', { data: 'x', ...view }, caller);
    await channels.request(uri, 'tools/call', { name: 'nothing', ...view }, caller).catch(() => undefined);
    await channels.request(uri, 'prompts/list', view, caller).catch(() => undefined);
    const all = rig.audited.map(({ method, target, by, view: shown, decision, responseBytes }) =>
      [by, shown, method, target, decision, responseBytes].join(' '),
    );
    expect(all).toEqual([
      `view v1 tools/call echo allowed ${Buffer.byteLength(answer)}`,
      `view v1 tools/list  allowed ${Buffer.byteLength(listed)}`,
      'view v1 notifications/message  allowed ',
      'view v1 tools/call nothing refused ',
      'view v1 prompts/list  refused ',
    ]);
  });

  it('C7: of the host itself, to know what a server declares, is not recorded', async () => {
    const rig = openRig();
    const connection = await rig.ready(scriptedServer());
    await connection.request('tools/list', {}, { caller: 'host' });
    expect(rig.audited).toEqual([]);
  });
});
