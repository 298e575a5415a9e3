import { createHash } from 'node:crypto';
import { ProtocolError } from '@loggia/protocol';

/** Identifies a file's state when it was checked. A later write changes it. */
export interface FileMark {
  readonly ino: number;
  readonly size: number;
  readonly mtimeMs: number;
}

const remembered = 50_000;

/**
 * Records which files match their names. Kept while the process runs: damage that happens later is found by the next
 * process.
 */
export class Integrity {
  readonly #known = new Map<string, { readonly mark: FileMark; readonly isWhole: boolean }>();
  readonly #damaged: (hash: string) => void;

  /** `report` is called once for each damaged file, and doesn't throw. */
  constructor(report: (hash: string) => void) {
    this.#damaged = report;
  }

  /** Undefined if it hasn't been checked yet. */
  isWhole(hash: string, mark: FileMark): boolean | undefined {
    const known = this.#known.get(hash);
    if (!known || !isSame(known.mark, mark)) return undefined;
    return known.isWhole;
  }

  assertNotDamaged(hash: string, mark: FileMark): void {
    if (this.isWhole(hash, mark) === false) throw damaged(hash);
  }

  /** Throws if the digest doesn't match the hash. */
  settle(hash: string, mark: FileMark, digest: string): void {
    const isWhole = digest === hash;
    if (!isWhole && this.isWhole(hash, mark) !== false) this.#damaged(hash);
    if (this.#known.size >= remembered) this.#known.clear();
    this.#known.set(hash, { mark, isWhole });
    if (!isWhole) throw damaged(hash);
  }
}

/** Passes the bytes on, but the last of them only after all have matched the hash. */
export async function* verified(
  source: AsyncIterable<Buffer>,
  settle: (digest: string) => void,
): AsyncGenerator<Buffer> {
  const digest = createHash('sha256');
  let held: Buffer | undefined;
  for await (const chunk of source) {
    digest.update(chunk);
    if (held) yield held;
    held = chunk;
  }
  settle(digest.digest('hex'));
  if (held) yield held;
}

function isSame(one: FileMark, other: FileMark): boolean {
  return one.ino === other.ino && one.size === other.size && one.mtimeMs === other.mtimeMs;
}

function damaged(hash: string): ProtocolError {
  return new ProtocolError(
    'Unavailable',
    `The stored content is damaged: its bytes are not those that were saved (${hash.slice(0, 12)}…). ` +
      'Restore a backup, or save the same content again.',
  );
}
