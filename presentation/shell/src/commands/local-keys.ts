import type { ShellCommand } from './command-registry.ts';

/** Keys that mean something only where the focus is, and are handled there: for the cheat sheet, by what they do. */
export function localKeys(
  group: string,
  keys: Readonly<Record<string, string | readonly string[]>>,
): readonly ShellCommand[] {
  return Object.entries(keys).map(([title, chords]) => ({
    id: `keys.${group}.${title}`,
    title,
    group,
    keys: chords,
    hidden: true,
    run: () => undefined,
  }));
}
