import { apiAccessOf } from '@loggia/content';

/** A door to the host's API, for one artifact and a short time. */
export interface Access {
  readonly url: string;
  readonly token: string;
  /** Milliseconds since the epoch; none when the host gave an end that is no date. */
  readonly expiresAt: number | undefined;
  /** It came with a call of a tool that says it only reads, so the host lent no more than that. */
  readonly readOnly?: boolean;
}

/** What the host gave this call, or none: a call that a model makes may come without, and so may a wrong one. */
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
 * The newest access for each artifact, of those that were used last.
 *
 * Only what a call brings may be used for that call: whoever calls a tool with the id of an artifact must not get what
 * somebody else was given for it. What is kept here lets work go on whose own access ran out meanwhile.
 */
export class KeptAccess {
  readonly #kept = new Map<string, Access>();
  readonly #limit: number;
  readonly #now: () => number;

  constructor(options: { readonly limit?: number; readonly now?: () => number } = {}) {
    this.#limit = options.limit ?? 1_000;
    this.#now = options.now ?? Date.now;
  }

  /** What only reads does not take the place of what writes, while that lasts. */
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
