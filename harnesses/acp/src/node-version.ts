/** Whether a version of Node is at least the one that is needed; both as numbers with points. */
export function isAtLeast(version: string, needed: string): boolean {
  const numbers = version.split('.').map(Number);
  for (const [index, least] of needed.split('.').map(Number).entries()) {
    const has = numbers[index] ?? 0;
    if (has !== least) return has > least;
  }
  return true;
}
