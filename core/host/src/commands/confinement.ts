import type { Principal } from '@loggia/access';
import { ProtocolError } from '@loggia/protocol';
import { z } from 'zod';

/** The workspace of an artifact; undefined if there is no such artifact. */
export type WorkspaceOf = (artifact: string) => Promise<string | undefined>;

/** The names under which commands take workspaces and artifacts. */
const named = z.object({
  workspace: z.string().optional(),
  artifact: z.string().optional(),
  artifacts: z.array(z.union([z.string(), z.object({ id: z.string() })])).optional(),
});

/** The workspace that the principal may not leave. */
export function confinedTo(principal: Principal): string | undefined {
  return principal.kind === 'delegate' ? principal.scope.workspace : undefined;
}

/** The input with the workspace filled in, where the command takes one and the caller names none. */
export function within(workspace: string, input: unknown, params: z.ZodType): unknown {
  const takes = params instanceof z.ZodObject && Object.hasOwn(params.shape, 'workspace');
  const given = (input ?? {}) as Readonly<Record<string, unknown>>;
  return takes && given['workspace'] === undefined ? { ...given, workspace } : input;
}

/** Rejects if the request names another workspace, or an artifact in another one. */
export async function assertWithin(
  workspace: string,
  params: unknown,
  workspaceOf: WorkspaceOf,
): Promise<void> {
  const { workspace: asked, artifact, artifacts = [] } = named.safeParse(params).data ?? {};
  const ids = [...(artifact === undefined ? [] : [artifact]), ...artifacts].map((one) =>
    typeof one === 'string' ? one : one.id,
  );
  const places = [asked, ...(await Promise.all(ids.map((id) => workspaceOf(id))))];
  if (places.every((place) => place === undefined || place === workspace)) return;
  throw new ProtocolError(
    'PermissionDenied',
    'That is in another workspace, and agents only work in the workspace of their session. Ask the user to attach it, or to move it here.',
  );
}
