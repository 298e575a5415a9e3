import type { Popup } from '@loggia/client/oauth';

let nook: HTMLIFrameElement | undefined;

/** To be called before anybody clicks: browsers let a frame open windows only if it was there at the click. */
export function prepareSignInWindow(): void {
  if (nook || isGecko()) return;
  nook = document.createElement('iframe');
  nook.hidden = true;
  nook.title = 'Opens windows to sign in';
  document.body.append(nook);
}

/**
 * A window that we can close, and whose pages cannot send this one elsewhere while nobody looks.
 *
 * A window may send away the page that opened it, and only that page may close it, so one without the other is not to be
 * had from here. But from a frame of ours that shows nothing: browsers let a window reach neither the page around its
 * opener nor, from another origin, the opener's content. Gecko is less strict there, and lets us close what has lost its
 * opener.
 */
export function openSignInWindow(): Popup | null {
  const opener = nook?.contentWindow ?? window;
  const popup = opener.open('about:blank', '_blank', 'popup,width=520,height=720');
  if (popup && opener === window) popup.opener = null;
  return popup;
}

function isGecko(): boolean {
  return 'mozInnerScreenX' in window;
}
