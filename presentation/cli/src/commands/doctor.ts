import type { Finding } from '@loggia/protocol';
import { defineCommand } from '../command-line/command.ts';
import type { Outcome } from '../failure.ts';
import { failureOf } from '../host/failures.ts';
import { dataDirectory } from '../host/data-directory.ts';
import { findHost, type HostAddress } from '../host/find-host.ts';
import { openLink } from '../host/host-link.ts';
import { printableLine } from '../output/printable.ts';
import { printerFor, type Printer } from '../output/printer.ts';
import type { World } from '../world.ts';
import { sessionOption } from './session-option.ts';
import { quoted, scopeOf } from './visit.ts';

/** Reading everything takes as long as there is something to read. */
const deepWithinMs = 6 * 60 * 60_000;

/** The oldest Node that the host runs on. */
const oldestNode: readonly [number, number] = [20, 19];

export const doctor = defineCommand({
  path: ['doctor'],
  says: 'Check the host and its servers, and say how to fix problems.',
  takes: ['[SERVER]'],
  options: {
    ...sessionOption,
    deep: {
      kind: 'switch',
      says: 'Also read everything that is stored and report damage. Works without a running host, too',
    },
  },
  examples: [
    ['loggia doctor', 'Check everything'],
    ['loggia doctor files', 'Check one server'],
    ['loggia doctor --deep', 'Also read the whole database and all stored content'],
  ],
  async run(given, world) {
    const [server] = given.words;
    const findings: Finding[] = [];
    const { session, deep } = given.options;
    const outcome = await examine(findings, { server, session, isDeep: deep, given, world });
    const printer = printerFor(world, given.json ? 'programs' : 'people');
    printer.document({ findings });
    for (const finding of findings) print(finding, printer);
    return outcome;
  },
});

interface Examination {
  readonly server: string | undefined;
  readonly session: string | undefined;
  readonly isDeep: boolean;
  readonly given: Parameters<typeof doctor.run>[0];
  readonly world: World;
}

/** Each step needs the one before, so the first that fails is the last. */
async function examine(
  findings: Finding[],
  { server, session, isDeep, given, world }: Examination,
): Promise<Outcome> {
  findings.push(nodeFinding(world.nodeVersion));
  try {
    const address = await findHost(given.target, world);
    const health = await healthOf(address, world.interrupted);
    findings.push(health);
    const link = await openLink(address, world.interrupted);
    try {
      const params = { ...(server !== undefined && { server }), ...scopeOf(session) };
      const { findings: found } = await link.ask('x-loggia/diagnose', params);
      findings.push(...found);
      if (isDeep) {
        const stored = await link.ask('x-loggia/checkStorage', {}, { timeoutMs: deepWithinMs });
        findings.push(...stored.findings);
      }
    } finally {
      link.close();
    }
  } catch (error) {
    const failure = failureOf(error, world.interrupted);
    if (failure === undefined || failure.outcome === 'interrupted') throw error;
    const [problem = '', advice] = halves(failure.message);
    findings.push({ level: 'error', problem, ...(advice !== undefined && { advice }) });
    if (isDeep && failure.outcome === 'noHost' && given.target.url === undefined) {
      const { examineData } = await import('@loggia/host/main');
      findings.push(...(await examineData(dataDirectory(given.target.data, world))));
    }
    return failure.outcome;
  }
  return findings.some(({ level }) => level === 'error') ? 'failed' : 'done';
}

function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const isOld = major < oldestNode[0] || (major === oldestNode[0] && minor < oldestNode[1]);
  return isOld
    ? {
        level: 'error',
        problem: `Node ${version} is too old.`,
        advice: `Install Node ${oldestNode.join('.')} or newer.`,
      }
    : { level: 'ok', problem: `Node ${version} is supported.` };
}

async function healthOf({ http, local }: HostAddress, interrupted: AbortSignal): Promise<Finding> {
  const at = local === undefined ? http : `${http} (process ${local.pid})`;
  try {
    const answer = await fetch(`${http}/healthz`, {
      signal: AbortSignal.any([interrupted, AbortSignal.timeout(10_000)]),
      redirect: 'error',
    });
    const { version, reason } = (await answer.json()) as {
      readonly version?: unknown;
      readonly reason?: unknown;
    };
    if (answer.ok) return { level: 'ok', problem: `Loggia ${String(version)} runs at ${at} and is healthy.` };
    return {
      level: 'error',
      problem: `Loggia ${String(version)} runs at ${at} but reports a problem: ${String(reason)}`,
      advice: 'Check the host’s log on its standard error.',
    };
  } catch {
    return {
      level: 'warning',
      problem: `The host at ${at} doesn’t answer health checks.`,
      advice: 'Check that the address belongs to a Loggia host and that no proxy is in between.',
    };
  }
}

const marks = {
  ok: { symbol: '✓', word: 'ok', paint: 'good' },
  note: { symbol: '·', word: 'note', paint: 'faint' },
  warning: { symbol: '!', word: 'warning', paint: 'warning' },
  error: { symbol: '✗', word: 'error', paint: 'bad' },
} as const;

/** The command that fixes the problem; undefined where there is none. */
function commandFor({ server, remedy }: Finding): string | undefined {
  const name = quoted(printableLine(server ?? 'NAME'));
  switch (remedy?.kind) {
    case 'addServer':
      return 'loggia servers add';
    case 'signIn':
      return `loggia servers login ${name}`;
    case 'start':
      return `loggia servers start ${name}`;
    case 'restart':
      return `loggia servers restart ${name}`;
    case 'readLog':
      return `loggia servers logs ${name}`;
    case 'approve':
      return `loggia servers approve ${name}`;
    case 'trust':
      return `loggia trust add ${quoted(printableLine(remedy.source ?? 'SOURCE'))}`;
    default:
      return undefined;
  }
}

function print(finding: Finding, printer: Printer): void {
  const { level, server, problem, advice } = finding;
  const { symbol, word, paint } = Object.hasOwn(marks, level)
    ? marks[level as keyof typeof marks]
    : marks.warning;
  // Most sentences name the server themselves.
  const about = server === undefined || problem.includes(server) ? '' : `${printableLine(server)}: `;
  printer.line(`${printer.style[paint](`${symbol} ${word}`)}  ${about}${printableLine(problem)}`);
  const command = commandFor(finding);
  const words = [advice && printableLine(advice), command && `Run "${command}".`].filter(Boolean).join(' ');
  if (words !== '') printer.sentence(words, '    ');
}

/** The first sentence of our own messages says what is wrong, the rest what to do. */
function halves(message: string): readonly string[] {
  const end = /\. (?=\p{Lu})/u.exec(message);
  return end === null ? [message] : [message.slice(0, end.index + 1), message.slice(end.index + 2)];
}
