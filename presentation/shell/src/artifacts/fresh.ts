/** Artifacts that somebody at this page has just created, and therefore wants to write in. */
const fresh = new Set<string>();

export function markFresh(artifact: string): void {
  fresh.add(artifact);
}

/** Whether it opens ready to type. Only once: whoever opens it again may want to read it. */
export function takeFresh(artifact: string): boolean {
  return fresh.delete(artifact);
}
