import { describe, expect, test } from 'vitest';
import { fakeFrame, fakeLine, facts, readyView, sandbox, viewRig } from './view.testkit.ts';

const { server } = facts;
if (!server) throw new Error('The facts need a server.');

describe('how a View starts', () => {
  test('E2: it loads as soon as nothing is in the way, and is ready once it has introduced itself', async () => {
    const rig = viewRig({ state: 'looking' });
    const view = rig.make();
    view.start();
    expect(view.getSnapshot()).toMatchObject({ phase: 'waiting', trouble: undefined });
    rig.become({ state: 'known', server: { ...server, state: { kind: 'starting' } } });
    expect(view.getSnapshot().trouble?.title).toBe('Finance is starting');
    rig.become({ server });
    expect(view.getSnapshot().phase).toBe('loading');
    expect(view.isAlive).toBe(true);
    await rig.time.pass(0);
    expect(rig.asked).toContainEqual({
      method: 'x-loggia/openSandbox',
      params: { server: 'mcp://1', resourceUri: 'ui://budget', shell: 'http://shell', view: 'view-1' },
    });
    expect(rig.put).toEqual([view.frame.element]);
    expect(view.frame.page).toMatchObject({
      title: 'Budget, a View of Finance',
      allow: 'camera',
      src: sandbox.url,
    });
    rig.bridges[0]?.initialize();
    expect(view.getSnapshot()).toMatchObject({ phase: 'ready', modes: ['inline', 'fullscreen'], sandbox });
  });

  test('E2: something gone, and a tool without a page, are said', () => {
    const gone = viewRig({ state: 'gone' }).make();
    gone.start();
    expect(gone.getSnapshot()).toMatchObject({
      phase: 'waiting',
      trouble: { title: 'Nothing to show' },
    });
    const bare = viewRig({ resourceUri: undefined }).make();
    bare.start();
    expect(bare.getSnapshot().trouble?.title).toBe('No View to show');
  });

  test('E2: a spare page that the host accepts becomes its page, without loading another', async () => {
    const rig = viewRig();
    const spare = { frame: fakeFrame(), line: fakeLine(), sandbox };
    rig.state.spare = spare;
    const view = rig.make();
    view.start();
    await rig.time.pass(0);
    expect(rig.asked.find(({ method }) => method === 'x-loggia/openSandbox')?.params).toMatchObject({
      ahead: sandbox.url,
    });
    expect(view.frame).toBe(spare.frame);
    expect(spare.line.post).toHaveBeenCalledWith({
      jsonrpc: '2.0',
      method: 'ui/notifications/sandbox-resource-ready',
      params: { colorScheme: 'dark' },
    });
    expect(rig.lines).toEqual([]);
    expect(rig.put).toEqual([]);
    expect(rig.bridges[0]?.options.html).toBeUndefined();
  });

  test('E2: a spare page that the host refuses is discarded', async () => {
    const rig = viewRig();
    const spare = { frame: fakeFrame(), line: fakeLine(), sandbox: { ...sandbox, url: 'http://old/' } };
    rig.state.spare = spare;
    const view = rig.make();
    view.start();
    await rig.time.pass(0);
    expect(spare.line.close).toHaveBeenCalledOnce();
    expect(spare.frame.element.remove).toHaveBeenCalledOnce();
    expect(view.frame).not.toBe(spare.frame);
    expect(rig.lines).toHaveLength(1);
  });

  test('E11: a failure is told, and a spare page goes with it', async () => {
    const rig = viewRig();
    const spare = { frame: fakeFrame(), line: fakeLine(), sandbox };
    rig.state.spare = spare;
    rig.state.failure = new Error('No sandbox today.');
    const view = rig.make();
    view.start();
    await rig.time.pass(0);
    expect(spare.line.close).toHaveBeenCalledOnce();
    expect(view.getSnapshot()).toMatchObject({
      phase: 'failed',
      trouble: { title: 'This View can’t be shown', text: 'No sandbox today.' },
    });
    rig.state.failure = undefined;
    rig.state.spare = undefined;
    view.retry();
    await rig.time.pass(0);
    expect(rig.reopen).toHaveBeenCalledOnce();
    expect(rig.bridges).toHaveLength(1);
  });

  test('E8: what failed is tried again by itself once its server has another channel', async () => {
    const rig = viewRig();
    rig.state.failure = new Error('No.');
    const view = rig.make();
    view.start();
    await rig.time.pass(0);
    rig.state.failure = undefined;
    rig.become({ server: { ...server, channel: 'mcp://2' } });
    await rig.time.pass(0);
    expect(view.getSnapshot().phase).toBe('loading');
    expect(rig.bridges).toHaveLength(1);
  });
});

describe('how a View ends', () => {
  test('E4: it is told, its page goes, and a new one takes its place on reload', async () => {
    const rig = viewRig();
    const { view, bridge } = await readyView(rig);
    const { frame } = view;
    view.reload();
    expect(view.getSnapshot().phase).toBe('loading');
    await rig.time.pass(0);
    expect(bridge.tearDown).toHaveBeenCalledOnce();
    expect(bridge.close).toHaveBeenCalledOnce();
    expect(frame.element.remove).toHaveBeenCalledOnce();
    expect(view.frame).not.toBe(frame);
    expect(rig.bridges).toHaveLength(2);
    expect(rig.lines[0]?.close).toHaveBeenCalledOnce();
  });

  test('E8: it rests without a page until somebody looks', async () => {
    const rig = viewRig();
    const { view } = await readyView(rig);
    await view.rest();
    expect(view.getSnapshot().phase).toBe('resting');
    expect(view.isAlive).toBe(false);
    view.wake();
    await rig.time.pass(0);
    expect(rig.bridges).toHaveLength(2);
  });

  test('E4: a View that closes itself is on the record', async () => {
    const rig = viewRig();
    const { view, bridge } = await readyView(rig);
    bridge.options.onWantsToClose();
    await rig.time.pass(1000);
    expect(view.getSnapshot().phase).toBe('closed');
    expect(rig.recorded()).toEqual([
      { method: 'ui/notifications/request-teardown', decision: 'allowed', bytes: 0 },
    ]);
  });

  test('E4: nothing of an attempt that is over has an effect', async () => {
    const rig = viewRig();
    const view = rig.make();
    view.start();
    await rig.time.pass(0);
    const [first] = rig.bridges;
    view.reload();
    await rig.time.pass(0);
    first?.initialize();
    first?.options.onFlooded('Too much.');
    first?.options.onSign({ sign: 'left', isConfirmed: false });
    expect(view.getSnapshot()).toMatchObject({ phase: 'loading', trouble: undefined });
  });
});

describe('a View that misbehaves', () => {
  test('E11: one that floods is cut off at once, and stays stopped over a reload of the page', async () => {
    const rig = viewRig();
    const { view, bridge } = await readyView(rig);
    bridge.options.onFlooded('It sent too much.');
    expect(view.getSnapshot()).toMatchObject({
      phase: 'stopped',
      trouble: { title: 'This View was stopped', text: 'It sent too much.' },
    });
    expect(bridge.close).toHaveBeenCalledOnce();
    expect(bridge.tearDown).not.toHaveBeenCalled();
    const later = rig.make();
    later.start();
    await rig.time.pass(0);
    expect(later.getSnapshot().phase).toBe('stopped');
    expect(rig.bridges).toHaveLength(1);
    later.retry();
    await rig.time.pass(0);
    expect(rig.bridges).toHaveLength(2);
  });

  test('E11: others of its template are stopped with it, until the user runs one', async () => {
    const rig = viewRig();
    rig.environment.stoppedViews.stop('another', 'hash-1', 'It sent too much.');
    const view = rig.make();
    view.start();
    await rig.time.pass(0);
    expect(view.getSnapshot()).toMatchObject({ phase: 'stopped', sandbox });
    expect(rig.bridges).toEqual([]);
    view.retry();
    await rig.time.pass(0);
    expect(rig.bridges).toHaveLength(1);
  });

  test('E11: one that left its page is stopped, and told so', async () => {
    const rig = viewRig();
    const { view, bridge } = await readyView(rig);
    bridge.options.onSign({ sign: 'left', isConfirmed: false, tried: 'http://elsewhere/' });
    expect(view.getSnapshot()).toMatchObject({
      phase: 'stopped',
      trouble: { title: 'This View left its page' },
    });
    await rig.time.pass(1000);
    expect(rig.recorded()).toMatchObject([
      { method: 'left', decision: 'refused', reason: 'It tried to open http://elsewhere/.' },
    ]);
  });

  test.each([
    ['own', false, false],
    ['own', true, true],
    ['shared', false, true],
  ])(
    'E12: with its origin %s and confirmed %s, a gesture in it is certain: %s',
    async (kind, isConfirmed, isCertain) => {
      const rig = viewRig();
      rig.state.sandbox = { ...sandbox, kind };
      const { bridge } = await readyView(rig);
      bridge.options.onSign({ sign: 'gesture', isConfirmed });
      expect(rig.around.noteGesture).toHaveBeenCalledExactlyOnceWith(isCertain);
    },
  );

  test('E11: one that says nothing for 15 seconds is silent', async () => {
    const rig = viewRig();
    const view = rig.make();
    view.start();
    await rig.time.pass(14_000);
    expect(view.getSnapshot().phase).toBe('loading');
    await rig.time.pass(2000);
    expect(view.getSnapshot().phase).toBe('silent');
    rig.bridges[0]?.initialize();
    expect(view.getSnapshot().phase).toBe('ready');
  });

  test('E11: its first error is kept in its words, for as long as its page', async () => {
    const rig = viewRig();
    const view = rig.make();
    view.start();
    await rig.time.pass(16_000);
    for (const text of ['no library', 'and so on'])
      rig.bridges[0]?.options.onSign({ sign: 'error', isConfirmed: false, text });
    expect(view.getSnapshot()).toMatchObject({ phase: 'silent', error: 'no library' });
    view.reload();
    await rig.time.pass(10);
    expect(view.getSnapshot()).toMatchObject({ phase: 'loading', error: undefined });
  });

  test('E11: a silent one can be shown anyway, until it reports that it is ready', async () => {
    const rig = viewRig();
    const view = rig.make();
    view.start();
    await rig.time.pass(16_000);
    view.showAnyway();
    expect(view.getSnapshot()).toMatchObject({ phase: 'ready', trouble: { title: 'Never reported ready' } });
    rig.become({ title: 'Other' });
    expect(view.getSnapshot().trouble?.title).toBe('Never reported ready');
    rig.bridges[0]?.initialize();
    expect(view.getSnapshot()).toMatchObject({ phase: 'ready', trouble: undefined });
  });

  test('E11: the faults of its introduction are shown and on record', async () => {
    const rig = viewRig();
    const view = rig.make();
    view.start();
    await rig.time.pass(10);
    rig.bridges[0]?.options.onFault('appInfo needs a name and a version.');
    rig.bridges[0]?.initialize();
    await rig.time.pass(1000);
    expect(view.getSnapshot().faults).toEqual(['appInfo needs a name and a version.']);
    expect(rig.recorded()).toMatchObject([
      { method: 'ui/initialize', decision: 'allowed', reason: 'appInfo needs a name and a version.' },
    ]);
  });

  test('E11: one that the page froze with is not started again by itself', async () => {
    const rig = viewRig();
    rig.environment.startMarks.begin('view-1');
    const mark = rig.items.get('loggia.starting-views') ?? '';
    rig.environment.startMarks.end('view-1');
    // As a page leaves it that no longer runs.
    rig.items.set('loggia.starting-views', mark);
    const view = rig.make();
    view.start();
    await rig.time.pass(5000);
    expect(view.getSnapshot().trouble?.title).toBe('This View may have frozen the page');
    expect(rig.bridges).toEqual([]);
  });
});

describe('where a View is', () => {
  const slot = {} as HTMLElement;

  test('E5: it is told its room and mode together, once', async () => {
    const rig = viewRig();
    const { view, bridge } = await readyView(rig);
    const room = view.roomIn('inline', 700, 0);
    expect(room).toEqual({ width: 700, maxHeight: 800 });
    view.setSlot(slot, room);
    view.setSlot(slot, { ...room });
    expect(bridge.setContext.mock.calls).toEqual([[{ displayMode: 'inline', containerDimensions: room }]]);
    view.showIn('fullscreen');
    expect(bridge.setContext).toHaveBeenCalledOnce();
    view.setSlot(slot, { width: 1200, height: 900 });
    expect(bridge.setContext).toHaveBeenLastCalledWith({
      displayMode: 'fullscreen',
      containerDimensions: { width: 1200, height: 900 },
    });
  });

  test('E5: another theme is told', async () => {
    const rig = viewRig();
    const { bridge } = await readyView(rig);
    rig.state.retold();
    expect(bridge.setContext).toHaveBeenCalledOnce();
  });

  test('E8: new data reach the page, and a restarted host is asked for the same thing again', async () => {
    const rig = viewRig();
    const { bridge } = await readyView(rig);
    const data = { input: { a: 1 } };
    rig.become({ data });
    expect(bridge.setData).toHaveBeenLastCalledWith(data);
    rig.become({ server: { ...server, channel: 'mcp://2' } });
    expect(rig.reopen).toHaveBeenCalledOnce();
  });
});
