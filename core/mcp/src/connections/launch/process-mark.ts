import { randomInt } from 'node:crypto';
import { accessSync, constants, readFileSync } from 'node:fs';

/**
 * A mark on every process of a server, however far it moves from the first one: `fork`, `exec`, `setsid` and a new
 * parent keep it.
 */
export interface ProcessMark {
  /** In digits. All marks of one host start with the same ones. */
  readonly id: string;
  /** The file in `/proc/<pid>` that shows the mark. */
  readonly shows: 'limits' | 'environ';
}

export const markVariable = 'LOGGIA_SERVER_PROCESS';

const runDigits = 9;
const serverDigits = 6;
const prlimit = '/usr/bin/prlimit';

/**
 * Marks for the servers of one host.
 *
 * The mark is the limit on file locks if that can be set: the kernel hasn't enforced this limit since 2.4 but passes it
 * to every child, and an unprivileged process can lower it but never remove it. Otherwise it is an environment
 * variable, which a process can drop.
 */
export class ProcessMarks {
  readonly shows: ProcessMark['shows'] = canLimit() ? 'limits' : 'environ';
  readonly #run = String(randomInt(10 ** (runDigits - 1), 10 ** runDigits));
  #servers = 0;

  next(): ProcessMark {
    const server = String(this.#servers).padStart(serverDigits, '0');
    this.#servers = (this.#servers + 1) % 10 ** serverDigits;
    return { id: this.#run + server, shows: this.shows };
  }

  /** Matches the mark of any server, as an extended regular expression for `grep`. */
  get pattern(): string {
    return patternOf(`${this.#run}[0-9]{${serverDigits}}`, this.shows);
  }
}

export function isMarked(text: string, { id, shows }: ProcessMark): boolean {
  return new RegExp(patternOf(id, shows), 'm').test(text);
}

function patternOf(id: string, shows: ProcessMark['shows']): string {
  return shows === 'limits' ? `^Max file locks +[0-9]+ +${id} ` : `${markVariable}=${id}`;
}

/** The command that starts `program` with the mark. It uses exec, so that the process stays the same. */
export function marking(
  { id, shows }: ProcessMark,
  [program, ...args]: readonly [string, ...string[]],
): readonly [string, ...string[]] {
  return shows === 'limits' ? [prlimit, `--locks=${id}:${id}`, '--', program, ...args] : [program, ...args];
}

/** If the host itself has such a limit, it can't give its servers another one. */
function canLimit(): boolean {
  try {
    accessSync(prlimit, constants.X_OK);
    return /^Max file locks +unlimited +unlimited/m.test(readFileSync('/proc/self/limits', 'utf8'));
  } catch {
    return false;
  }
}
