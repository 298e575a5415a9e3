import type { RedirectReceiver } from '@loggia/client/oauth';

/** Goes where the browser is sent, agrees, and comes back with what the last address says. */
export class WillingUser implements RedirectReceiver {
  readonly #uri = 'http://127.0.0.1:7777/oauth/callback';
  #answer = new URLSearchParams();

  async redirectUri(): Promise<string> {
    return this.#uri;
  }

  async open(url: string): Promise<void> {
    for (let next = url; !next.startsWith(this.#uri);) {
      const response = await fetch(next, { redirect: 'manual' });
      const target = response.headers.get('location') ?? approvalIn(await response.text());
      if (target === undefined) throw new Error(`The user is stuck at ${next}.`);
      next = new URL(target, next).href;
      if (next.startsWith(this.#uri)) this.#answer = new URL(next).searchParams;
    }
  }

  async wait(): Promise<URLSearchParams> {
    return this.#answer;
  }

  close(): void {}
}

/** Where the button leads that agrees. */
function approvalIn(page: string): string | undefined {
  const link = /<a[^>]*href="([^"]+)"[^>]*>\s*(?:Approve|Allow)/i.exec(page)?.[1];
  return link?.replaceAll('&amp;', '&');
}
