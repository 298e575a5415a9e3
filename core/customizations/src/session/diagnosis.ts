import type { Sandboxing } from '@loggia/mcp';
import type { Finding, LoadState, ServerReport } from '@loggia/protocol';

/** Everything known about one server. */
export interface Examined {
  readonly report: ServerReport;
  /** Why it can't be started at all. */
  readonly hindrance: string | undefined;
  /** The decision that it needs before it can start. */
  readonly unapproved: { readonly kind: 'trust' | 'approve'; readonly source: string } | undefined;
  /** How long it has been starting, if it is. */
  readonly startingMs: number | undefined;
  /** The newest lines that its process wrote to stderr. */
  readonly lastLines: readonly string[];
  /** Tools that agents know by another name. */
  readonly renamed: readonly { readonly from: string; readonly to: string }[];
}

export interface ExaminedContainer {
  readonly name: string;
  readonly load: LoadState;
  /** The source to trust before any part of it starts, and the line of `load` that says so. */
  readonly untrusted: { readonly source: string; readonly says: string } | undefined;
}

/** The problems in words; a single positive finding if there are none. */
export function diagnose(servers: readonly Examined[], containers: readonly ExaminedContainer[]): Finding[] {
  const findings = [...containers.flatMap(containerFindings), ...servers.flatMap(serverFindings)];
  if (findings.length > 0) return findings;
  return [
    {
      level: 'ok',
      problem: 'No servers are declared.',
      advice: 'Add one.',
      remedy: { kind: 'addServer' },
    },
  ];
}

/**
 * A missing sandbox isn't a problem: a server that requires one reports it itself. Where no server asks for one, the
 * reader has nothing to do.
 */
export function sandboxFinding(sandboxing: Sandboxing, isWanted: boolean): Finding {
  if (sandboxing.available)
    return { level: 'ok', problem: `Servers can run in a sandbox, with ${sandboxing.program}.` };
  const { problem, advice } = sandboxing;
  return isWanted
    ? { level: 'note', problem, advice }
    : { level: 'note', problem: `${problem} No server asks for a sandbox.` };
}

function containerFindings({ name, load, untrusted }: ExaminedContainer): Finding[] {
  if (load.kind === 'loading') return [{ level: 'warning', problem: `"${name}" is still being read.` }];
  if (load.kind !== 'degraded' && load.kind !== 'error') return [];
  const level = load.kind === 'error' ? 'error' : 'warning';
  const parts = load.message.split('\n');
  return parts.map((part) => ({
    level,
    problem: `${name}: ${part}`,
    ...(part === untrusted?.says && { remedy: { kind: 'trust', source: untrusted.source } }),
  }));
}

function serverFindings(examined: Examined): Finding[] {
  const { report, hindrance, unapproved } = examined;
  const server = report.name;
  if (hindrance !== undefined) {
    const level = report.enabled ? 'error' : 'warning';
    return [
      {
        server,
        level: report.trusted ? level : 'warning',
        problem: hindrance,
        ...(unapproved && { remedy: unapproved }),
      },
    ];
  }
  const { state } = report;
  switch (state.kind) {
    case 'ready':
      return readyFindings(examined);
    case 'starting':
      return [startingFinding(examined)];
    case 'authRequired':
      return [
        {
          server,
          level: 'warning',
          problem: state.description ?? `"${server}" asks for a sign-in.`,
          advice: 'Sign in to it.',
          remedy: { kind: 'signIn' },
        },
      ];
    case 'error':
      return [errorFinding(examined, state.error.message)];
    default:
      return [
        {
          server,
          level: 'ok',
          problem: `"${server}" is stopped.`,
          advice: 'It starts when it is needed, or when you start it.',
          remedy: { kind: 'start' },
        },
      ];
  }
}

function readyFindings({ report, renamed }: Examined): Finding[] {
  const server = report.name;
  const findings: Finding[] = [];
  if (report.tools === 0) {
    const advice = 'If it should have some, look at its log and its settings.';
    const problem = `"${server}" runs but offers no tools.`;
    findings.push({ server, level: 'warning', problem, advice, remedy: { kind: 'readLog' } });
  }
  if ((report.restarts ?? 0) > 0) {
    const problem = `"${server}" had to be started again ${report.restarts} times.`;
    findings.push({
      server,
      level: 'warning',
      problem,
      advice: 'Its log may say why.',
      remedy: { kind: 'readLog' },
    });
  }
  if (renamed.length > 0) {
    const names = renamed.slice(0, 5).map(({ from, to }) => `${from} → ${to}`);
    const more = renamed.length > 5 ? ` and ${renamed.length - 5} more` : '';
    const problem = `Tools of "${server}" have other names for agents, since somebody else offers the same: ${names.join(', ')}${more}.`;
    findings.push({ server, level: 'ok', problem });
  }
  if (findings.some(({ level }) => level !== 'ok')) return findings;
  const tools = report.tools === 1 ? '1 tool' : `${report.tools ?? 0} tools`;
  return [{ server, level: 'ok', problem: `"${server}" is ready with ${tools}.` }, ...findings];
}

function startingFinding({ report, startingMs, lastLines }: Examined): Finding {
  const server = report.name;
  const seconds = Math.round((startingMs ?? 0) / 1000);
  const problem = `"${server}" is still starting${seconds > 0 ? ` after ${seconds} s` : ''}.${quote(lastLines)}`;
  const advice = 'If it takes longer than it should, look at its log.';
  return { server, level: 'warning', problem, advice, remedy: { kind: 'readLog' } };
}

function errorFinding({ report, lastLines }: Examined, message: string): Finding {
  const server = report.name;
  // The reason often ends with the last output of the process.
  const unsaid = lastLines.filter((line) => !message.includes(line));
  const problem = `"${server}" does not run: ${message}${quote(unsaid)}`;
  const advice = 'Put that right, then start it again.';
  return { server, level: 'error', problem, advice, remedy: { kind: 'restart' } };
}

function quote(lines: readonly string[]): string {
  return lines.length > 0 ? ` It wrote last:\n${lines.join('\n')}` : '';
}
