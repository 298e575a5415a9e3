import { nearest } from '@loggia/protocol';
import { wrongUsage } from '../failure.ts';
import type { Command } from './command.ts';
import { asksForHelp, isForHost, wordsOf, type Word } from './words.ts';

/** The command that was typed. `rest` is everything but the command's own words. */
export type Found =
  | { readonly kind: 'command'; readonly command: Command; readonly rest: readonly string[] }
  | { readonly kind: 'help'; readonly group: string | undefined }
  /** The host's own command reads the whole line itself. */
  | { readonly kind: 'host' };

/** Throws with the command that was probably meant. */
export function findCommand(
  argv: readonly string[],
  catalog: readonly Command[],
  groups: readonly string[],
): Found {
  const words = wordsOf(argv);
  const [first, second] = words;
  if (isForHost(argv)) return { kind: 'host' };
  if (first === undefined) return { kind: 'help', group: undefined };
  if (first.value === 'help') return helpFor(words.slice(1), catalog, groups);
  if (!groups.includes(first.value))
    throw unknown(first.value, [...groups, 'serve', 'help', 'version'], 'loggia');

  const inGroup = catalog.filter(({ path }) => path[0] === first.value);
  const alone = inGroup.find(({ path }) => path.length === 1);
  if (alone !== undefined) return { kind: 'command', command: alone, rest: without(argv, [first.index]) };
  if (second === undefined) {
    if (asksForHelp(argv)) return { kind: 'help', group: first.value };
    throw wrongUsage(
      `Choose what to do with ${first.value}: ${inGroup.map(({ path }) => path[1]).join(', ')}.`,
    );
  }
  const command = inGroup.find(({ path }) => path[1] === second.value);
  if (command === undefined) {
    const known = inGroup.flatMap(({ path }) => path[1] ?? []);
    throw unknown(second.value, known, `loggia ${first.value}`);
  }
  return { kind: 'command', command, rest: without(argv, [first.index, second.index]) };
}

function helpFor(words: readonly Word[], catalog: readonly Command[], groups: readonly string[]): Found {
  const [group, name] = words.map(({ value }) => value);
  if (group === undefined) return { kind: 'help', group: undefined };
  if (!groups.includes(group)) throw unknown(group, groups, 'loggia help');
  const inGroup = catalog.filter(({ path }) => path[0] === group);
  const command = inGroup.find(({ path }) => path.length === 1 || path[1] === name);
  return command === undefined ? { kind: 'help', group } : { kind: 'command', command, rest: ['--help'] };
}

function unknown(typed: string, known: readonly string[], prefix: string) {
  const meant = nearest(typed, known);
  return wrongUsage(
    meant === undefined
      ? `There is no command "${prefix} ${typed}". "${prefix === 'loggia help' ? 'loggia' : prefix} --help" lists them all.`
      : `There is no command "${prefix} ${typed}". Did you mean "${prefix} ${meant}"?`,
  );
}

function without(argv: readonly string[], indexes: readonly number[]): readonly string[] {
  return argv.filter((_, index) => !indexes.includes(index));
}
