import type { LoadState } from '@loggia/protocol';
import type { PartProblem } from '../plugins/loaded.ts';

const shownProblems = 10;

/** Such as `mcp.json:12: …`. */
function sentenceOf({ file, line, message }: PartProblem): string {
  return `${line === undefined ? file : `${file}:${line}`}: ${message}`;
}

/** `usable` is how many parts work in spite of the problems. */
export function loadStateOf(problems: readonly PartProblem[], usable: number): LoadState {
  if (problems.length === 0) return { kind: 'loaded' };
  const lines = problems.slice(0, shownProblems).map(sentenceOf);
  if (problems.length > shownProblems) lines.push(`… and ${problems.length - shownProblems} more.`);
  return { kind: usable > 0 ? 'degraded' : 'error', message: lines.join('\n') };
}
