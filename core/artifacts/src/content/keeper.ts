import type { NewContent } from '@loggia/protocol';
import { contentKey, type Ledger } from '../ledger.ts';
import { contentGraceMs } from '../limits.ts';
import type { ArtifactPorts } from '../ports.ts';
import { invalid } from '../refusals.ts';
import type { ByteSource, PutOptions, StoredBytes } from './content-store.ts';

/**
 * Bytes on the disk and what is known of them in the store, kept in step: a row comes before its file and goes after
 * it, so that no file is ever forgotten.
 */
export class ContentKeeper {
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
          // Until the file is in its place, so that no garbage is collected between the two.
          release = await this.#ledger.locks.acquire({ shared: [contentKey(bytes.hash)] });
          this.#ledger.enlist({ kind: 'content', ...bytes, at: this.#ledger.now() });
          await this.#ports.kernel.settled();
        },
      });
    } finally {
      release?.();
    }
  }

  /** What an artifact is given: a text is stored first. */
  async take(content: NewContent): Promise<string> {
    if ('hash' in content) return content.hash;
    const { hash } = await this.put(Buffer.from(content.text));
    return hash;
  }

  /** What the hash stands for. Ask while holding `contentKey(hash)`, until what names it is durable. */
  async named(hash: string): Promise<StoredBytes> {
    const known = await this.#ports.store.content(hash);
    const size = known && (await this.#ports.content.size(hash));
    if (size === undefined) {
      throw invalid(`There are no bytes with the hash ${hash}. Upload them first, then name them.`);
    }
    return { hash, size };
  }

  /** Removes what nothing names, unless it came within the last hour: somebody may be about to name it. */
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
      // All but its last character: nothing but the hash itself comes next.
      const [still] = await store.unusedContent(before, 1, hash.slice(0, -1));
      if (still !== hash) return false;
      await content.remove(hash);
      this.#ledger.enlist({ kind: 'contentGone', hash });
      await kernel.settled();
      return true;
    });
  }
}
