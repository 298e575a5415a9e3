import { readFileSync } from 'node:fs';
import path from 'node:path';
import { createRecorder, createSideChannels } from '@loggia/mcp';
import { describe, expect, it } from 'vitest';
import { eventLoop, realGateway } from './real-gateway.testkit.ts';
import { folderWith, Rig, runningCall, uriOf } from './rig.testkit.ts';

/** Speaks just enough of the protocol, and exits on request. */
const program = `
import { appendFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
if (process.env.STARTED) appendFileSync(process.env.STARTED, process.pid + '\\n');
let roots;
const answer = (id, result) => process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id, result }) + '\\n');
const tools = [
  { name: 'echo', inputSchema: { type: 'object' }, _meta: { ui: { resourceUri: 'ui://view' } } },
  { name: 'die', inputSchema: { type: 'object' } },
];
createInterface({ input: process.stdin }).on('line', (line) => {
  const { id, method, params, result } = JSON.parse(line);
  if (id === 'roots') roots = result.roots.map(({ uri }) => uri);
  if (method === 'notifications/initialized' && process.env.ASKS)
    process.stdout.write(JSON.stringify({ jsonrpc: '2.0', id: 'roots', method: 'roots/list' }) + '\\n');
  if (method === 'initialize') {
    const serverInfo = { name: 'tiny', version: '1' };
    answer(id, { protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
  } else if (method === 'tools/list') answer(id, { tools });
  else if (method === 'tools/call' && params.name === 'die') process.exit(7);
  else if (method === 'tools/call')
    answer(id, { content: [{ type: 'text', text: JSON.stringify(roots ?? params.arguments) }] });
});
`;

const recorder = createRecorder({ write: () => {} }, { now: () => Date.now() });

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

  it('B14: one process serves the host and sessions in any folder; one that asks for its folder has one for each', async () => {
    const folder = folderWith({ 'server.mjs': program });
    const rig = new Rig({ gateway: realGateway(), scheduler: eventLoop });
    const add = async (name: string, env: Record<string, string>) => {
      const settings = { command: process.execPath, args: [path.join(folder, 'server.mjs')], env };
      await rig.equipment.addServer({ name, settings }, { person: true, artifacts: [] });
      const { tools } = await rig.equipment.listTools({ server: name });
      expect(tools).toHaveLength(2);
    };
    const plain = path.join(folder, 'plain');
    const asking = path.join(folder, 'asking');
    await add('plain', { STARTED: plain });
    await add('asking', { STARTED: asking, ASKS: '1' });
    const folders = [folderWith({}), folderWith({})].map(uriOf);
    for (const [index, at] of folders.entries()) {
      const uri = await rig.session(`ahp-session:/${index}`, { workingDirectories: [at] });
      await expect.poll(() => rig.server(uri, 'asking').state.kind, { timeout: 10_000 }).toBe('ready');
      await expect.poll(() => rig.server(uri, 'plain').state.kind, { timeout: 10_000 }).toBe('ready');
      await expect
        .poll(async () => (await rig.equipment.call(runningCall(uri, 'asking__echo'))).text)
        .toBe(JSON.stringify([at]));
    }
    const starts = (file: string) => readFileSync(file, 'utf8').trim().split('\n').length;
    expect([starts(plain), starts(asking)]).toEqual([1, 3]);
  });
});
