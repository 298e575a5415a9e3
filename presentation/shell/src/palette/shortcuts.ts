import { chordsOf, type ShellCommand } from '../commands/command-registry.ts';
import { fuzzyMatch, markedParts, type TextPart } from './fuzzy.ts';

export interface ShortcutGroup {
  readonly label: string;
  readonly shortcuts: readonly {
    readonly id: string;
    readonly title: readonly TextPart[];
    readonly chords: readonly string[];
  }[];
}

/** The entries of the cheat sheet: all commands with keys, by group, in the order of the groups. */
export function shortcutsOf(commands: readonly ShellCommand[], query: string): readonly ShortcutGroup[] {
  const groups = new Map<string, ShortcutGroup['shortcuts'][number][]>();
  for (const command of commands) {
    const chords = chordsOf(command);
    const match = fuzzyMatch(query, `${command.title} ${command.group} ${chords.join(' ')}`);
    if (chords.length === 0 || !match) continue;
    const letters = match.letters.filter((at) => at < command.title.length);
    const own = groups.get(command.group) ?? [];
    own.push({ id: command.id, title: markedParts(command.title, letters), chords });
    groups.set(command.group, own);
  }
  return [...groups].map(([label, shortcuts]) => ({ label, shortcuts }));
}
