import { html } from 'hono/html';
import { layout } from './page.ts';

/**
 * The redirect target for authorization servers. Its parameters are passed to the page of this origin that waits for
 * them; the host itself takes no part and sees no token.
 */
export function callbackPage(): ReturnType<typeof html> {
  return layout(
    'Signing in – Loggia',
    html`<h1>Signing in</h1>
      <p class="lead" id="message" role="status">One moment.</p>
      <noscript>
        <p>
          Nothing happens here without JavaScript. Allow it for this address, then start the sign-in again.
        </p>
      </noscript>
      <script src="/oauth/callback.js"></script>`,
  );
}

/**
 * Nothing of the address is ever shown: anybody can link here with their own words. The address is cleared first, so
 * that the code doesn't stay in the history.
 */
export const callbackScript = `'use strict';
(() => {
  const query = location.search.slice(1);
  history.replaceState(null, '', location.pathname);
  const parameters = new URLSearchParams(query);
  const state = parameters.get('state');
  const message = document.getElementById('message');
  const say = (text) => {
    message.textContent = text;
  };
  if (!state || !(parameters.has('code') || parameters.has('error'))) {
    say('There is nothing to do here. A sign-in starts in Loggia, at the server that asks for it.');
    return;
  }
  const channel = new BroadcastChannel('loggia-oauth');
  const alone = setTimeout(() => {
    channel.close();
    say('Nothing was waiting for this sign-in any more. Go back to Loggia and sign in again.');
  }, 3000);
  channel.addEventListener('message', ({ data }) => {
    if (data === null || typeof data !== 'object' || data.kind !== 'received' || data.state !== state) return;
    clearTimeout(alone);
    channel.close();
    say(
      parameters.has('error')
        ? 'Access was not granted. You can close this window; Loggia says more.'
        : 'That is all. You can close this window and go back to Loggia.',
    );
    window.close();
  });
  channel.postMessage({ kind: 'answer', query });
})();
`;
