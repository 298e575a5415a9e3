import { parseArgs } from 'node:util';

/** Words that the host's own command understands. */
const ofHost = ['serve', 'version'];

/**
 * Options with a value that may stand before the command, ours and the host's: the word after them is not a command.
 */
const valued = ['data', 'url', 'token', 'port', 'host', 'config', 'log-level'];

export interface Word {
  readonly value: string;
  readonly index: number;
}

export function wordsOf(argv: readonly string[]): readonly Word[] {
  const options = Object.fromEntries(valued.map((name) => [name, { type: 'string' as const }]));
  const { tokens } = parseArgs({
    args: [...argv],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const end = endOf(argv);
  return tokens.flatMap((token) =>
    token.kind === 'positional' && token.index < end ? [{ value: token.value, index: token.index }] : [],
  );
}

function endOf(argv: readonly string[]): number {
  const dashes = argv.indexOf('--');
  return dashes < 0 ? argv.length : dashes;
}

export function asksForHelp(argv: readonly string[]): boolean {
  return argv.some((word, index) => (word === '--help' || word === '-h') && index < endOf(argv));
}

/** The host's own command reads the whole line itself. */
export function isForHost(argv: readonly string[]): boolean {
  const [first] = wordsOf(argv);
  return first === undefined ? !asksForHelp(argv) : ofHost.includes(first.value);
}
