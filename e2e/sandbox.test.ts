import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import os from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { inBrowser, lanName, launchStoringBrowser, noBrowser } from './src/browser.ts';
import { until } from './src/process/until.ts';
import {
  callingView,
  echoingView,
  hostileView,
  leavingView,
  leavingWays,
  meddlingView,
  spoofingView,
} from './src/sandbox/attacks.ts';
import { heard, tell } from './src/sandbox/fake-shell.ts';
import { SandboxRig, type ShownView } from './src/sandbox/sandbox-rig.ts';
import { Stranger } from './src/sandbox/stranger.ts';

/** The tests for both kinds of documents: with an origin of its own, and without one, where all Views share one. */
function testSandbox(kind: 'own' | 'shared', rig: () => SandboxRig): void {
  function expectNothingReached(): void {
    const { requests, connections, datagrams } = rig().stranger;
    expect({ requests, connections, datagrams }).toEqual({ requests: [], connections: 0, datagrams: 0 });
  }

  /** It asks for something, so it still runs. */
  async function expectAlive(page: Page): Promise<void> {
    expect(page.url()).toBe(`${rig().shell.origin}/`);
    const before = rig().shell.requests;
    await page.evaluate(() => void fetch('/alive'));
    await until('the shell asks', () => rig().shell.requests > before);
  }

  test('E3: a hostile View reaches nobody and nothing', async () => {
    const page = await rig().page();
    await rig().show('<!doctype html><title>Sibling</title>', {}, page);
    const hostile = hostileView({ evil: rig().stranger.origin, host: rig().data.endpoint().http });
    const view = await rig().show(hostile, {}, page);
    expect(view.sandbox.kind).toBe(kind);
    await until(
      'it has tried everything',
      async () => (await heard(page)).some(({ data }) => nameOf(data.params) === 'done'),
      45_000,
    );
    const outcomes = (await heard(page))
      .filter(({ data }) => data.method === 'attack')
      .map(({ data }) => data.params as { name: string; outcome: string });
    expect(outcomes.length).toBeGreaterThan(45);
    const succeeded = outcomes.filter(({ name, outcome }) => name !== 'done' && outcome !== 'failed');
    // With an origin it shares its proxy's, which is nobody else's. Whether it has stores is up to the browser.
    const itsOwn = ['proxy document', 'proxy code', 'own storage', 'own database', 'own cookie'];
    const allowed = kind === 'shared' ? [] : itsOwn;
    expect(succeeded.filter(({ name }) => !allowed.includes(name))).toEqual([]);
    expectNothingReached();
    await expectAlive(page);
    await page.close();
  });

  test.each(leavingWays)('E3: a View that leaves by %s takes nothing along', async (way) => {
    const view = await rig().show(leavingView(rig().stranger.origin, way));
    const { page } = view;
    await until('it has left, or stayed', async () => {
      const left = page.frames().some((frame) => frame.url().startsWith('chrome-error:'));
      return left || (await heard(page)).some(({ data }) => data.method === 'stayed');
    });
    expect(rig().stranger.requests).toEqual([]);
    expectNothingReached();
    await expectAlive(page);
    await page.close();
  });

  test('E3: a View makes no calls beside the policy', async () => {
    const view = await rig().show(callingView(rig().stranger.port));
    const { page } = view;
    let crashed = false;
    page.once('crash', () => (crashed = true));
    // A browser may end the View for trying; its shell it must not touch.
    await page.evaluate(() => void setInterval(() => void fetch('/alive'), 50)).catch(() => undefined);
    await until('it has tried', async () => {
      if (crashed) return true;
      return (await heard(page).catch(() => [])).some(({ data }) => data.method === 'called');
    });
    const then = rig().shell.requests;
    await until('the shell goes on', () => rig().shell.requests > then + 2);
    expect(rig().stranger.datagrams).toBe(0);
    expectNothingReached();
    await page.close();
  });

  test('E3: nobody but the proxy speaks as the proxy', async () => {
    const view = await rig().show(spoofingView);
    await rig().hears(view, 'done');
    const all = await heard(view.page);
    const ours = all.filter(({ from }) => from === view.frame).map(({ data }) => data.method);
    expect(ours.filter((method) => method !== 'with/port')).toEqual([
      'ui/notifications/sandbox-proxy-ready',
      'done',
    ]);
    expect(all.filter(({ from, data }) => from === view.frame && isSpoofed(data.params))).toEqual([]);
    const titles = await Promise.all(view.page.frames().map((frame) => frame.title()));
    expect(titles).not.toContain('Not mine');
    await view.page.close();
  });

  test('E3, E4: messages pass both ways, once shown and only the first time', async () => {
    const view = await rig().show(echoingView);
    await rig().hears(view, 'ready');
    const again = { html: '<title>Second</title>' };
    await tell(view.page, view.frame, {
      jsonrpc: '2.0',
      method: 'ui/notifications/sandbox-resource-ready',
      params: again,
    });
    await tell(view.page, view.frame, { jsonrpc: '2.0', method: 'ui/notifications/sandbox-x', params: {} });
    await tell(view.page, view.frame, { jsonrpc: '2.0', method: 'hello', params: { a: [1] } });
    const { data, origin } = await rig().hears(view, 'echo/hello');
    const from = kind === 'own' ? view.sandbox.origin : 'null';
    expect(data.params).toEqual({ got: { a: [1] }, from });
    expect(origin).toBe(view.sandbox.origin);
    const said = (await heard(view.page)).map(({ data: { method } }) => method);
    expect(said).toEqual(['ui/notifications/sandbox-proxy-ready', 'ready', 'echo/hello']);
    await view.page.close();
  });

  test('E3: what a page has ahead waits as text, and only the shell has it shown', async () => {
    const page = await rig().page();
    await rig().show(meddlingView, {}, page);
    const view = await rig().show(echoingView, {}, page, 'resource-ahead');
    await rig().hears(view, 'ui/notifications/sandbox-proxy-ready');
    await tell(page, view.frame, { jsonrpc: '2.0', method: 'hello', params: {} });
    const tries = async () => (await heard(page)).filter(({ data }) => data.method === 'tried').length;
    const before = await tries();
    await until('the other View has tried for a while', async () => (await tries()) > before + 10);
    const said = async () =>
      (await heard(page)).flatMap(({ from, data }) => (from === view.frame ? [data.method] : []));
    expect(await said()).toEqual(['ui/notifications/sandbox-proxy-ready']);

    await tell(page, view.frame, {
      jsonrpc: '2.0',
      method: 'ui/notifications/sandbox-resource-ready',
      params: { html: '<title>Not mine</title>', colorScheme: 'dark' },
    });
    await rig().hears(view, 'ready');
    const titles = await Promise.all(page.frames().map((frame) => frame.title()));
    expect(titles).not.toContain('Not mine');
    expect(await said()).not.toContain('page/left');
    await page.close();
  });

  test('E3: a View learns nothing of its address, and links to its parts stay in it', async () => {
    const view = await rig().show(echoingView);
    await rig().hears(view, 'ready');
    expect(await rig().run(view, 'base')).toEqual(['about:srcdoc', 'about:srcdoc', '', '', 'null']);
    expect(await rig().run(view, 'click')).toBe('about:srcdoc#part');
    expect(await rig().run(view, 'base')).toMatchObject({ 1: 'about:srcdoc#part' });
    await view.page.close();
  });

  test('E3: what is declared is reached, and what is not is on record', async () => {
    const friend = await Stranger.open();
    const { sandbox, view: name } = await rig().sandbox(echoingView, {
      csp: { connectDomains: [friend.origin, "'unsafe-eval'", 'https://x.example; script-src *'] },
    });
    expect(sandbox.granted.csp).toEqual({ connectDomains: [friend.origin] });
    expect(sandbox.notes).toHaveLength(2);
    await friend[Symbol.asyncDispose]();
    expect(name).toMatch(/^view-/);

    const other = await Stranger.open();
    const view = await rig().show(echoingView, { csp: { connectDomains: [other.origin] } });
    await rig().hears(view, 'ready');
    expect(await rig().run(view, 'fetch', { url: `${other.origin}/declared` })).toBe('reached');
    expect(other.requests).toEqual(['GET /declared']);
    expect(await rig().run(view, 'fetch', { url: `${rig().stranger.origin}/secret?path` })).toBe('failed');
    expectNothingReached();
    const csp = await until('the violation is on record', async () => {
      const { records } = (await rig().call('listAudit', { session: rig().session.uri, limit: 1000 })) as {
        records: { method: string; target: string; view: string }[];
      };
      const number = `view-${Number(name.slice(5)) + 1}`;
      return records.find(({ method, view: from }) => method === 'csp' && from === number);
    });
    expect(csp).toMatchObject({
      target: rig().stranger.origin,
      decision: 'refused',
      clientId: 'viewer',
      principal: 'local',
      serverName: 'views',
      reason: `connect-src blocked ${rig().stranger.origin}. It is not among the connectDomains of the template, which would have to declare it.`,
    });
    await other[Symbol.asyncDispose]();
    await view.page.close();
  });
}

describe.skipIf(noBrowser !== undefined)(inBrowser('Views in Chromium'), () => {
  let rig: SandboxRig;

  beforeAll(async () => {
    rig = await SandboxRig.open();
  });

  afterAll(async () => {
    await rig[Symbol.asyncDispose]();
  });

  testSandbox('own', () => rig);

  test('E5: the theme of the shell is the theme of the frames', async () => {
    const view = await rig.show(echoingView);
    await rig.hears(view, 'ready');
    const proxy = view.page.frames().find((frame) => frame.url() === view.sandbox.url);
    const schemeOf = () =>
      proxy?.evaluate(() => getComputedStyle(document.querySelector('iframe') as Element).colorScheme);
    expect(await schemeOf()).toBe('dark');
    await tell(view.page, view.frame, {
      jsonrpc: '2.0',
      method: 'ui/notifications/host-context-changed',
      params: { theme: 'light' },
    });
    await rig.hears(view, 'echo/ui/notifications/host-context-changed');
    expect(await schemeOf()).toBe('light');
    await view.page.close();
  });

  test('E3: a permission is had where it is declared', async () => {
    const without = await rig.show(echoingView);
    await rig.hears(without, 'ready');
    expect(await rig.run(without, 'camera')).toBe('failed');
    await without.page.close();
    const declared = await rig.show(echoingView, { permissions: { camera: {} } });
    await rig.hears(declared, 'ready');
    expect(declared.sandbox).toMatchObject({ allow: 'camera', kind: 'own' });
    expect(await rig.run(declared, 'camera')).toBe(true);
    await declared.page.close();
  });

  test('E3: what a View stores is its own, and found again only where it keeps its origin', async () => {
    const profile = mkdtempSync(join(os.tmpdir(), 'loggia-profile-'));
    const browser = await launchStoringBrowser(profile);
    try {
      const page = await browser.newPage();
      await page.goto(`${rig.shell.origin}/`);
      const stored = async (view: ShownView, word: string): Promise<unknown> => {
        await rig.hears(view, 'ready');
        return rig.run(view, 'store', { word });
      };
      const { view, sandbox } = await rig.sandbox(echoingView, { domain: 'views.example' });
      expect(await stored(await rig.put(sandbox, page), 'one')).toBe(null);
      expect(await stored(await rig.put(await rig.reopened(view), page), 'two')).toBe(null);
      const { id: server } = rig.session.named('views');
      await rig.call('setViewPolicy', { server, loosen: ['stable-origin'] });
      expect(await stored(await rig.put(await rig.reopened(view), page), 'three')).toBe(null);
      expect(await stored(await rig.put(await rig.reopened(view), page), 'four')).toBe('three');
      const other = await rig.sandbox(echoingView, { domain: 'views.example' });
      expect(await stored(await rig.put(other.sandbox, page), 'five')).toBe(null);
      await rig.call('setViewPolicy', { server, loosen: [] });
    } finally {
      await browser.close();
      rmSync(profile, { recursive: true, force: true });
    }
  });

  test('E3: what the user grants to a server its Views can do, and only from then on', async () => {
    const before = await rig.show(echoingView);
    await rig.hears(before, 'ready');
    for (const what of ['evaluate', 'worker', 'script']) expect(await rig.run(before, what)).toBe('failed');
    await before.page.close();
    const { id: server } = rig.session.named('views');
    await rig.call('setViewPolicy', { server, loosen: ['unsafe-eval', 'blob:', 'data:'] });
    const after = await rig.show(echoingView);
    await rig.hears(after, 'ready');
    expect(await rig.run(after, 'evaluate')).toBe(2);
    expect(await rig.run(after, 'worker')).toBe(2);
    expect(await rig.run(after, 'script')).toBe(3);
    expect(after.sandbox.loosened).toEqual(['unsafe-eval', 'blob:', 'data:']);
    await after.page.close();
    await rig.call('setViewPolicy', { server, loosen: [] });
  });

  test('E3: under the name of a View there is its page, once, and nothing else', async () => {
    const { sandbox } = await rig.sandbox(echoingView);
    const other = await rig.sandbox(echoingView);
    const { host, pathname } = new URL(sandbox.url);
    const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
      asked(rig.data.endpoint().http, { host, path, headers, method });
    const { token } = rig.data.endpoint();
    const authorization = `Bearer ${token}`;
    for (const path of [
      '/',
      '/healthz',
      '/api',
      '/api/openapi.json',
      '/mcp',
      '/ahp',
      '/oauth/callback',
      '/page.css',
      '/sw.js',
      '/favicon.ico',
      `${pathname}/`,
      `${pathname}?x`,
      `/${'a'.repeat(43)}`,
    ])
      expect([path, await get(path, { authorization })]).toEqual([path, { status: 404, body: '' }]);
    const socket = {
      upgrade: 'websocket',
      connection: 'Upgrade',
      'sec-websocket-key': 'x'.repeat(22) + '==',
      'sec-websocket-version': '13',
    };
    expect((await get('/ahp', { ...socket, authorization })).status).toBe(403);
    for (const method of ['HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'])
      expect([method, (await get(pathname, {}, method)).status]).toEqual([method, 404]);
    // Neither under the name of another, nor under the host's own.
    const strange = new URL(other.sandbox.url).host;
    const elsewhere = { path: pathname, headers: {}, method: 'GET' };
    expect((await asked(rig.data.endpoint().http, { ...elsewhere, host: strange })).status).toBe(404);
    expect(
      (await asked(rig.data.endpoint().http, { ...elsewhere, host: new URL(rig.data.endpoint().http).host }))
        .status,
    ).toBe(404);
    expect((await asked(rig.data.endpoint().http, { ...elsewhere, host: 'rebound.example' })).status).toBe(
      403,
    );
    expect(await get(pathname)).toMatchObject({
      status: 200,
      body: expect.stringContaining('sandbox-') as string,
    });
    expect(await get(pathname)).toEqual({ status: 404, body: '' });
    // Nor does a page of theirs get in elsewhere.
    const asView = await asked(rig.data.endpoint().http, {
      host: new URL(rig.data.endpoint().http).host,
      path: '/healthz',
      headers: { origin: sandbox.origin },
      method: 'GET',
    });
    expect(asView.status).toBe(403);
  });

  test('E1, E9: templates are listed, decided about by hash, and every sandbox is on record with its policy', async () => {
    const { sandbox, view } = await rig.sandbox(echoingView, {
      csp: { connectDomains: ['https://a.example'] },
    });
    const { hash } = sandbox.template;
    const { templates } = (await rig.call('listTemplates')) as { templates: { hash: string }[] };
    expect(templates.find((template) => template.hash === hash)).toMatchObject({
      serverName: 'views',
      resourceUri: `ui://views/${view}`,
      declared: { csp: { connectDomains: ['https://a.example'] } },
      decision: 'undecided',
    });
    const opened = (await rig.audit(view)).find(({ method }) => method === 'sandbox/open');
    expect(opened).toMatchObject({ decision: 'allowed', target: `ui://views/${view}` });
    expect(opened?.reason).toContain('connect-src https://a.example;');
    expect(opened?.reason).not.toContain('report-uri');
    await rig.call('decideTemplate', { hash, decision: 'blocked' });
    const again = rig.call('openSandbox', {
      server: rig.session.named('views').channel,
      resourceUri: `ui://views/${view}`,
      shell: rig.shell.origin,
      view,
    });
    await expect(again).rejects.toThrow(/was blocked by local/);
    expect((await rig.api(`/api/templates/${'0'.repeat(64)}`)).status).toBe(404);
    expect((await fetch(`${rig.data.endpoint().http}/api/templates/${hash}`)).status).toBe(401);
    const html = await rig.api(`/api/templates/${hash}`);
    expect(html.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(await html.text()).toBe(echoingView);
  });
});

describe.skipIf(noBrowser !== undefined)(inBrowser('Views in Chromium that share an origin'), () => {
  let rig: SandboxRig;

  beforeAll(async () => {
    rig = await SandboxRig.open(lanName);
  });

  afterAll(async () => {
    await rig[Symbol.asyncDispose]();
  });

  testSandbox('shared', () => rig);

  test('E3: a View that needs an origin does without, and that is said', async () => {
    const view = await rig.show(echoingView, { permissions: { camera: {} } });
    await rig.hears(view, 'ready');
    expect(view.sandbox.notes).toEqual([expect.stringContaining('wildcard name')]);
    expect(await rig.run(view, 'camera')).toBe('failed');
    await view.page.close();
  });

  test('E3: at the address that they share there is nothing else', async () => {
    const { sandbox } = await rig.sandbox(echoingView);
    const { origin, host, pathname } = new URL(sandbox.url);
    const { http, token } = rig.data.endpoint();
    expect(origin).not.toBe(http);
    const headers = { authorization: `Bearer ${token}` };
    const get = (path: string, name = host) => asked(origin, { host: name, path, headers, method: 'GET' });
    for (const path of ['/', '/healthz', '/api', '/mcp', '/ahp'])
      expect([path, await get(path)]).toEqual([path, { status: 404, body: '' }]);
    expect((await get(pathname, 'rebound.example')).status).toBe(404);
    expect(
      (await asked(http, { host: new URL(http).host, path: pathname, headers, method: 'GET' })).status,
    ).toBe(404);
    const socket = { upgrade: 'websocket', connection: 'Upgrade' };
    const upgraded = await asked(origin, {
      host,
      path: '/ahp',
      headers: { ...socket, authorization: `Bearer ${token}` },
      method: 'GET',
    });
    expect(upgraded.status).toBe(404);
    expect((await get(pathname)).status).toBe(200);
  });
});

function nameOf(params: unknown): string | undefined {
  return (params as { name?: string } | undefined)?.name;
}

function isSpoofed(params: unknown): boolean {
  return (params as { spoofed?: boolean } | undefined)?.spoofed === true;
}

/** As a browser that was told any name for this address. */
function asked(
  origin: string,
  {
    host,
    path,
    headers,
    method,
  }: { host: string; path: string; headers: Record<string, string>; method: string },
): Promise<{ status: number; body: string }> {
  const { hostname, port } = new URL(origin);
  return new Promise((resolve, reject) => {
    const sent = request(
      { hostname, port, path, method, headers: { ...headers, host }, agent: false },
      (response) => {
        let body = '';
        response.setEncoding('utf8').on('data', (text: string) => (body += text));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, body }));
      },
    );
    sent.once('error', reject).end();
  });
}
