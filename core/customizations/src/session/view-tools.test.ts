import { viewToolMark, type ToolResult, type ViewTool } from '@loggia/protocol';
import { expect, it } from 'vitest';
import { Rig } from './rig.testkit.ts';

async function withServer() {
  const rig = new Rig({ servers: ['a'] });
  const uri = await rig.session();
  const { id } = rig.server(uri, 'a');
  const view: ViewTool = { view: 'view-1', title: 'Budget', server: id, template: 'hash', name: 'set' };
  const definition = { name: 'view_1_set', inputSchema: { type: 'object' }, _meta: viewToolMark(view) };
  const fingerprint = (given: object = {}, tool: Partial<ViewTool> = {}) =>
    rig.equipment.viewTool?.(uri, { ...view, ...tool }, { ...definition, ...given });
  return { rig, uri, view, fingerprint };
}

const done: ToolResult = { success: true, pastTenseMessage: 'Ran', content: [{ type: 'text', text: 'ok' }] };

it('E4: agents can use a View’s tool only while its server is ready in the session', async () => {
  const { rig, fingerprint } = await withServer();
  expect(fingerprint()).toBeUndefined();
  rig.gateway.named('a').becomeReady([]);
  expect(fingerprint()).toEqual(expect.any(String));
  expect(fingerprint({}, { server: 'another' })).toBeUndefined();
  rig.gateway.named('a').become({ kind: 'stopped' });
  expect(fingerprint()).toBeUndefined();
});

it('E4: an allowance is bound to the tool, the template and the server', async () => {
  const { rig, fingerprint } = await withServer();
  rig.gateway.named('a').becomeReady([]);
  const fingerprints = [
    fingerprint(),
    fingerprint(),
    fingerprint({ description: 'another' }),
    fingerprint({}, { template: 'another' }),
  ];
  expect(new Set(fingerprints).size).toBe(3);
  expect(fingerprints[0]).toBe(fingerprints[1]);
});

it('E4, C7: a call and a denial are recorded with agent, View and server', async () => {
  const { rig, uri, view } = await withServer();
  rig.gateway.named('a').becomeReady([]);
  const call = { session: uri, name: 'view_1_set', agent: 'echo', clientId: 'c1', view };
  const made = { ...call, allowedBy: 'asked' as const, input: '{"a":1}' };
  expect(await rig.equipment.viewCall?.(made, async () => done)).toEqual(done);
  const failed = { success: false, pastTenseMessage: 'no', error: { message: 'no' } };
  expect(await rig.equipment.viewCall?.(made, async () => failed)).toEqual(failed);
  rig.equipment.denied({ ...call, reason: 'not today' });
  expect(rig.gateway.recordedActs[0]).toMatchObject({
    server: view.server,
    serverName: 'a',
    session: uri,
    method: 'tools/call',
    target: 'set',
    request: '{"a":1}',
    caller: { by: 'agent', clientId: 'c1', view: 'view-1', allowedBy: 'asked' },
  });
  expect(rig.gateway.missedCalls).toEqual(['a set refused: Error: not today']);
});

it('D7: a server’s tool keeps its name against a View’s', async () => {
  const { rig, uri, view } = await withServer();
  const tools = [{ name: 'sum', _meta: viewToolMark(view) }];
  rig.sessions.append(uri, { type: 'session/activeClientSet', activeClient: { clientId: 'tab', tools } });
  rig.gateway.named('a').becomeReady(['sum']);
  expect(rig.sessions.state(uri)?.serverTools?.map(({ name }) => name)).toEqual(['sum']);
});
