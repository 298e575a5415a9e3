import type { LoadState } from '@loggia/protocol';
import type { PartProblem } from '../plugins/loaded.ts';
import type { PlannedServer } from './planned.ts';

const shownProblems = 10;

/** Formats a problem, such as `mcp.json:12: …`. */
function sentenceOf({ file, line, message }: PartProblem): string {
  return `${line === undefined ? file : `${file}:${line}`}: ${message}`;
}

/** Why a declared server can't be started. */
export function misdeclared({ name, problem, source }: PlannedServer): string {
  const where = source.uri === undefined ? 'where it was written' : `in ${decodeURI(source.uri)}`;
  const why = problem ?? 'Its settings are invalid.';
  return `The server "${name}" is not declared as it should be. ${why} Correct it ${where}.`;
}

/** `usable` is the number of parts that work despite the problems. */
export function loadStateOf(problems: readonly PartProblem[], usable: number): LoadState {
  if (problems.length === 0) return { kind: 'loaded' };
  const lines = problems.slice(0, shownProblems).map(sentenceOf);
  if (problems.length > shownProblems) lines.push(`… and ${problems.length - shownProblems} more.`);
  return { kind: usable > 0 ? 'degraded' : 'error', message: lines.join('\n') };
}
