import type { RedirectReceiver } from './redirect-receiver.ts';
import { SignInError } from './sign-in-error.ts';

/** The channel on which the host's callback page passes on its parameters. */
export const oauthChannel = 'loggia-oauth';

/** The part of a window that is needed. */
export interface Popup {
  opener: unknown;
  location: { href: string };
  close(): void;
}

export interface BrowserRedirectOptions {
  /** The host's callback page, `/oauth/callback`: of the origin that this page is of. */
  readonly callback: string;
  readonly open?: () => Popup | null;
}

/**
 * Signs in in a separate window. Create it inside the click handler: later, browsers block the window as a popup.
 *
 * The window isn't polled for being closed, because pages that isolate themselves look closed from the start. The
 * caller needs a way to cancel.
 */
export function browserRedirect({ callback, open = openWindow }: BrowserRedirectOptions): RedirectReceiver {
  const popup = open();
  const channel = new BroadcastChannel(oauthChannel);
  /** The answers that arrived, by state: several sign-ins may be under way in several tabs. */
  let expected: string | null = null;
  let arrived: URLSearchParams | undefined;
  let tell: ((answer: URLSearchParams) => void) | undefined;

  channel.addEventListener('message', ({ data }: MessageEvent<unknown>): void => {
    const answer = readAnswer(data);
    if (answer === undefined || expected === null || answer.get('state') !== expected) return;
    // The page tells its reader that somebody was there.
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin anyway
    channel.postMessage({ kind: 'received', state: expected });
    arrived = answer;
    tell?.(answer);
  });

  return {
    redirectUri: async () => callback,
    open: async (url) => {
      if (popup === null) {
        throw new SignInError(
          'cancelled',
          'The browser did not open a window to sign in. Allow this page to open windows, then try again.',
        );
      }
      expected = new URL(url).searchParams.get('state');
      arrived = undefined;
      popup.location.href = url;
    },
    wait: (signal) =>
      new Promise((resolve, reject) => {
        signal.throwIfAborted();
        if (arrived) return resolve(arrived);
        tell = resolve;
        signal.addEventListener('abort', () => reject(signal.reason), { once: true });
      }),
    close: () => {
      channel.close();
      popup?.close();
    },
  };
}

function openWindow(): Popup | null {
  const popup = window.open('about:blank', '_blank', 'popup,width=520,height=720');
  // The pages that it will show must have no way back into this one.
  if (popup) popup.opener = null;
  return popup;
}

function readAnswer(data: unknown): URLSearchParams | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { kind, query } = data as Record<string, unknown>;
  return kind === 'answer' && typeof query === 'string' ? new URLSearchParams(query) : undefined;
}
