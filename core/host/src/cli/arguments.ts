import { parseArgs } from 'node:util';
// Alone: the rest takes more descriptors to load than a process may have.
import { nearest } from '@loggia/protocol/nearest';
import type { Flags } from '../config/flags.ts';
import { hostRule, parseHost, parsePort, portRule } from '../config/listen-address.ts';
import { logLevels, type LogLevel } from '../log-level.ts';
import { StartError } from '../start-error.ts';

export type Invocation =
  | { readonly command: 'serve'; readonly flags: Flags }
  | { readonly command: 'help' }
  | { readonly command: 'version' };

const commands = ['serve', 'help', 'version'] as const;

const options = {
  port: { type: 'string' },
  host: { type: 'string' },
  data: { type: 'string' },
  config: { type: 'string' },
  'log-level': { type: 'string' },
  'no-open': { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean' },
} as const;

type OptionName = keyof typeof options;

const examples: Readonly<Partial<Record<OptionName, string>>> = {
  port: '--port 8080',
  host: '--host 127.0.0.1',
  data: '--data ./data',
  config: '--config ./host.json',
  'log-level': '--log-level debug',
};

type Token = NonNullable<ReturnType<typeof tokenize>>[number];
type OptionToken = Extract<Token, { kind: 'option' }>;

function tokenize(argv: readonly string[]) {
  // Not strict: its errors don't say what to do, so the tokens are checked here.
  return parseArgs({ args: [...argv], options, strict: false, allowPositionals: true, tokens: true }).tokens;
}

/** Throws a StartError that says what to write instead. */
export function parseArguments(argv: readonly string[]): Invocation {
  const tokens = tokenize(argv);
  if (tokens.some((token) => token.kind === 'option' && token.name === 'help')) return { command: 'help' };

  const given: { -readonly [Name in keyof Flags]: Flags[Name] } = { noOpen: false };
  let version = false;
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    switch (nameOf(token)) {
      case 'port':
        given.port = parsed(token, parsePort, portRule);
        break;
      case 'host':
        given.host = parsed(token, parseHost, hostRule);
        break;
      case 'data':
        given.data = valueOf(token);
        break;
      case 'config':
        given.config = valueOf(token);
        break;
      case 'log-level':
        given.logLevel = parsed(token, parseLogLevel, `one of ${logLevels.join(', ')}`);
        break;
      case 'no-open':
        refuseValue(token);
        given.noOpen = true;
        break;
      case 'version':
        refuseValue(token);
        version = true;
        break;
      case 'help':
        break;
    }
  }
  const command = commandOf(tokens.flatMap((token) => (token.kind === 'positional' ? [token.value] : [])));
  if (version) return { command: 'version' };
  return command === 'serve' ? { command, flags: given } : { command };
}

function commandOf(words: readonly string[]): Invocation['command'] {
  const [word = 'serve', surplus] = words;
  const command = commands.find((known) => known === word);
  if (command === undefined) {
    const meant = nearest(word, commands);
    throw new StartError(
      2,
      meant === undefined
        ? `There is no command "${word}"; to start the host, use "loggia serve", and "loggia --help" shows the rest.`
        : `There is no command "${word}"; did you mean "loggia ${meant}"?`,
    );
  }
  if (surplus !== undefined) {
    throw new StartError(
      2,
      `"${command}" takes no arguments; leave out "${surplus}", or write it as --option value.`,
    );
  }
  return command;
}

function nameOf(token: OptionToken): OptionName {
  if (Object.hasOwn(options, token.name)) return token.name as OptionName;
  const meant = token.rawName.startsWith('--') ? nearest(token.name, Object.keys(options)) : undefined;
  const hint = meant === undefined ? '"loggia --help" lists them all' : `did you mean "--${meant}"?`;
  throw new StartError(2, `There is no option "${token.rawName}"; ${hint}${meant === undefined ? '.' : ''}`);
}

function valueOf(token: OptionToken): string {
  const { value } = token;
  // `--data --no-open` is a missing value, while `--port -1` is an invalid one.
  const forgotten = token.inlineValue === false && value !== undefined && /^-\D/.test(value);
  if (value !== undefined && value !== '' && !forgotten) return value;
  throw new StartError(
    2,
    `${token.rawName} needs a value; write, for example, ${examples[token.name as OptionName]}.`,
  );
}

function parsed<Value>(token: OptionToken, parse: (text: string) => Value | undefined, rule: string): Value {
  const text = valueOf(token);
  const value = parse(text);
  if (value === undefined) throw new StartError(2, `${token.rawName} cannot be "${text}"; give ${rule}.`);
  return value;
}

function refuseValue(token: OptionToken): void {
  if (token.value === undefined) return;
  throw new StartError(2, `${token.rawName} takes no value; write just ${token.rawName}.`);
}

function parseLogLevel(text: string): LogLevel | undefined {
  return logLevels.find((level) => level === text);
}
