import type { ChoiceSource, HarnessTool } from '../harness.ts';

/**
 * The choices that a server declares for the parameters of a tool (`_meta["loggia/choices"]`). Declarations that can't be
 * read are left out.
 */
export function choicesIn(meta: Readonly<Record<string, unknown>> | undefined): HarnessTool['choices'] {
  const declared = meta?.['loggia/choices'];
  if (typeof declared !== 'object' || declared === null) return undefined;
  const sources = Object.entries(declared).flatMap(([name, given]) => {
    const source = sourceIn(given);
    return source ? [[name, source] as const] : [];
  });
  return sources.length > 0 ? Object.fromEntries(sources) : undefined;
}

function sourceIn(given: unknown): ChoiceSource | undefined {
  if (typeof given !== 'object' || given === null) return undefined;
  const { tool, path, value, label } = given as Readonly<Record<string, unknown>>;
  if (typeof tool !== 'string' || typeof path !== 'string') return undefined;
  return {
    tool,
    path,
    ...(typeof value === 'string' && { value }),
    ...(typeof label === 'string' && { label }),
  };
}
