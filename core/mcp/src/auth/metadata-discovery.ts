import type { Scheduler } from '@loggia/kernel';
import type { ProtectedResourceMetadata } from '@loggia/protocol';
import { discard, readBounded } from './bounded-body.ts';
import { withDeadline } from './deadline.ts';
import { oneLine } from './one-line.ts';
import { assumedMetadata, parseMetadata } from './resource-metadata.ts';
import { coversEndpoint, isConfidential, parseHttpUrl } from './resource-name.ts';

export interface DiscoveryPorts {
  readonly fetch: typeof fetch;
  readonly scheduler: Scheduler;
  report(problem: string, error: unknown): void;
}

export interface Discovered {
  readonly metadata: ProtectedResourceMetadata;
  /** A sentence for the user, if the server's own metadata couldn't be used. */
  readonly remark: string | undefined;
}

const withinMs = 10_000;
const mostBytes = 65_536;
const mostRedirects = 3;

/** The addresses that RFC 9728 defines for the metadata of an endpoint: for its path first, then for its origin. */
export function wellKnownUrls({ origin, pathname, search }: URL): readonly string[] {
  const root = `${origin}/.well-known/oauth-protected-resource`;
  const path = pathname.replace(/\/+$/, '');
  return path === '' ? [root] : [`${root}${path}${search}`, root];
}

/**
 * Finds the metadata of one server. It asks only the server's own origin, without any credentials, and never fails: if
 * nothing usable is found, it returns assumed metadata.
 */
export class MetadataDiscovery {
  readonly #endpoint: URL;
  readonly #ports: DiscoveryPorts;
  readonly #underWay = new Map<string, Promise<Discovered>>();
  #lastFound: ProtectedResourceMetadata | undefined;

  constructor(endpoint: URL, ports: DiscoveryPorts) {
    this.#endpoint = endpoint;
    this.#ports = ports;
  }

  /** The last metadata found, however old. */
  get lastFound(): ProtectedResourceMetadata | undefined {
    return this.#lastFound;
  }

  /**
   * `hint` is the address in the server's challenge. Each challenge is a new search, since the server may have moved to
   * another authorization server; concurrent callers share one.
   */
  find(hint: string | undefined): Promise<Discovered> {
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
            return;
          }
          remark ??= `The server describes itself as another resource (${oneLine(found.resource, 200)}), which was ignored.`;
        }
      });
    } catch (error) {
      this.#ports.report(`Could not find out how to sign in to ${this.#endpoint.origin}.`, error);
    }
    if (remark !== undefined) this.#ports.report(`${this.#endpoint.origin}: ${remark}`, undefined);
    return { metadata, remark };
  }

  #addresses(hint: string | undefined): readonly string[] {
    // Metadata that could have been changed in transit must not decide where to sign in.
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
