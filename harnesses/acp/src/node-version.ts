/** Whether a version of Node is at least the one that is needed; both as numbers with points. */
export function isAtLeast(version: string, needed: string): boolean {
  const numbers = version.split('.').map(Number);
  for (const [index, least] of needed.split('.').map(Number).entries()) {
    const has = numbers[index] ?? 0;
    if (has !== least) return has > least;
  }
  return true;
}

/** A sentence without its end, which says how to get it. */
export function newerNodeAdvice(needed: string): string {
  return `Run "nvm install ${needed}" on the machine of the host, or install it from nodejs.org, and start Loggia with it`;
}
