import type { World } from '../world.ts';
import { sizeWords } from './byte-size.ts';
import { fitted } from './width.ts';

const everyMs = 100;

/** The progress of something long, on one line that disappears at the end. Only terminals show it. */
export interface Progress {
  /** So many bytes so far. */
  at(bytes: number): void;
  end(): void;
}

export function progressOf({ complaints, now }: World, what: string, total: number | undefined): Progress {
  if (!complaints.isTerminal) return { at: () => undefined, end: () => undefined };
  let shownAt = Number.NEGATIVE_INFINITY;
  let isShown = false;
  return {
    at(bytes) {
      if (now() - shownAt < everyMs) return;
      shownAt = now();
      isShown = true;
      const part = total === undefined || total === 0 ? '' : ` of ${sizeWords(total)}`;
      const percent = part === '' || total === undefined ? '' : ` (${Math.floor((100 * bytes) / total)} %)`;
      // Some terminals do not say how wide they are.
      const cells = (complaints.columns || 80) - 1;
      const line = fitted(`${what}: ${sizeWords(bytes)}${part}${percent}`, cells);
      complaints.write(`\r${line}\u001b[K`);
    },
    end() {
      if (isShown) complaints.write('\r\u001b[K');
    },
  };
}
