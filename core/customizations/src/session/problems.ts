import type { LoadState } from '@loggia/protocol';
import type { PartProblem } from '../plugins/loaded.ts';
import type { PlannedServer } from './planned.ts';

const shownProblems = 10;

/** Such as `mcp.json:12: …`. */
function sentenceOf({ file, line, message }: PartProblem): string {
  return `${line === undefined ? file : `${file}:${line}`}: ${message}`;
}

/** Why a server that was declared cannot even be tried. */
export function misdeclared({ name, problem, source }: PlannedServer): string {
  const where = source.uri === undefined ? 'where it was written' : `in ${decodeURI(source.uri)}`;
  const why = problem ?? 'Its settings make no sense.';
  return `The server "${name}" is not declared as it should be. ${why} Correct it ${where}.`;
}

/** `usable` is how many parts work in spite of the problems. */
export function loadStateOf(problems: readonly PartProblem[], usable: number): LoadState {
  if (problems.length === 0) return { kind: 'loaded' };
  const lines = problems.slice(0, shownProblems).map(sentenceOf);
  if (problems.length > shownProblems) lines.push(`… and ${problems.length - shownProblems} more.`);
  return { kind: usable > 0 ? 'degraded' : 'error', message: lines.join('\n') };
}
