import type { McpResult } from './handler-access.ts';

const longest = 500;

/** What went wrong as one line, short enough to be kept and shown, whoever wrote it. */
function brief(reason: string): string {
  const line = reason
    .slice(0, 4 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
  // Half of a pair of code units may be left where it was cut.
  return short.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

export function reasonOf(error: unknown): string {
  return brief(error instanceof Error ? error.message : String(error));
}

/** Why the tool says that it failed; undefined when it did not. */
export function failureIn({ isError, content = [] }: McpResult): string | undefined {
  if (isError !== true) return undefined;
  const said = content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join(' ');
  return said.trim() === '' ? 'The tool failed and did not say why. Look into its log.' : brief(said);
}
