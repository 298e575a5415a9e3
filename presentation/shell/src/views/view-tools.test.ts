import type { ToolDefinition } from '@loggia/protocol';
import { describe, expect, test, vi } from 'vitest';
import { sessionToolsOf, type OfferedTools } from './session-tools.ts';
import { facts, viewRig } from './view.testkit.ts';

const listed = [{ name: 'set', inputSchema: { type: 'object' } }];

async function offering({ tools }: { readonly tools: readonly unknown[] | undefined } = { tools: listed }) {
  const rig = viewRig();
  const offers: (readonly string[] | undefined)[] = [];
  let last: OfferedTools | undefined;
  vi.spyOn(sessionToolsOf(rig.host), 'offer').mockImplementation((session, _view, offered) => {
    expect(session).toBe('session:1');
    offers.push(offered?.tools.map(({ title = '' }) => title));
    last = offered;
  });
  const view = rig.make({ session: 'session:1' });
  view.start();
  await rig.time.pass(0);
  const [bridge] = rig.bridges;
  if (!bridge) throw new Error('The View was not connected.');
  bridge.tools = tools;
  bridge.initialize();
  await rig.time.pass(0);
  return { rig, view, bridge, offers, last: () => last };
}

describe('the tools of a View in its session', () => {
  test('E4: are listed once the View is ready, and withdrawn when it goes', async () => {
    const { view, offers, bridge } = await offering();
    expect(offers).toEqual([['set']]);
    expect(view.tools.getSnapshot()).toMatchObject({ isOn: true, isAllowed: true, leftOut: [] });
    const ended = view.dispose();
    expect(offers).toEqual([['set'], undefined]);
    await ended;
    expect(bridge.listTools).toHaveBeenCalledOnce();
  });

  test('E4: a View that declares none is never asked for any; neither is one on the desk', async () => {
    const { bridge, offers } = await offering({ tools: undefined });
    expect(bridge.listTools).not.toHaveBeenCalled();
    expect(offers).toEqual([]);
    const rig = viewRig();
    const view = rig.make();
    view.start();
    await rig.time.pass(0);
    const [onDesk] = rig.bridges;
    if (!onDesk) throw new Error('The View was not connected.');
    onDesk.tools = listed;
    onDesk.initialize();
    await rig.time.pass(0);
    expect(onDesk.listTools).not.toHaveBeenCalled();
  });

  test.each([
    [
      'its server stops',
      { server: facts.server && { ...facts.server, state: { kind: 'stopped' as const } } },
    ],
    ['its server is gone', { server: undefined }],
  ])('E4: are withdrawn while %s, and come back', async (_when, change) => {
    const { rig, offers } = await offering();
    rig.become(change);
    expect(offers).toEqual([['set'], undefined]);
    rig.become({ server: facts.server });
    expect(offers).toEqual([['set'], undefined, ['set']]);
  });

  test('E11: are withdrawn when the View is stopped or leaves its page', async () => {
    const flooded = await offering();
    flooded.view.stopFor('It sent too much.');
    expect(flooded.offers).toEqual([['set'], undefined]);
    const left = await offering();
    left.bridge.options.onSign({ sign: 'left', isConfirmed: false });
    expect(left.offers).toEqual([['set'], undefined]);
  });

  test('E4: the user turns them off for this View, which a reload remembers', async () => {
    const { rig, view, offers } = await offering();
    view.tools.setOn(false);
    expect(offers).toEqual([['set'], undefined]);
    expect(rig.make({ session: 'session:1' }).tools.getSnapshot().isOn).toBe(false);
    view.tools.setOn(true);
    expect(offers).toEqual([['set'], undefined, ['set']]);
  });

  test('E11: a flood of changes is read at growing intervals, and the last one counts', async () => {
    const { rig, bridge, offers } = await offering();
    for (let second = 0; second < 60; second += 1) {
      for (let index = 0; index < 50; index += 1) bridge.options.onToolsChanged();
      await rig.time.pass(1000);
    }
    expect(bridge.listTools.mock.calls.length).toBeLessThan(10);
    bridge.tools = [{ name: 'other' }];
    bridge.options.onToolsChanged();
    await rig.time.pass(60_000);
    expect(offers.at(-1)).toEqual(['other']);
  });

  test('E4: a View that doesn’t list its tools offers none, and that is said', async () => {
    const { rig, view, bridge, offers } = await offering();
    bridge.listTools.mockRejectedValue(new Error('Request timed out'));
    bridge.options.onToolsChanged();
    await rig.time.pass(2000);
    expect(offers.at(-1)).toBeUndefined();
    expect(view.tools.getSnapshot().problem).toBe('It didn’t list its tools: Request timed out');
  });

  test('E11: a list without an end is read in part', async () => {
    const endless = await offering();
    endless.bridge.listTools.mockResolvedValue({ tools: [], nextCursor: 'again' });
    const before = endless.bridge.listTools.mock.calls.length;
    endless.bridge.options.onToolsChanged();
    await endless.rig.time.pass(2000);
    expect(endless.bridge.listTools.mock.calls.length - before).toBe(10);
  });

  test('E4: a call reaches the View under its own name; a late answer and a failure are sentences', async () => {
    const { bridge, last } = await offering();
    const signal = new AbortController().signal;
    const [tool] = last()?.tools ?? [];
    const run = () =>
      last()?.call({ name: (tool as ToolDefinition).name, displayName: 'Set', input: { a: 1 } }, signal);
    bridge.callTool.mockResolvedValueOnce({ content: [{ type: 'text', text: 'ok' }] });
    expect(await run()).toMatchObject({ success: true, content: [{ text: 'ok' }] });
    expect(bridge.callTool).toHaveBeenCalledWith('set', { a: 1 }, signal);
    bridge.callTool.mockRejectedValueOnce(Object.assign(new Error('late'), { code: 'REQUEST_TIMEOUT' }));
    expect((await run())?.error?.message).toBe('The View didn’t answer within 30 seconds.');
    bridge.callTool.mockRejectedValueOnce(new Error('It has sent too much. Send less at once.'));
    expect((await run())?.error?.message).toBe(
      'The View couldn’t run it: It has sent too much. Send less at once.',
    );
  });
});
