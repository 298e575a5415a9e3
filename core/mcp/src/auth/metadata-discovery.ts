import type { Clock, Scheduler } from '@loggia/kernel';
import type { ProtectedResourceMetadata } from '@loggia/protocol';
import { discard, readBounded } from './bounded-body.ts';
import { withDeadline } from './deadline.ts';
import { oneLine } from './one-line.ts';
import { assumedMetadata, parseMetadata } from './resource-metadata.ts';
import { coversEndpoint, isConfidential, parseHttpUrl } from './resource-name.ts';

export interface DiscoveryPorts {
  readonly fetch: typeof fetch;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  report(problem: string, error: unknown): void;
}

export interface Discovered {
  readonly metadata: ProtectedResourceMetadata;
  /** A sentence for the user, where the server's own metadata could not be used. */
  readonly remark: string | undefined;
}

const withinMs = 10_000;
const mostBytes = 65_536;
const mostRedirects = 3;
const keepFoundMs = 5 * 60_000;
const keepAssumedMs = 30_000;

/** Where RFC 9728 puts the metadata of an endpoint: for its path first, then for its origin. */
export function wellKnownUrls({ origin, pathname, search }: URL): readonly string[] {
  const root = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname.replace(/\/+$/, '');
  return path === '' ? [root] : [`${root}${path}${search}`, root];
}

/**
 * Finds the metadata of one server. It asks only the server's own origin, without any credentials, and never fails:
 * where nothing usable is found it says what is assumed instead.
 */
export class MetadataDiscovery {
  readonly #endpoint: URL;
  readonly #ports: DiscoveryPorts;
  readonly #underWay = new Map<string, Promise<Discovered>>();
  #lastFound: ProtectedResourceMetadata | undefined;
  #kept:
    | { readonly hint: string | undefined; readonly until: number; readonly found: Discovered }
    | undefined;

  constructor(endpoint: URL, ports: DiscoveryPorts) {
    this.#endpoint = endpoint;
    this.#ports = ports;
  }

  /** What the server said last, however long ago. */
  get lastFound(): ProtectedResourceMetadata | undefined {
    return this.#lastFound;
  }

  /** `hint` is what the server's challenge names. Those who ask at the same time share one search. */
  find(hint: string | undefined): Promise<Discovered> {
    const kept = this.#kept;
    const fits = kept !== undefined && (hint === undefined || hint === kept.hint);
    if (fits && this.#ports.clock.now() < kept.until) return Promise.resolve(kept.found);
    const key = hint ?? '';
    const underWay = this.#underWay.get(key);
    if (underWay) return underWay;
    const search = this.#search(hint).finally(() => this.#underWay.delete(key));
    this.#underWay.set(key, search);
    return search;
  }

  async #search(hint: string | undefined): Promise<Discovered> {
    const assumed = assumedMetadata(this.#endpoint);
    let remark: string | undefined;
    let keepMs = keepAssumedMs;
    let metadata = assumed;
    try {
      await withDeadline(this.#ports.scheduler, withinMs, async (signal) => {
        for (const address of this.#addresses(hint)) {
          const found = await this.#read(address, signal).catch((error: unknown) => {
            if (signal.aborted) throw error;
            return undefined;
          });
          if (found === undefined) continue;
          if (coversEndpoint(found.resource, this.#endpoint)) {
            metadata = found;
            this.#lastFound = found;
            remark = undefined;
            keepMs = keepFoundMs;
            return;
          }
          remark ??= `The server describes itself as another resource (${oneLine(found.resource, 200)}), which was not believed.`;
        }
      });
    } catch (error) {
      this.#ports.report(`Could not find out how to sign in to ${this.#endpoint.origin}.`, error);
    }
    if (remark !== undefined) this.#ports.report(`${this.#endpoint.origin}: ${remark}`, undefined);
    const found = { metadata, remark };
    this.#kept = { hint, until: this.#ports.clock.now() + keepMs, found };
    return found;
  }

  #addresses(hint: string | undefined): readonly string[] {
    // What anybody on the way could have written must not say where to sign in.
    if (!isConfidential(this.#endpoint)) return [];
    const wellKnown = wellKnownUrls(this.#endpoint);
    if (hint === undefined) return wellKnown;
    const named = parseHttpUrl(hint);
    if (named?.origin === this.#endpoint.origin) return [...new Set([named.href, ...wellKnown])];
    const place = named?.origin ?? 'no address';
    this.#ports.report(
      `${this.#endpoint.origin} names ${place} for its metadata, which is not its own; it was not asked.`,
      undefined,
    );
    return wellKnown;
  }

  async #read(address: string, signal: AbortSignal): Promise<ProtectedResourceMetadata | undefined> {
    let current = address;
    for (let followed = 0; followed <= mostRedirects; followed += 1) {
      const response = await this.#ports.fetch(current, { redirect: 'manual', signal });
      const location = response.status >= 300 && response.status < 400 && response.headers.get('location');
      if (!location) {
        if (response.ok) return this.#parse(await readBounded(response, mostBytes));
        await discard(response);
        return undefined;
      }
      await discard(response);
      const target = URL.canParse(location, current)
        ? parseHttpUrl(new URL(location, current).href)
        : undefined;
      if (target?.origin !== this.#endpoint.origin) return undefined;
      current = target.href;
    }
    return undefined;
  }

  #parse(text: string | undefined): ProtectedResourceMetadata | undefined {
    return text === undefined ? undefined : parseMetadata(text, this.#endpoint);
  }
}
