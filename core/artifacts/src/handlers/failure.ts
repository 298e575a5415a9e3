import type { McpResult } from './handler-access.ts';

const longest = 500;

/** The failure as one line, short enough to be stored and shown, wherever it comes from. */
function brief(reason: string): string {
  const line = reason
    .slice(0, 4 * longest)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const short = line.length <= longest ? line : `${line.slice(0, longest - 1)}…`;
  // Cutting may leave half of a surrogate pair.
  return short.replaceAll(/\p{Surrogate}/gu, '\uFFFD');
}

export function reasonOf(error: unknown): string {
  return brief(error instanceof Error ? error.message : String(error));
}

/** The tool's own error message; undefined if it succeeded. */
export function failureIn({ isError, content = [] }: McpResult): string | undefined {
  if (isError !== true) return undefined;
  const said = content
    .flatMap(({ type, text }) => (type === 'text' && typeof text === 'string' ? [text] : []))
    .join(' ');
  return said.trim() === '' ? 'The tool failed and did not say why. Check its log.' : brief(said);
}
