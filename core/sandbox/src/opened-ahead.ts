import type { OpenedSandbox } from '@loggia/protocol';
import type { ViewCaller } from './view-caller.ts';
import type { Recorder } from './view-recorder.ts';

interface Ahead {
  readonly sandbox: OpenedSandbox;
  /** A key of everything that decides its headers. */
  readonly terms: string;
  /** The View that blocked requests are attributed to. */
  readonly view: { record: Recorder };
}

const most = 100;

/**
 * Sandboxes that were opened before their View was known. A View takes one only if it would be opened in the same way
 * now: decisions made meanwhile count.
 */
export class OpenedAhead {
  readonly #kept = new Map<string, Ahead & { readonly by: string }>();

  keep(ahead: Ahead, caller: ViewCaller): void {
    this.#kept.set(ahead.sandbox.url, { ...ahead, by: nameOf(caller) });
    const [oldest] = this.#kept.keys();
    if (this.#kept.size > most && oldest !== undefined) this.#kept.delete(oldest);
  }

  /** Only once, and only by the client that opened it. */
  take(url: string | undefined, terms: string, caller: ViewCaller): Ahead | undefined {
    const ahead = url === undefined ? undefined : this.#kept.get(url);
    if (url === undefined || ahead?.by !== nameOf(caller)) return undefined;
    this.#kept.delete(url);
    return ahead.terms === terms ? ahead : undefined;
  }
}

function nameOf({ principal, clientId }: ViewCaller): string {
  return JSON.stringify([principal.id, clientId]);
}
