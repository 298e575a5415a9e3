import { describe, expect, it, onTestFinished } from 'vitest';
import { browserRedirect, oauthChannel, type Popup } from './browser-redirect.ts';

/** The machine may be busy. */
const patiently = { timeout: 4_000 };

const callback = 'http://127.0.0.1:5644/oauth/callback';

function popupFor(): Popup & { closed: number } {
  return {
    closed: 0,
    opener: {},
    location: { href: 'about:blank' },
    close() {
      this.closed += 1;
    },
  };
}

/** The callback page's side of the channel, and what it heard. */
function callbackPage() {
  const channel = new BroadcastChannel(oauthChannel);
  const heard: unknown[] = [];
  channel.addEventListener('message', (event: MessageEvent<unknown>) => heard.push(event.data));
  onTestFinished(() => channel.close());
  return {
    heard,
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has none
    says: (message: unknown) => channel.postMessage(message),
  };
}

function open(popup: Popup | null) {
  const receiver = browserRedirect({ callback, open: () => popup });
  onTestFinished(() => receiver.close());
  return receiver;
}

describe('B12: signing in in a window of the browser', () => {
  it('B12: sends the window there, hears what the callback page says, and says that it did', async () => {
    const popup = popupFor();
    const receiver = open(popup);
    const page = callbackPage();
    expect(await receiver.redirectUri()).toBe(callback);
    await receiver.open('https://login.example/authorize?state=mine');
    expect(popup.location.href).toBe('https://login.example/authorize?state=mine');
    const answer = receiver.wait(new AbortController().signal);
    page.says({ kind: 'answer', query: 'state=mine&code=c0de&iss=https%3A%2F%2Flogin.example' });
    expect(Object.fromEntries(await answer)).toEqual({
      state: 'mine',
      code: 'c0de',
      iss: 'https://login.example',
    });
    await expect.poll(() => page.heard, patiently).toEqual([{ kind: 'received', state: 'mine' }]);
    receiver.close();
    expect(popup.closed).toBe(1);
  });

  it('B12: leaves alone what is said to another tab, and what is no answer', async () => {
    const receiver = open(popupFor());
    const page = callbackPage();
    await receiver.open('https://login.example/authorize?state=mine');
    for (const message of [{ kind: 'answer', query: 'state=other&code=x' }, { kind: 'answer' }, 'x', null]) {
      page.says(message);
    }
    page.says({ kind: 'answer', query: 'state=mine&code=y' });
    expect((await receiver.wait(new AbortController().signal)).get('code')).toBe('y');
    await expect.poll(() => page.heard, patiently).toEqual([{ kind: 'received', state: 'mine' }]);
  });

  it('B12: says so when the browser opens no window', async () => {
    await expect(open(null).open('https://login.example/?state=a')).rejects.toMatchObject({
      name: 'SignInError',
      message: expect.stringContaining('Allow this page to open windows') as string,
    });
  });

  it('B12: stops waiting when told to', async () => {
    const receiver = open(popupFor());
    const given = new AbortController();
    const answer = receiver.wait(given.signal);
    given.abort(new Error('enough'));
    await expect(answer).rejects.toThrow('enough');
  });
});
