import { createGateway, createRecorder, createSideChannels, type Gateway } from '@loggia/mcp';
import type { Scheduler } from '@loggia/kernel';
import { afterEach, describe, expect, it } from 'vitest';
import { folderWith, Rig, runningCall, uriOf } from './rig.testkit.ts';

const eventLoop: Scheduler = {
  turn: (fn) => void setImmediate(fn),
  after: (ms, fn) => {
    const timer = setTimeout(fn, ms);
    return () => clearTimeout(timer);
  },
};

/** Speaks just enough of the protocol, and dies when it is asked to. */
const program = `
import { createInterface } from 'node:readline';
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tools = [
  { name: 'echo', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://view' } } },
  { name: 'die', inputSchema: { type: 'object' } },
];
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params } = JSON.parse(line);
  if (method === 'initialize') {
    const serverInfo = { name: 'tiny', version: '1' };
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
  } else if (method === 'tools/list') answer(id, { tools });
  else if (method === 'tools/call' && params.name === 'die') process.exit(7);
  else if (method === 'tools/call')
    answer(id, { content: [{ type: 'text', text: JSON.stringify(params.arguments) }] });
});
`;

const gateways: Gateway[] = [];

afterEach(async () => {
  await Promise.all(gateways.splice(0).map((gateway) => gateway.stop()));
});

const recorder = createRecorder({ write: () => {} }, { now: () => Date.now() });

function realGateway(): Gateway {
  const nobody = (): never => {
    throw new Error('No server of this test is reached over HTTP.');
  };
  const gateway = createGateway({
    clock: { now: () => Date.now() },
    scheduler: eventLoop,
    clientInfo: { name: 'test', version: '0' },
    authority: {
      authorize: nobody,
      authenticate: async () => false,
      signedIn: async () => false,
      signOut: async () => {},
    },
    recorder,
    uiMimeTypes: [],
    limits: { lingerMs: 0, endMs: 200 },
    report: () => {},
  });
  gateways.push(gateway);
  return gateway;
}

describe('with real servers', () => {
  it('B4, B5, D4: a workspace is trusted, its server runs, dies in a call, and comes back', async () => {
    const folder = folderWith({
      'server.mjs': program,
      '.mcp.json': { mcpServers: { tiny: { command: process.execPath, args: ['./server.mjs'] } } },
    });
    const rig = new Rig({
      gateway: realGateway(),
      scheduler: eventLoop,
      sideChannels: createSideChannels({ recorder }),
    });
    const uri = await rig.session('ahp-session:/s', { workingDirectories: [uriOf(folder)] });
    expect(rig.server(uri, 'tiny').state).toEqual({ kind: 'stopped' });
    await rig.trust(uriOf(folder));
    await rig.settled(uri);
    await rig.equipment.ready(uri, new AbortController().signal);
    expect(rig.server(uri, 'tiny')).toMatchObject({
      state: { kind: 'ready' },
      channel: expect.stringMatching(/^mcp:\/\//),
      mcpApp: { capabilities: { serverTools: {} } },
    });
    const { channel } = rig.server(uri, 'tiny');
    expect(rig.tools(uri)).toEqual(['echo', 'die']);
    const { text } = await rig.equipment.call(runningCall(uri, 'echo', { input: '{"a":1}' }));
    expect(text).toBe('{"a":1}');

    const died = await rig.equipment.call(runningCall(uri, 'die'));
    expect(died.result).toMatchObject({ success: false, error: { code: 'unavailable' } });
    await expect.poll(() => rig.server(uri, 'tiny').state.kind, { timeout: 10_000 }).toBe('ready');
    expect(rig.server(uri, 'tiny').channel).not.toBe(channel);
    expect((await rig.equipment.call(runningCall(uri, 'echo'))).text).toBe('{}');
    expect((await rig.equipment.listServers({ session: uri })).servers).toMatchObject([
      { name: 'tiny', users: 1, restarts: 1, tools: 2 },
    ]);
  });
});
