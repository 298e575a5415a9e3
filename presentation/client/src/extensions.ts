import { explain, rootUri } from '@loggia/protocol';
import type { AhpClient } from './ahp-client.ts';
import { MalformedAnswer } from './errors.ts';
import type { extensions } from './extension-table.ts';
import type { CallOptions } from './rpc/call.ts';

export type Extension = keyof typeof extensions;

type Parsed<Schema extends { parse(value: unknown): unknown }> = ReturnType<Schema['parse']>;

export type ExtensionParams<Method extends Extension> = Omit<
  Parsed<(typeof extensions)[Method]['params']>,
  'channel' | '_meta'
>;
export type ExtensionResult<Method extends Extension> = Parsed<(typeof extensions)[Method]['result']>;

/** A command of Loggia's own. Rejects with `HostError` where the host says no. */
export async function ask<Method extends Extension>(
  client: AhpClient,
  method: Method,
  params: ExtensionParams<Method>,
  options?: CallOptions,
): Promise<ExtensionResult<Method>> {
  const [answer, table] = await Promise.all([
    client.call(method, { channel: rootUri, ...params }, options),
    // A page is shown before it asks for anything, so what only checks answers needn't be loaded with it.
    import('./extension-table.ts'),
  ]);
  const { result } = table.extensions[method] as (typeof extensions)[Extension];
  const parsed = result.safeParse(answer);
  if (!parsed.success) throw new MalformedAnswer(method, explain(parsed.error, 'result'));
  return parsed.data as ExtensionResult<Method>;
}
