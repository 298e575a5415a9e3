import { apiAccessOf } from '@loggia/content';

/** An endpoint of the host's API, for one artifact and a short time. */
export interface Access {
  readonly url: string;
  readonly token: string;
  /** Milliseconds since the epoch; undefined when the host gave an invalid date. */
  readonly expiresAt: number | undefined;
  /** It came with a call of a tool that says it only reads, so the host lent no more than that. */
  readonly readOnly?: boolean;
}

/**
 * The access that the host gave this call. Undefined for calls without any: those of a model may come without, and so
 * may invalid ones.
 */
export function accessIn(meta: unknown): Access | undefined {
  const access = apiAccessOf(meta);
  if (access === undefined || !/^https?:\/\//i.test(access.url) || !URL.canParse(access.url))
    return undefined;
  const end = Date.parse(access.expiresAt);
  return {
    url: access.url.replace(/\/+$/, ''),
    token: access.token,
    expiresAt: Number.isNaN(end) ? undefined : end,
  };
}

/**
 * The newest access to each artifact, for the most recently used ones.
 *
 * A call may only use the access that it brings: knowing the id of an artifact must not give a caller somebody else's
 * access. The access kept here is for work that outlives the access it was started with.
 */
export class KeptAccess {
  readonly #kept = new Map<string, Access>();
  readonly #limit: number;
  readonly #now: () => number;

  constructor(options: { readonly limit?: number; readonly now?: () => number } = {}) {
    this.#limit = options.limit ?? 1_000;
    this.#now = options.now ?? Date.now;
  }

  /** Read-only access does not replace write access that is still valid. */
  keep(artifact: string, access: Access): void {
    if (access.readOnly === true && this.newest(artifact)?.readOnly === false) return;
    this.#kept.delete(artifact);
    this.#kept.set(artifact, access);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= this.#limit) break;
      this.#kept.delete(oldest);
    }
  }

  newest(artifact: string): Access | undefined {
    const access = this.#kept.get(artifact);
    if (access === undefined || !this.isOver(access)) return access;
    this.#kept.delete(artifact);
    return undefined;
  }

  isOver(access: Access): boolean {
    return access.expiresAt !== undefined && access.expiresAt <= this.#now();
  }
}
