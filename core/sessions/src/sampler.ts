import type { Harness, HarnessMessage } from './harness.ts';

type Json = Readonly<Record<string, unknown>>;

/** MCP `sampling/createMessage`: parameters and result verbatim. */
export type Sampler = (params: Json, signal: AbortSignal) => Promise<Json>;

/** Asks the model behind an agent; undefined if it doesn't lend one. */
export function sampler(
  harness: Harness,
  { session, model }: { readonly session: string; readonly model: HarnessMessage['model'] },
): Sampler | undefined {
  const ask = harness.sample?.bind(harness);
  return ask && ((params, signal) => ask({ session, params, ...(model && { model }) }, signal));
}
