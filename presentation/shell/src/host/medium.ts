import { mediumLookup, workspaceOf, type MediumOf, type SessionState } from '@loggia/protocol';
import { useMemo } from 'react';
import type { ShellHost } from './shell-host.ts';
import { useWorkspace } from './use-channel.ts';

/** The media of content types as a workspace on screen knows them. */
export function useMediumOf(workspace: string): MediumOf {
  const types = useWorkspace(workspace)?.state?.types;
  return useMemo(() => mediumLookup(types ?? []), [types]);
}

/** The same for a session or workspace by its channel, outside of components. Knows nothing where it cannot ask. */
export async function mediumOn(
  host: Pick<ShellHost, 'ask' | 'channels'>,
  channel: string,
): Promise<MediumOf> {
  const { project } = host.channels.view<Partial<SessionState>>(channel).getSnapshot().state ?? {};
  const workspace = workspaceOf(channel) ?? (project && workspaceOf(project.uri));
  if (workspace === undefined) return () => undefined;
  try {
    const { types } = await host.ask('x-loggia/listTypes', { workspace });
    return mediumLookup(types);
  } catch {
    return () => undefined;
  }
}
