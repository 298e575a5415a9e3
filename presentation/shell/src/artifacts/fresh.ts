/** Longer than a slow machine takes to open what was created. */
const freshMs = 30_000;

const createdAt = new Map<string, number>();

/** Somebody at this page has just created the artifact, and wants to write in it. */
export function markFresh(artifact: string, now = performance.now()): void {
  createdAt.set(artifact, now);
}

/** Whether it opens ready to type. Later it opens to be read, as everything else does. */
export function isFresh(artifact: string, now = performance.now()): boolean {
  return now - (createdAt.get(artifact) ?? -Infinity) < freshMs;
}
