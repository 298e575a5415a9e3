import {
  accessExtensions,
  allowanceExtensions,
  storageExtensions,
  artifactExtensions,
  explain,
  libraryExtensions,
  rootUri,
  searchExtensions,
  serverExtensions,
  typeExtensions,
  viewExtensions,
} from '@loggia/protocol';
import type { AhpClient } from './ahp-client.ts';
import { MalformedAnswer } from './errors.ts';
import type { CallOptions } from './rpc/call.ts';

/** What Loggia's hosts understand beyond the protocol. */
const extensions: typeof serverExtensions &
  typeof artifactExtensions &
  typeof libraryExtensions &
  typeof searchExtensions &
  typeof typeExtensions &
  typeof viewExtensions &
  typeof allowanceExtensions &
  typeof accessExtensions &
  typeof storageExtensions = {
  ...serverExtensions,
  ...artifactExtensions,
  ...libraryExtensions,
  ...searchExtensions,
  ...typeExtensions,
  ...viewExtensions,
  ...allowanceExtensions,
  ...accessExtensions,
  ...storageExtensions,
};
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
  const answer = await client.call(method, { channel: rootUri, ...params }, options);
  const { result } = extensions[method] as (typeof extensions)[Extension];
  const parsed = result.safeParse(answer);
  if (!parsed.success) throw new MalformedAnswer(method, explain(parsed.error, 'result'));
  return parsed.data as ExtensionResult<Method>;
}
