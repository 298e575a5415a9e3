import { localPrincipal } from '@loggia/access';
import { artifactCaller, type Artifacts } from '@loggia/artifacts';
import { ProtocolError } from '@loggia/protocol';

/** The workspace of a new session: the one that its creator names, by id or channel, or else the first. */
export async function projectOf(
  artifacts: Pick<Artifacts, 'listWorkspaces'>,
  wanted: unknown,
): Promise<{ uri: string; displayName: string } | undefined> {
  const { workspaces } = await artifacts.listWorkspaces({}, artifactCaller(localPrincipal));
  const found =
    wanted === undefined
      ? workspaces[0]
      : workspaces.find(({ id, channel }) => id === wanted || channel === wanted);
  if (!found && wanted !== undefined)
    throw new ProtocolError(
      'NotFound',
      `There is no workspace ${JSON.stringify(wanted)}. List the workspaces.`,
    );
  return found && { uri: found.channel, displayName: found.title };
}
