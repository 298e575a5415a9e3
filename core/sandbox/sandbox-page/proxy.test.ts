import { describe, expect, test } from 'vitest';
import { FakeOther, FakeProxyPage, own, resource, rpc, shell, waitingPage } from './fake-window.testkit.ts';

const request = { jsonrpc: '2.0', id: 1, method: 'tools/call' };
const html = '<p>A View</p>';

describe('E3: the frame of the View', () => {
  test('has the attributes of the settings, and loads at once', () => {
    const { frame } = new FakeProxyPage({ sandbox: 'allow-scripts allow-forms', allow: 'camera' });
    expect(Object.fromEntries(frame.attributes)).toEqual({ sandbox: 'allow-scripts allow-forms' });
    expect(frame).toMatchObject({ allow: 'camera', title: 'View', srcdoc: waitingPage });
  });

  test('has no `allow` where nothing is allowed', () => {
    expect(new FakeProxyPage().frame.allow).toBeUndefined();
  });

  test('gets the HTML with a port once it has loaded, and the word to show it once', () => {
    const page = new FakeProxyPage();
    page.fromShell(resource('ahead', { html }));
    expect(page.passed).toEqual([]);
    page.frame.load();
    expect(page.viewWindow.posted).toEqual([{ message: html, to: '*', ports: [page.pulse.port2] }]);
    page.fromShell(resource('ready', { html: 'another' }));
    page.fromShell(resource('ready', {}));
    page.frame.load();
    expect(page.passed).toEqual([html, true]);
  });

  test('gets the first HTML that came, and nothing takes it back', () => {
    const page = new FakeProxyPage();
    page.fromShell(resource('ahead', { html, colorScheme: 'light' }));
    page.fromShell(resource('ready', { html: 'another' }));
    page.fromShell(resource('ahead', { html: 'a third', colorScheme: 'dark' }));
    page.frame.load();
    expect(page.passed).toEqual([html, true]);
    expect(page.style.colorScheme).toBe('light');
  });

  test('gets both at once where nothing was sent ahead', () => {
    const page = new FakeProxyPage();
    page.frame.load();
    page.fromShell(resource('ready', { html }));
    expect(page.passed).toEqual([html, true]);
  });

  test.each([undefined, null, 'text', {}, { html: 1 }])(
    'gets nothing for parameters such as %j',
    (params) => {
      const page = new FakeProxyPage();
      page.frame.load();
      page.fromShell(rpc('ui/notifications/sandbox-resource-ready', params));
      expect(page.passed).toEqual([]);
      page.fromShell(resource('ready', { html }));
      expect(page.passed).toEqual([html, true]);
    },
  );

  test('is sent to its own origin alone where it has one', () => {
    const page = new FakeProxyPage({ hasOrigin: true });
    page.frame.load();
    page.fromShell(resource('ready', { html }));
    page.fromShell(request);
    expect(page.viewWindow.posted.map(({ to }) => to)).toEqual([own, own, own]);
  });
});

describe('E3: the sender is who its window and its origin say', () => {
  test('the shell is greeted at its origin, with the port that it is told through', () => {
    const page = new FakeProxyPage();
    const ready = rpc('ui/notifications/sandbox-proxy-ready', {});
    expect(page.shellWindow.posted).toEqual([{ message: ready, to: shell, ports: [page.line.port2] }]);
  });

  test('a page that is not in a frame greets nobody', () => {
    const page = new FakeProxyPage({}, { isFramed: false });
    expect(page.shellWindow.posted).toEqual([]);
  });

  test('messages of the shell reach the View as they are', () => {
    const page = new FakeProxyPage().show();
    page.fromShell(request);
    page.line.port1.deliver({ jsonrpc: '2.0', id: 1, result: {} });
    expect(page.passed).toEqual([request, { jsonrpc: '2.0', id: 1, result: {} }]);
    expect(page.told).toEqual([]);
  });

  test('messages of the View reach the shell in an envelope', () => {
    const page = new FakeProxyPage().show();
    page.fromView(request);
    page.fromView({ jsonrpc: '2.0', id: 1, error: { code: 1 } });
    expect(page.told).toEqual([{ view: request }, { view: { jsonrpc: '2.0', id: 1, error: { code: 1 } } }]);
    expect(page.passed).toEqual([]);
  });

  test('nobody else is heard, whatever they say', () => {
    const page = new FakeProxyPage().show();
    const loud = [request, { page: 'left' }, resource('ready', { html }), { view: request }];
    for (const message of loud) {
      page.receive(message, new FakeOther(), shell);
      page.receive(message, new FakeOther(), 'null');
      page.receive(message, null, shell);
      page.receive(message, page.shellWindow, 'https://evil.example');
      page.receive(message, page.shellWindow, 'null');
      page.receive(message, page.viewWindow, 'https://evil.example');
      page.receive(message, page.viewWindow, shell);
      page.receive(message, page.viewWindow, own);
    }
    expect([page.told, page.passed, page.pulse.port1.sent]).toEqual([[], [], []]);
  });

  test('a View with an origin is heard from that origin alone', () => {
    const page = new FakeProxyPage({ hasOrigin: true }).show();
    page.fromView(request, 'null');
    page.fromView(request, 'https://evil.example');
    expect(page.told).toEqual([]);
    page.fromView(request, own);
    expect(page.told).toEqual([{ view: request }]);
  });

  test('messages of strangers are not even read', () => {
    const page = new FakeProxyPage().show();
    const read: string[] = [];
    const from = (name: string, source: unknown, origin: string) =>
      page.fire({
        source,
        origin,
        get data() {
          read.push(name);
          return request;
        },
      });
    from('stranger', new FakeOther(), shell);
    from('shell elsewhere', page.shellWindow, 'https://evil.example');
    from('View', page.viewWindow, 'null');
    expect(read).toEqual(['View']);
  });

  test('a View can write no envelope: what it says is always what a View said', () => {
    const page = new FakeProxyPage().show();
    page.fromView({ jsonrpc: '2.0', page: 'left', view: request });
    expect(page.told).toEqual([{ view: { jsonrpc: '2.0', page: 'left', view: request } }]);
  });

  test('before the View is shown, nothing is passed on in either direction', () => {
    const page = new FakeProxyPage();
    page.frame.load();
    page.fromShell(request);
    page.fromShell(resource('ahead', { html }));
    page.fromShell(request);
    page.fromView(request);
    expect([page.told, page.passed]).toEqual([[], [html]]);
  });
});

describe('E3: what is passed on', () => {
  const notRpc = [undefined, null, 0, 'text', [], {}, { jsonrpc: '1.0', method: 'x' }];
  const odd = [
    { jsonrpc: '2.0', method: {} },
    { jsonrpc: '2.0', method: null },
  ];
  const ours = ['ping', 'resource-ready', 'resource-ahead', 'proxy-ready', 'made-up', ''].map((name) =>
    rpc(`ui/notifications/sandbox-${name}`, { html: 'of the View' }),
  );

  test.each([...notRpc, ...odd, ...ours])('the shell hears only that the View sent %j', (message) => {
    const page = new FakeProxyPage().show();
    page.fromView(message);
    expect([page.told, page.passed, page.pulse.port1.sent]).toEqual([[{ view: null }], [], []]);
  });

  test.each([...notRpc, ...odd, ...ours])('the View never hears %j of the shell', (message) => {
    const page = new FakeProxyPage().show();
    page.fromShell(message);
    expect([page.told, page.passed]).toEqual([[], []]);
  });
});

describe('E11: the page tells what it observes', () => {
  test('a ping asks the document of the View, whose signs are passed on', () => {
    const page = new FakeProxyPage().show();
    page.fromShell(rpc('ui/notifications/sandbox-ping'));
    expect(page.pulse.port1.sent).toEqual([0]);
    for (const data of ['beat', 'gesture', 'escape']) page.pulse.port1.deliver(data);
    expect(page.told).toEqual([{ page: 'beat' }, { page: 'gesture' }, { page: 'escape' }]);
  });

  test('an error of the View is told in its words', () => {
    const page = new FakeProxyPage().show();
    page.pulse.port1.deliver({ error: 'no library' });
    page.pulse.port1.deliver(null);
    expect(page.told).toEqual([{ page: 'error', text: 'no library' }, { page: null }]);
  });

  test('E12: the browser adds whether the user has just done something in it', () => {
    const page = new FakeProxyPage().show();
    page.pulse.port1.deliver('gesture');
    expect(page.line.port1.options).toEqual([{ includeUserActivation: true }]);
  });

  test('a View that has gone elsewhere is told of when it no longer answers', () => {
    const page = new FakeProxyPage().show();
    expect(page.timers).toEqual([]);
    page.pulse.port1.deliver('beat');
    page.frame.load();
    expect(page.pulse.port1.sent).toEqual([0]);
    expect(page.timers.map(({ ms }) => ms)).toEqual([2000]);
    page.timers[0]?.run();
    expect(page.told).toEqual([{ page: 'beat' }, { page: 'left', tried: '' }]);
  });

  test('a View that still answers has not left', () => {
    const page = new FakeProxyPage().show();
    page.frame.load();
    page.pulse.port1.deliver('beat');
    page.timers[0]?.run();
    expect(page.told).toEqual([{ page: 'beat' }]);
  });

  test('a navigation that the policy blocked is told at once, with where it led', () => {
    const page = new FakeProxyPage().show();
    page.violate('frame-src', 'https://elsewhere.example');
    page.violate('img-src', 'https://pictures.example');
    page.frame.load();
    expect(page.timers.map(({ ms }) => ms)).toEqual([0]);
    page.timers[0]?.run();
    expect(page.told).toEqual([{ page: 'left', tried: 'https://elsewhere.example' }]);
  });
});

describe('E5: the theme of the View is that of the page', () => {
  test('from the start, and when it changes', () => {
    const page = new FakeProxyPage();
    page.frame.load();
    page.fromShell(resource('ready', { html, colorScheme: 'dark' }));
    expect(page.style.colorScheme).toBe('dark');
    const changed = rpc('ui/notifications/host-context-changed', { theme: 'light' });
    page.fromShell(changed);
    expect(page.style.colorScheme).toBe('light');
    expect(page.passed).toEqual([html, true, changed]);
  });

  test('and nothing but light and dark', () => {
    const page = new FakeProxyPage().show();
    for (const theme of ['url(https://evil.example)', '', 1, null])
      page.fromShell(rpc('ui/notifications/host-context-changed', { theme }));
    page.fromShell(rpc('ui/notifications/host-context-changed'));
    page.fromView(rpc('ui/notifications/host-context-changed', { theme: 'dark' }));
    expect(page.style.colorScheme).toBe('');
  });
});
