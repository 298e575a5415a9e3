const longest = 64;

/** A tool's name within what every provider allows. */
export function wireName(name: string): string {
  return name.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, longest) || '_';
}

/** The same for many: no two alike. Names that are fit stay as they are. */
export function wireNames(names: readonly string[], taken: readonly string[] = []): Map<string, string> {
  const used = new Set(taken);
  const wire = new Map<string, string>();
  const fit = (name: string) => wireName(name) === name && !used.has(name);
  // Valid names first, so that they keep theirs.
  for (const name of [...names.filter(fit), ...names.filter((one) => !fit(one))]) {
    let candidate = wireName(name);
    for (let n = 2; used.has(candidate); n++) {
      const suffix = `_${n}`;
      candidate = `${wireName(name).slice(0, longest - suffix.length)}${suffix}`;
    }
    used.add(candidate);
    wire.set(candidate, name);
  }
  return wire;
}
