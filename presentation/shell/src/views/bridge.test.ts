import { afterEach, describe, expect, test, vi } from 'vitest';
import { connectBridge, type Bridge, type BridgeOptions } from './bridge.ts';
import type { FrameLine, LineListener } from './frame-line.ts';

type Message = Readonly<Record<string, unknown>> & { readonly method?: string; readonly params?: unknown };

/** The other end of the line: a page between, and a View behind it, that say what the test wants. */
class FakeFrame implements FrameLine {
  readonly heard: Message[] = [];
  isThere = (): void => {};
  readonly ready = new Promise<void>((resolve) => (this.isThere = resolve));
  listener: LineListener | undefined;

  post = (message: unknown): void => void this.heard.push(message as Message);
  listen = (listener: LineListener): (() => void) => {
    this.listener = listener;
    return () => (this.listener = undefined);
  };
  close = (): void => undefined;

  say(message: unknown): void {
    this.listener?.heard(message);
  }

  notify(method: string, params: unknown = {}): void {
    this.say({ jsonrpc: '2.0', method, params });
  }

  async ask(id: number, method: string, params: unknown = {}): Promise<Message> {
    this.say({ jsonrpc: '2.0', id, method, params });
    return vi.waitFor(() => {
      const found = this.heard.find((message) => message['id'] === id && message.method === undefined);
      if (!found) throw new Error(`${method} was not answered`);
      return found;
    });
  }

  async initialize(appCapabilities: unknown = {}): Promise<Message> {
    const appInfo = { name: 'probe', version: '1' };
    const answer = await this.ask(1, 'ui/initialize', {
      protocolVersion: '2026-01-26',
      appInfo,
      appCapabilities,
    });
    this.notify('ui/notifications/initialized');
    return answer;
  }

  get methods(): readonly string[] {
    return this.heard.flatMap(({ method }) =>
      method === undefined ? [] : [method.replace('ui/notifications/', '')],
    );
  }
}

let bridge: Bridge | undefined;
afterEach(() => bridge?.close());

async function connect(more: Partial<BridgeOptions> = {}) {
  const frame = new FakeFrame();
  const calls = {
    onHandedOver: vi.fn<BridgeOptions['onHandedOver']>(),
    onInitialized: vi.fn<BridgeOptions['onInitialized']>(),
    onSize: vi.fn<BridgeOptions['onSize']>(),
    onMode: vi.fn<BridgeOptions['onMode']>(async (mode) => mode),
    onSign: vi.fn<BridgeOptions['onSign']>(),
    onFlooded: vi.fn<BridgeOptions['onFlooded']>(),
    onLog: vi.fn<BridgeOptions['onLog']>(),
    onToolsChanged: vi.fn<BridgeOptions['onToolsChanged']>(),
    onWantsToClose: vi.fn<BridgeOptions['onWantsToClose']>(),
    onFault: vi.fn<BridgeOptions['onFault']>(),
    onRefused: vi.fn<BridgeOptions['onRefused']>(),
    answer: vi.fn<BridgeOptions['answer']>(async () => ({ ok: true })),
  };
  const made = await connectBridge({
    line: frame,
    html: Promise.resolve('<p>hi</p>'),
    theme: 'dark',
    capabilities: { openLinks: {} },
    context: { theme: 'dark', displayMode: 'inline' },
    mode: () => 'inline',
    ...calls,
    ...more,
  });
  bridge = made;
  return { frame, bridge: made, ...calls };
}

const settled = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('the page between', () => {
  test('E3: is handed the HTML once it is there, and not again', async () => {
    const { frame, onHandedOver } = await connect();
    await settled();
    expect(frame.heard).toEqual([]);
    frame.isThere();
    await vi.waitFor(() => expect(onHandedOver).toHaveBeenCalled());
    frame.notify('ui/notifications/sandbox-proxy-ready');
    await settled();
    expect(frame.heard).toEqual([
      {
        jsonrpc: '2.0',
        method: 'ui/notifications/sandbox-resource-ready',
        params: { html: '<p>hi</p>', colorScheme: 'dark' },
      },
    ]);
  });

  test('E3: is handed nothing where it has it already, whatever it says', async () => {
    const { frame, onHandedOver } = await connect({ html: undefined });
    frame.isThere();
    frame.notify('ui/notifications/sandbox-proxy-ready');
    await settled();
    expect(onHandedOver).toHaveBeenCalledOnce();
    expect(frame.heard).toEqual([]);
  });

  test('E9: what was dropped is on record, and a flood ends it', async () => {
    const { frame, onRefused, onFlooded } = await connect();
    frame.listener?.dropped(7, 'Too many messages.');
    expect(onRefused).toHaveBeenCalledWith('ui/flood', '7 messages were dropped. Too many messages.');
    frame.listener?.flooded('It sent too much.');
    expect(onFlooded).toHaveBeenCalledExactlyOnceWith('It sent too much.');
  });

  test('E11: a View can say nothing in its name', async () => {
    const { frame, onRefused, onSign } = await connect();
    await frame.initialize();
    for (const name of ['view-left', 'gesture', 'escape', 'beat', 'ping'])
      frame.notify(`ui/notifications/sandbox-${name}`);
    expect(onSign).not.toHaveBeenCalled();
    expect(onRefused).toHaveBeenCalledTimes(5);
  });
});

describe('a View that has not initialized', () => {
  test('E4: hears nothing, whatever there is to say', async () => {
    const { frame, bridge: made } = await connect();
    made.setData({ input: { a: 1 }, outcome: { kind: 'result', result: { content: [] } } });
    made.setContext({ theme: 'light', displayMode: 'inline' });
    made.listChanged('tools');
    await made.tearDown();
    await settled();
    expect(frame.heard).toEqual([]);
  });

  test('E4: hears everything in order once it has, and what changed meanwhile', async () => {
    const { frame, bridge: made, onInitialized } = await connect();
    made.setData({ input: { a: 1 }, outcome: { kind: 'result', result: { content: [] } } });
    const appInfo = { name: 'probe', version: '1' };
    const answer = await frame.ask(1, 'ui/initialize', {
      protocolVersion: '2026-01-26',
      appInfo,
      appCapabilities: {},
    });
    expect(answer['result']).toMatchObject({
      protocolVersion: '2026-01-26',
      hostCapabilities: { openLinks: {} },
      hostContext: { theme: 'dark' },
    });
    made.setContext({ theme: 'light', displayMode: 'inline' });
    await settled();
    expect(frame.methods).toEqual([]);
    frame.notify('ui/notifications/initialized');
    await vi.waitFor(() => expect(frame.methods).toHaveLength(3));
    expect(frame.methods).toEqual(['host-context-changed', 'tool-input', 'tool-result']);
    expect(frame.heard[1]?.params).toEqual({ theme: 'light' });
    expect(onInitialized).toHaveBeenCalledExactlyOnceWith({
      name: 'probe',
      modes: ['inline', 'fullscreen', 'pip'],
      declaresTools: false,
    });
  });

  test('E4: cannot skip its introduction', async () => {
    const { frame, bridge: made, onInitialized, onRefused, answer } = await connect();
    made.setData({ input: { a: 1 } });
    frame.notify('ui/notifications/initialized');
    const refused = await frame.ask(5, 'tools/call', { name: 'x' });
    expect(refused).toMatchObject({ error: { code: -32600 } });
    expect(frame.methods).toEqual([]);
    expect(onInitialized).not.toHaveBeenCalled();
    expect(answer).not.toHaveBeenCalled();
    expect(onRefused).toHaveBeenCalled();
  });
});

describe('a View that has', () => {
  test('E4: gets its input once even if it initializes twice', async () => {
    const { frame, bridge: made } = await connect();
    made.setData({ input: { a: 1 } });
    await frame.initialize();
    await vi.waitFor(() => expect(frame.methods).toContain('tool-input'));
    frame.notify('ui/notifications/initialized');
    made.setData({ input: { a: 2 } });
    await settled();
    expect(frame.methods.filter((method) => method === 'tool-input')).toHaveLength(1);
  });

  test('E4: is answered as the services say, with its code where it refuses', async () => {
    const { frame, answer } = await connect();
    await frame.initialize();
    expect(await frame.ask(2, 'tools/call', { name: 'x' })).toMatchObject({ result: { ok: true } });
    expect(answer).toHaveBeenCalledWith('tools/call', { name: 'x' }, expect.any(AbortSignal));
    answer.mockRejectedValueOnce(Object.assign(new Error('Not for Views.'), { code: -32601 }));
    expect(await frame.ask(3, 'tools/call', { name: 'y' })).toMatchObject({
      error: { code: -32601, message: 'Not for Views.' },
    });
    expect(await frame.ask(4, 'ping')).toMatchObject({ result: {} });
  });

  test('E6: is shown only in a mode that it declared', async () => {
    const { frame, onMode, onRefused } = await connect();
    await frame.initialize({ availableDisplayModes: ['inline', 'pip'] });
    expect(await frame.ask(2, 'ui/request-display-mode', { mode: 'fullscreen' })).toMatchObject({
      result: { mode: 'inline' },
    });
    expect(onMode).not.toHaveBeenCalled();
    expect(onRefused).toHaveBeenCalledWith('ui/request-display-mode', expect.any(String));
    expect(await frame.ask(3, 'ui/request-display-mode', { mode: 'pip' })).toMatchObject({
      result: { mode: 'pip' },
    });
    expect(onMode).toHaveBeenCalledExactlyOnceWith('pip');
  });

  test('E4: starts with an incomplete introduction, and what is missing is said', async () => {
    const { frame, onInitialized, onFault } = await connect();
    expect(await frame.ask(1, 'ui/initialize', {})).toMatchObject({
      result: { protocolVersion: '2026-01-26' },
    });
    frame.notify('ui/notifications/initialized');
    await vi.waitFor(() => expect(onInitialized).toHaveBeenCalled());
    expect(onFault.mock.calls.flat()).toEqual([
      'protocolVersion is missing.',
      'appInfo needs a name and a version.',
      'appCapabilities is missing.',
    ]);
  });

  test('E4: is told before it goes', async () => {
    const { frame, bridge: made } = await connect();
    await frame.initialize();
    await settled();
    const gone = made.tearDown();
    const asked = await vi.waitFor(() => {
      const found = frame.heard.find(({ method }) => method === 'ui/resource-teardown');
      if (!found) throw new Error('not yet');
      return found;
    });
    frame.say({ jsonrpc: '2.0', id: asked['id'], error: { code: -32601, message: 'What?' } });
    await expect(gone).resolves.toBeUndefined();
  });

  test('E4: what it says without sense is ignored, and on record', async () => {
    const { frame, onRefused, answer } = await connect();
    await frame.initialize();
    for (const nonsense of [
      null,
      'text',
      [],
      {},
      { jsonrpc: '1.0', method: 'ping', id: 9 },
      { jsonrpc: '2.0', method: 7, id: 9 },
      { jsonrpc: '2.0', method: 'ping', id: { a: 1 } },
      { jsonrpc: '2.0', method: 'ping', id: 9, params: 'x' },
      { jsonrpc: '2.0', id: 9 },
      { jsonrpc: '2.0', id: 999, result: { spoofed: true } },
    ])
      frame.say(nonsense);
    await settled();
    expect(onRefused).toHaveBeenCalledTimes(10);
    expect(answer).not.toHaveBeenCalled();
    expect(await frame.ask(20, 'ping')).toMatchObject({ result: {} });
  });

  test('E4: a request that makes no sense gets an error', async () => {
    const { frame } = await connect();
    await frame.initialize();
    for (const [id, params] of [null, 'text', 7, [], true].entries())
      expect(await frame.ask(100 + id, 'tools/call', params)).toMatchObject({ error: { code: -32602 } });
    expect(await frame.ask(200, 'x'.repeat(300))).toMatchObject({ error: { code: -32600 } });
    frame.say({ jsonrpc: '1.0', id: 201, method: 7 });
    expect(frame.heard.at(-1)).toMatchObject({ id: 201, error: { code: -32600 } });
    const before = frame.heard.length;
    frame.say({ jsonrpc: '2.0', method: 'tools/call', params: null });
    frame.say({ jsonrpc: '2.0', id: {}, method: 'tools/call', params: null });
    expect(frame.heard).toHaveLength(before);
  });

  test('E11: has only so many requests waiting, and none twice', async () => {
    const { frame, answer } = await connect();
    await frame.initialize();
    const answers: (() => void)[] = [];
    answer.mockImplementation(() => new Promise((resolve) => answers.push(() => resolve({ late: true }))));
    const request = (id: number): void => frame.say({ jsonrpc: '2.0', id, method: 'tools/call', params: {} });
    for (let id = 1000; id < 1100; id += 1) request(id);
    request(1000);
    expect(await frame.ask(2000, 'tools/call')).toMatchObject({ error: { code: -32000 } });
    expect(frame.heard.filter(({ id }) => id === 1000)).toMatchObject([{ error: { code: -32600 } }]);
    await vi.waitFor(() => expect(answers).toHaveLength(100));
    for (const respond of answers) respond();
    await settled();
    answer.mockResolvedValue({ ok: true });
    expect(await frame.ask(3000, 'tools/call')).toMatchObject({ result: { ok: true } });
  });

  test('E11: a request that it cancels no longer waits', async () => {
    const { frame, answer } = await connect();
    await frame.initialize();
    answer.mockImplementation(() => new Promise(() => {}));
    for (let id = 1000; id < 1200; id += 1) {
      frame.say({ jsonrpc: '2.0', id, method: 'tools/call', params: {} });
      frame.notify('notifications/cancelled', { requestId: id });
    }
    await settled();
    answer.mockResolvedValue({ ok: true });
    expect(await frame.ask(3000, 'tools/call')).toMatchObject({ result: { ok: true } });
  });

  test('E4: sizes, logs and the wish to close are heard', async () => {
    const { frame, onSize, onLog, onWantsToClose } = await connect();
    await frame.initialize();
    frame.notify('ui/notifications/size-changed', { width: 10, height: 420 });
    frame.notify('notifications/message', { level: 'info', data: 'hello' });
    frame.notify('ui/notifications/request-teardown');
    await vi.waitFor(() => expect(onWantsToClose).toHaveBeenCalled());
    expect(onSize).toHaveBeenCalledWith(420);
    expect(onLog).toHaveBeenCalledWith(expect.objectContaining({ data: 'hello' }));
  });

  test('E4: offers tools: it is asked for them and called, hears that a call is over, and says what changed', async () => {
    const { frame, bridge: made, onInitialized, onToolsChanged } = await connect();
    await frame.initialize({ tools: { listChanged: true } });
    await vi.waitFor(() =>
      expect(onInitialized).toHaveBeenCalledWith(expect.objectContaining({ declaresTools: true })),
    );
    const requestOf = (method: string) =>
      vi.waitFor(() => {
        const found = frame.heard.findLast((message) => message.method === method);
        if (!found) throw new Error(`${method} was not sent`);
        return found;
      });
    const listing = made.listTools(undefined);
    const list = await requestOf('tools/list');
    // A wrong tool doesn't spoil the list.
    frame.say({ jsonrpc: '2.0', id: list['id'], result: { tools: [7, { name: 'set' }], nextCursor: 3 } });
    expect(await listing).toEqual({ tools: [7, { name: 'set' }], nextCursor: undefined });
    const abort = new AbortController();
    const calling = made.callTool('set', { a: 1 }, abort.signal);
    const call = await requestOf('tools/call');
    expect(call.params).toMatchObject({ name: 'set', arguments: { a: 1 } });
    frame.say({ jsonrpc: '2.0', id: call['id'], result: { content: 'odd' } });
    expect(await calling).toEqual({ content: 'odd' });
    const given = made.callTool('set', {}, abort.signal);
    const again = await requestOf('tools/call');
    abort.abort();
    await expect(given).rejects.toBeInstanceOf(Error);
    expect((await requestOf('notifications/cancelled')).params).toMatchObject({ requestId: again['id'] });
    frame.notify('notifications/tools/list_changed');
    await vi.waitFor(() => expect(onToolsChanged).toHaveBeenCalledOnce());
  });

  test('E4: hears nothing more after it was closed', async () => {
    const { frame, bridge: made } = await connect();
    await frame.initialize();
    await settled();
    const before = frame.heard.length;
    made.close();
    made.setData({ input: {} });
    made.setContext({ theme: 'light' });
    await settled();
    expect(frame.heard).toHaveLength(before);
  });
});
