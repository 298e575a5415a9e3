import { parseArgs } from 'node:util';
import { nearest } from '@loggia/protocol';
import { wrongUsage } from '../failure.ts';
import type { Command, Given } from './command.ts';
import { commonOptions, type Option, type OptionTable } from './options.ts';

type Tokens = NonNullable<ReturnType<typeof tokenize>>;
type OptionToken = Extract<Tokens[number], { kind: 'option' }>;
type Value = string | number | boolean | readonly string[] | undefined;

function tokenize(argv: readonly string[], table: OptionTable) {
  const options = Object.fromEntries(
    Object.entries(table).map(([name, { kind }]) => [
      name,
      {
        type: kind === 'switch' ? ('boolean' as const) : ('string' as const),
        ...(name === 'help' && { short: 'h' }),
      },
    ]),
  );
  // Not strict: its complaints do not say what to do, so the tokens are judged here.
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

/** Reads what follows the command's own words. Throws with what to write instead. */
export function parseGiven(command: Command, argv: readonly string[]): Given<OptionTable> | 'help' {
  const table: OptionTable = { ...commonOptions, ...command.options };
  const tokens = tokenize(argv, table);
  const dashes = tokens.find(({ kind }) => kind === 'option-terminator')?.index ?? Number.POSITIVE_INFINITY;
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return 'help';

  const values: Record<string, Value> = Object.fromEntries(
    Object.entries(table).map(([name, { kind }]) => [
      name,
      kind === 'switch' ? false : kind === 'texts' ? [] : undefined,
    ]),
  );
  const words: string[] = [];
  const afterDashes: string[] = [];
  for (const token of tokens) {
    if (token.kind === 'positional') {
      const apart = token.index > dashes && command.takesAfterDashes !== undefined;
      (apart ? afterDashes : words).push(token.value);
    } else if (token.kind === 'option') {
      const option = optionOf(token, table, command);
      values[token.name] = taken(token, option, values[token.name]);
    }
  }
  checkWords(command, words);
  const common = (name: 'data' | 'url' | 'token'): string | undefined =>
    Object.hasOwn(command.options, name) ? undefined : (values[name] as string | undefined);
  return {
    words,
    afterDashes,
    options: values as Given<OptionTable>['options'],
    json: values['json'] === true,
    target: { data: common('data'), url: common('url'), token: common('token') },
  };
}

/** How a command is called, as help and complaints write it; `more` stands before the dashes. */
export function usageOf({ path, takes, takesAfterDashes }: Command, ...more: readonly string[]): string {
  const tail = takesAfterDashes === undefined ? [] : [`[-- ${takesAfterDashes}]`];
  return ['loggia', ...path, ...takes, ...more, ...tail].join(' ');
}

function optionOf(token: OptionToken, table: OptionTable, command: Command): Option {
  const option = Object.hasOwn(table, token.name) ? table[token.name] : undefined;
  if (option !== undefined) return option;
  const meant = token.rawName.startsWith('--') ? nearest(token.name, Object.keys(table)) : undefined;
  const isName = !token.rawName.startsWith('--') && command.takes.length > 0;
  const hint =
    isName && command.takesAfterDashes === undefined
      ? ' Write a name or id that begins with "-" after "--", such as -- -abc.'
      : '';
  throw wrongUsage(
    meant === undefined
      ? `There is no option "${token.rawName}". "loggia ${command.path.join(' ')} --help" lists them all.${hint}`
      : `There is no option "${token.rawName}". Did you mean "--${meant}"?`,
  );
}

function taken(token: OptionToken, option: Option, before: Value): Value {
  if (option.kind === 'switch') {
    if (token.value === undefined) return true;
    throw wrongUsage(`${token.rawName} takes no value. Write just ${token.rawName}.`);
  }
  const { value } = token;
  // `--data --json` is a forgotten value, while `--limit -1` is a wrong one.
  const forgotten = token.inlineValue === false && value !== undefined && /^-\D/.test(value);
  if (value === undefined || value === '' || forgotten) {
    throw wrongUsage(`${token.rawName} needs a value. Write, for example, ${option.example}.`);
  }
  if (option.kind === 'texts') return [...(before as readonly string[]), value];
  if (option.kind === 'text') return value;
  const count = /^\d{1,9}$/.test(value) ? Number(value) : 0;
  if (count > 0) return count;
  throw wrongUsage(`${token.rawName} cannot be "${value}". Give a whole number, 1 or more.`);
}

function checkWords(command: Command, words: readonly string[]): void {
  const least = command.takes.filter((word) => !word.startsWith('[') && !word.endsWith('…')).length;
  const most = command.takes.some((word) => word.includes('…'))
    ? Number.POSITIVE_INFINITY
    : command.takes.length;
  const missing = command.takes[words.length];
  if (words.length < least && missing !== undefined) {
    throw wrongUsage(`${missing} is missing. Write ${usageOf(command)}.`);
  }
  const surplus = words[most];
  if (surplus !== undefined) {
    throw wrongUsage(`Unexpected argument "${surplus}". Write ${usageOf(command)}.`);
  }
}
