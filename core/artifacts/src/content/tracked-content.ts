import type { NewContent } from '@loggia/protocol';
import { contentKey, type Ledger } from '../ledger.ts';
import { contentGraceMs } from '../limits.ts';
import type { ArtifactPorts } from '../ports.ts';
import { invalid } from '../refusals.ts';
import type { ByteSource, PutOptions, StoredBytes } from './content-store.ts';

/**
 * Keeps bytes on the disk in step with their rows in the store: a row is written before its file and deleted after it,
 * so that no file is ever orphaned.
 */
export class TrackedContent {
  readonly #ports: ArtifactPorts;
  readonly #ledger: Ledger;

  constructor(ports: ArtifactPorts, ledger: Ledger) {
    this.#ports = ports;
    this.#ledger = ledger;
  }

  async put(source: ByteSource, options: PutOptions = {}): Promise<StoredBytes> {
    this.#ledger.assertWritable();
    let release: (() => void) | undefined;
    try {
      return await this.#ports.content.put(source, {
        ...options,
        beforePlaced: async (bytes) => {
          await options.beforePlaced?.(bytes);
          // Held until the file is in place, so that garbage collection can't run in between.
          release = await this.#ledger.locks.acquire({ shared: [contentKey(bytes.hash)] });
          this.#ledger.enlist({ kind: 'content', ...bytes, at: this.#ledger.now() });
          await this.#ports.kernel.settled();
        },
      });
    } finally {
      release?.();
    }
  }

  /** The hash of an artifact's new content; a text is stored first. */
  async take(content: NewContent): Promise<string> {
    if ('hash' in content) return content.hash;
    const { hash } = await this.put(Buffer.from(content.text));
    return hash;
  }

  /** The bytes of a hash. Hold `contentKey(hash)` while calling this, until the reference is durable. */
  async named(hash: string): Promise<StoredBytes> {
    const known = await this.#ports.store.content(hash);
    const size = known && (await this.#ports.content.size(hash));
    if (size === undefined) {
      throw invalid(`There are no bytes with the hash ${hash}. Upload them first.`);
    }
    return { hash, size };
  }

  /** Does the work, and waits until it is durable, while these bytes stay. */
  holding<T>(hashes: readonly string[], work: () => Promise<T>): Promise<T> {
    return this.#ledger.locks.hold({ shared: hashes.map(contentKey) }, async () => {
      const done = await work();
      await this.#ports.kernel.settled();
      return done;
    });
  }

  /** Removes bytes without references, unless they are less than an hour old: a reference may follow. */
  async collectGarbage(): Promise<{ removed: number }> {
    const { clock, store } = this.#ports;
    const before = new Date(clock.now() - contentGraceMs).toISOString();
    let removed = 0;
    let after: string | undefined;
    for (;;) {
      const page = await store.unusedContent(before, 200, after);
      for (const hash of page) if (await this.#removeUnused(hash, before)) removed += 1;
      after = page.at(-1);
      if (after === undefined) return { removed };
    }
  }

  #removeUnused(hash: string, before: string): Promise<boolean> {
    const { content, kernel, store } = this.#ports;
    return this.#ledger.locks.hold({ alone: [contentKey(hash)] }, async () => {
      // Starts after the hash without its last character, which is right before the hash itself.
      const [still] = await store.unusedContent(before, 1, hash.slice(0, -1));
      if (still !== hash) return false;
      await content.remove(hash);
      this.#ledger.enlist({ kind: 'contentGone', hash });
      await kernel.settled();
      return true;
    });
  }
}
