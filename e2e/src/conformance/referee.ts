import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { openLoopbackServer } from '@loggia/testing/oauth';

/** The suite of the MCP project. Its releases before 0.2 don't know the revision 2026-07-28. */
const suite = '@modelcontextprotocol/conformance@0.2.0-alpha.12';
/** The suite runs on Node 22 or later. */
const node = 'node@22';

/** A scenario as the suite gives it to the client under test. */
export interface Task {
  readonly scenario: string;
  readonly url: string;
  readonly context: Readonly<Record<string, unknown>>;
}

export interface Verdict {
  readonly passed: boolean;
  /** The checks that count: those that passed, and those that failed or warned. */
  readonly checks: number;
  readonly complaints: readonly string[];
}

interface Check {
  readonly id: string;
  readonly status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'INFO' | 'SKIPPED';
  readonly description: string;
  readonly errorMessage?: string;
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

const relay = fileURLToPath(new URL('relay.mjs', import.meta.url));

/** The suite as npm delivers it. */
export class Referee {
  readonly #program: readonly [string, string];

  private constructor(program: readonly [string, string]) {
    this.#program = program;
  }

  static async fetch(): Promise<Referee> {
    const places = 'command -v node && command -v conformance';
    // The suite runs on the Node that comes with it, not on this one.
    const words = ['--yes', '--engine-strict=false', '-p', node, '-p', suite, '-c', places];
    const { code, output } = await run('npx', words);
    const [runtime, program] = output.trim().split('\n').slice(-2);
    if (code !== 0 || runtime === undefined || program === undefined) {
      throw new Error(`npm does not deliver ${suite}: ${output}`);
    }
    return new Referee([runtime, program]);
  }

  /** The names of the scenarios for clients, by the revisions that the suite knows; extensions are under `extension`. */
  async scenarios(): Promise<ReadonlyMap<string, readonly string[]>> {
    const { output } = await this.#run(['list', '--client']);
    const lists = new Map<string, string[]>();
    for (const [, name = '', revisions = ''] of output.matchAll(/^ *- (\S+) \[(.+)\]$/gm)) {
      for (const revision of revisions.split(',')) {
        lists.set(revision, [...(lists.get(revision) ?? []), name]);
      }
    }
    if (lists.size === 0) throw new Error(`The suite lists no scenarios: ${output}`);
    return new Map([...lists].toSorted(([one], [other]) => (one < other ? -1 : 1)));
  }

  /** Runs one scenario; `play` is the client under test. */
  async judge(revision: string, scenario: string, play: (task: Task) => Promise<void>): Promise<Verdict> {
    const results = mkdtempSync(path.join(os.tmpdir(), 'loggia-conformance-'));
    const server = await openLoopbackServer(async (request) => {
      try {
        await play((await request.json()) as Task);
        return new Response('done');
      } catch (error) {
        return new Response(error instanceof Error ? error.stack : String(error), { status: 500 });
      }
    });
    try {
      const { code, output } = await this.#run(
        [
          ...['client', '--scenario', scenario, '--spec-version', revision, '--timeout', '90000'],
          ...['--command', `"${process.execPath}" "${relay}"`, '--output-dir', results],
        ],
        { LOGGIA_CONFORMANCE: server.origin },
      );
      return verdictOf(checksIn(results), { code, output });
    } finally {
      await server.close();
      rmSync(results, { recursive: true, force: true });
    }
  }

  #run(words: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ran> {
    const [runtime, program] = this.#program;
    return run(runtime, [program, ...words], env);
  }
}

function run(
  command: string,
  words: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const options = { env: { ...process.env, ...env }, maxBuffer: 64 * 1024 * 1024 };
    execFile(command, words, options, (error, stdout, stderr) =>
      resolve({ code: error === null ? 0 : Number(error.code ?? 1), output: `${stderr}${stdout}` }),
    );
  });
}

function checksIn(results: string): Check[] {
  const files = readdirSync(results, { recursive: true, encoding: 'utf8' });
  return files
    .filter((name) => path.basename(name) === 'checks.json')
    .flatMap((name) => JSON.parse(readFileSync(path.join(results, name), 'utf8')) as Check[]);
}

/** The suite's own exit code decides: it also counts warnings, and a client that failed. */
function verdictOf(checks: readonly Check[], { code, output }: Ran): Verdict {
  const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
  const complaints = bad.map(
    ({ id, status, description, errorMessage }) => `${status} ${id}: ${errorMessage ?? description}`,
  );
  const good = checks.filter(({ status }) => status === 'SUCCESS').length;
  return {
    passed: code === 0 && good > 0,
    checks: good + bad.length,
    complaints: code === 0 && good > 0 ? complaints : [...complaints, output],
  };
}
