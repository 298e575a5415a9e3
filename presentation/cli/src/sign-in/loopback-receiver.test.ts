import { expect, onTestFinished, test } from 'vitest';
import { LoopbackReceiver } from './loopback-receiver.ts';
import { browserCommand, hasBrowser } from './open-browser.ts';

const never = new AbortController().signal;

async function opened(state = 'secret', withinMs = 60_000) {
  const shown: string[] = [];
  const receiver = new LoopbackReceiver({ show: async (url) => void shown.push(url), withinMs });
  onTestFinished(() => receiver.close());
  const uri = await receiver.redirectUri();
  await receiver.open(`https://as.example/authorize?state=${state}`);
  return { receiver, uri, shown };
}

test('B12: the answer comes back to a port of this machine, and the page says that it is over', async () => {
  const { receiver, uri, shown } = await opened();
  expect(uri).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/oauth\/callback$/);
  expect(await receiver.redirectUri()).toBe(uri);
  expect(shown).toEqual(['https://as.example/authorize?state=secret']);
  const heard = receiver.wait(never);
  const page = await fetch(`${uri}?code=abc&state=secret&iss=x`);
  expect(page.status).toBe(200);
  expect(Object.fromEntries(page.headers)).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'referrer-policy': 'no-referrer',
  });
  expect(await page.text()).toContain('You can close this window');
  expect(Object.fromEntries(await heard)).toEqual({ code: 'abc', state: 'secret', iss: 'x' });
});

test('B12: an answer that comes before anybody waits is kept', async () => {
  const { receiver, uri } = await opened();
  await fetch(`${uri}?code=abc&state=secret`);
  expect((await receiver.wait(never)).get('code')).toBe('abc');
});

test('B13: who does not know the state is not heard, and neither is a second answer', async () => {
  const { receiver, uri } = await opened();
  const origin = new URL(uri).origin;
  const status = async (url: string, init?: RequestInit) => (await fetch(url, init)).status;
  expect(await status(`${uri}?code=evil`)).toBe(400);
  expect(await status(`${uri}?code=evil&state=guess`)).toBe(400);
  expect(await status(`${origin}/?code=evil&state=secret`)).toBe(404);
  expect(await status(`${uri}?code=evil&state=secret`, { method: 'POST' })).toBe(405);
  expect(await status(`${uri}?code=good&state=secret`)).toBe(200);
  expect(await status(`${uri}?code=evil&state=secret`)).toBe(400);
  expect((await receiver.wait(never)).get('code')).toBe('good');
});

test('B13: nothing of the request is on the page', async () => {
  const { uri } = await opened();
  const page = await fetch(`${uri}?state=secret&error=%3Cscript%3Ealert(1)%3C/script%3E`);
  expect(await page.text()).not.toContain('alert');
});

test('B12: a second attempt has a state of its own', async () => {
  const { receiver, uri } = await opened('first');
  await receiver.open('https://as.example/authorize?state=second');
  expect((await fetch(`${uri}?code=old&state=first`)).status).toBe(400);
  expect((await fetch(`${uri}?code=new&state=second`)).status).toBe(200);
  expect((await receiver.wait(never)).get('code')).toBe('new');
});

test('B12: nobody waits for ever', async () => {
  const { receiver } = await opened('secret', 1);
  await expect(receiver.wait(never)).rejects.toThrow('Nobody signed in within');
  const stop = new AbortController();
  const waiting = (await opened()).receiver.wait(stop.signal);
  stop.abort(new Error('stopped'));
  await expect(waiting).rejects.toThrow('stopped');
});

test('B12: a closed one hears nothing any more', async () => {
  const { receiver, uri } = await opened();
  receiver.close();
  receiver.close();
  await expect(fetch(`${uri}?code=abc&state=secret`)).rejects.toThrow('fetch failed');
});

test.each(['file:///etc/passwd', 'javascript:alert(1)', 'calculator:', '--help', ''])(
  'B13: an authorization server cannot have %j opened',
  async (url) => {
    const { receiver, shown } = await opened();
    await expect(receiver.open(url)).rejects.toThrow('not a web page');
    expect(shown).toHaveLength(1);
  },
);

test('B13: no shell sees the address', () => {
  const url = 'https://as.example/?a=1&calc';
  for (const platform of ['linux', 'darwin', 'win32'] as const) {
    const [program, ...args] = browserCommand(platform, url);
    expect(['open', 'xdg-open', 'rundll32']).toContain(program);
    expect(args.at(-1)).toBe(url);
  }
});

test('B12: a browser is opened only where somebody can see it', () => {
  expect(hasBrowser({ platform: 'linux', env: {} })).toBe(false);
  expect(hasBrowser({ platform: 'linux', env: { DISPLAY: ':0' } })).toBe(true);
  expect(hasBrowser({ platform: 'darwin', env: {} })).toBe(true);
  expect(hasBrowser({ platform: 'darwin', env: { SSH_CONNECTION: 'x' } })).toBe(false);
  expect(hasBrowser({ platform: 'darwin', env: { CI: 'true' } })).toBe(false);
});
