import { artifactExtensions, explain, rootUri, type ArtifactSummary } from '@loggia/protocol';
import type { AhpClient } from '../ahp-client.ts';
import { MalformedAnswer } from '../errors.ts';
import type { CallOptions } from '../rpc/call.ts';
import type { ArtifactQuery } from './artifact-filter.ts';

const method = 'x-loggia/listArtifacts';

export interface ArtifactPage {
  readonly artifacts: readonly ArtifactSummary[];
  /** The start of the next page; undefined at the end. */
  readonly nextCursor?: string | undefined;
}

export async function readArtifacts(
  client: AhpClient,
  query: ArtifactQuery,
  { limit, cursor }: { readonly limit: number; readonly cursor: string | undefined },
  options?: CallOptions,
): Promise<ArtifactPage> {
  const { states, types, ...rest } = query;
  const answer = await client.call(
    method,
    {
      channel: rootUri,
      ...rest,
      ...(states && { states: [...states] }),
      ...(types && { types: [...types] }),
      limit,
      ...(cursor !== undefined && { cursor }),
    },
    options,
  );
  const page = artifactExtensions[method].result.safeParse(answer);
  if (!page.success) throw new MalformedAnswer(method, explain(page.error, 'result'));
  // A host that gives the same cursor again would be asked forever.
  const { artifacts, nextCursor } = page.data;
  return { artifacts, nextCursor: nextCursor === cursor ? undefined : nextCursor };
}
