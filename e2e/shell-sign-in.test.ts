import { AuthorizationServer, openLoopbackServer, ProtectedMcpServer } from '@loggia/testing/oauth';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { inBrowser, noBrowser, Product } from './src/browser.ts';
import { Api } from './src/process/api.ts';
import { until } from './src/process/until.ts';

/** The outcome of an attempt from the page, and the page's policy violation for it. */
interface Tried {
  readonly outcome: string;
  readonly violations: readonly string[];
}

describe.skipIf(noBrowser !== undefined)(inBrowser('what the page may reach'), () => {
  let authorization: AuthorizationServer;
  let server: ProtectedMcpServer;
  let product: Product;
  let api: Api;

  beforeAll(async () => {
    authorization = await AuthorizationServer.start();
    server = await ProtectedMcpServer.start({ authorizationServer: authorization, scopes: ['read'] });
    product = await Product.start({ tickets: { url: server.url } });
    api = new Api(() => product.data.endpoint());
  });
  afterAll(async () => {
    await product[Symbol.asyncDispose]();
    await server.close();
    await authorization.close();
  });

  const whoami = () => api.call('callTool', { server: 'tickets', tool: 'whoami' });

  test('B12, SE16: signing in, renewing and signing out go through the host; the page asks nobody else', async () => {
    const screen = await product.screen();
    const { page } = screen;
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await screen.go('servers');
    await page.getByRole('link', { name: /tickets/ }).click();
    const state = page.locator('.server-title');
    await page.getByRole('button', { name: 'Sign in to tickets' }).click();
    await state.getByText('Ready').waitFor();
    expect(authorization.requests).toMatchObject({ register: 1, token: 1, refresh: 0 });
    expect(await whoami()).toMatchObject({ content: [{ text: 'you' }] });

    authorization.expireAll();
    await whoami().catch(() => undefined);
    await until('it is signed in again', () => whoami().catch(() => undefined), 30_000);
    await state.getByText('Ready').waitFor();
    expect(authorization.requests).toMatchObject({ authorize: 1, refresh: 1 });

    await page.getByRole('tab', { name: 'About' }).click();
    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByText('You are signed out of “tickets”.', { exact: true }).waitFor();
    expect(authorization.requests.revoke).toBeGreaterThan(0);

    const { origin } = new URL(page.url());
    expect(asked.length).toBeGreaterThan(0);
    expect(asked.filter((url) => new URL(url).origin !== origin)).toEqual([]);
    expect(screen.problems).toEqual([]);
  });

  test('SE16: the page connects to the host alone, and runs no script that somebody uploaded', async () => {
    const heard: string[] = [];
    const other = await openLoopbackServer((request) => {
      heard.push(request.url);
      return new Response('', { headers: { 'access-control-allow-origin': '*' } });
    });
    onTestFinished(() => other.close());
    const screen = await product.screen({ expected: [/Content Security Policy/i, /requires 'Trusted/] });
    const { page } = screen;
    const attempt = (url: string): Promise<Tried> =>
      page.evaluate(async (address) => {
        const violations: string[] = [];
        const note = ({ effectiveDirective, blockedURI }: SecurityPolicyViolationEvent) =>
          violations.push(`${effectiveDirective} ${blockedURI}`);
        document.addEventListener('securitypolicyviolation', note);
        const outcome = await fetch(address).then(
          () => 'answered',
          () => 'blocked',
        );
        // The event is queued when the request is blocked.
        await new Promise((resolve) => setTimeout(resolve, 100));
        document.removeEventListener('securitypolicyviolation', note);
        return { outcome, violations };
      }, url);
    for (const url of [
      'https://elsewhere.example/',
      `${other.origin}/`,
      `${other.origin.replace('127.0.0.1', 'localhost')}/`,
    ])
      expect(await attempt(url)).toEqual({ outcome: 'blocked', violations: [`connect-src ${url}`] });
    expect(heard).toEqual([]);
    expect(await attempt('/healthz')).toEqual({ outcome: 'answered', violations: [] });

    const { id: workspace } = await api.firstWorkspace();
    const artifact = await api.create({
      workspace,
      type: 'text/javascript',
      title: 'uploaded.js',
      content: { text: 'globalThis.uploaded = true;' },
    });
    const { path } = await api.call<{ path: string }>('linkContent', { artifact: artifact.id });
    expect(await (await fetch(new URL(path, page.url()))).text()).toContain('uploaded');
    const tried = await page.evaluate(async (address) => {
      const violations: string[] = [];
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) =>
        violations.push(effectiveDirective),
      );
      const outcome = (run: () => unknown): string => {
        try {
          run();
          return 'done';
        } catch (error) {
          return (error as Error).name;
        }
      };
      const script = document.createElement('script');
      const { trustedTypes } = globalThis as unknown as {
        trustedTypes: { createPolicy(name: string, rules: object): unknown };
      };
      const outcomes = {
        element: outcome(() => (script.src = address)),
        markup: outcome(() => (document.createElement('div').innerHTML = '<b>bold</b>')),
        worker: outcome(() => new Worker(address)),
        policy: outcome(() => trustedTypes.createPolicy('default', { createScriptURL: String })),
      };
      await new Promise((resolve) => setTimeout(resolve, 100));
      return { outcomes, violations, ran: 'uploaded' in globalThis };
    }, path);
    expect(tried).toEqual({
      outcomes: { element: 'TypeError', markup: 'TypeError', worker: 'TypeError', policy: 'TypeError' },
      violations: [...Array(3).fill('require-trusted-types-for'), 'trusted-types'],
      ran: false,
    });
    // As text, since an import in a function would be that of the test. Trusted Types don't cover it, the policy does.
    const imported = await page.evaluate(`new Promise((resolve) => {
      document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => resolve(effectiveDirective));
      import(${JSON.stringify(path)}).then(() => resolve('imported'), () => undefined);
    })`);
    expect(imported).toBe('script-src-elem');
    expect(screen.problems).toEqual([]);
  });
});
