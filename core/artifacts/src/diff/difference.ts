import { setImmediate } from 'node:timers/promises';
import type { Difference } from '@loggia/protocol';
import type { ContentStore } from '../content/content-store.ts';
import { contextOf } from '../shape.ts';
import type { Substance } from '../store.ts';
import { bytesChange, contentChange, maxTextBytes } from './content-change.ts';
import { contextChanges } from './context-changes.ts';

const maxContextChanges = 1_000;
/** Limits for everything that one request compares. Beyond them, it only says that things differ, not how. */
const totalContextChanges = 20_000;
const totalContentBytes = 16_000_000;
const totalContentMs = 3_000;

export interface Compared {
  readonly artifact: string;
  /** 0: there was nothing before. */
  readonly from: number;
  readonly to?: number | undefined;
  readonly before: Substance | undefined;
  readonly after: Substance;
}

/** Computes differences, for one artifact or for many: the work of one request is limited. */
export class DifferenceMaker {
  readonly #content: ContentStore;
  #contextLeft = totalContextChanges;
  #contentLeft = totalContentBytes;
  #msLeft = totalContentMs;

  constructor(content: ContentStore) {
    this.#content = content;
  }

  async between({ artifact, from, to, before, after }: Compared): Promise<Difference> {
    const limit = Math.min(maxContextChanges, this.#contextLeft);
    const { changes, cut } = contextChanges(before ? contextOf(before) : {}, contextOf(after), limit);
    this.#contextLeft -= changes.length;
    return {
      artifact,
      from,
      ...(to !== undefined && { to }),
      ...(before?.type !== after.type && { type: beforeAndAfter(before?.type, after.type) }),
      ...(before?.title !== after.title && { title: beforeAndAfter(before?.title, after.title) }),
      context: changes,
      ...(cut && { contextCut: true }),
      content: await this.#contentChange(before?.content, after.content),
    };
  }

  async #contentChange(
    before: Substance['content'],
    after: Substance['content'],
  ): Promise<Difference['content']> {
    if (before?.hash === after?.hash) return { kind: 'same' };
    const sizes = [before?.size ?? 0, after?.size ?? 0] as const;
    if (Math.max(...sizes) > maxTextBytes) return bytesChange(before, after);
    this.#contentLeft -= sizes[0] + sizes[1];
    if (this.#contentLeft < 0 || this.#msLeft <= 0) return bytesChange(before, after);
    const start = performance.now();
    const change = await contentChange(this.#content, before, after);
    this.#msLeft -= performance.now() - start;
    // Comparing blocks the event loop; other work runs in between.
    await setImmediate();
    return change;
  }
}

function beforeAndAfter(before: string | undefined, after: string): { before?: string; after: string } {
  return before === undefined ? { after } : { before, after };
}
