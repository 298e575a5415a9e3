import { ProtocolError } from '@loggia/protocol';
import type { PlannedEntry, PlannedServer } from './planned.ts';
import type { ServerInPlan } from './plan-services.ts';

/** By id, or by name if it is unique. Throws a ProtocolError that lists the known servers. */
export function placeNamed(places: readonly ServerInPlan[], wanted: string): ServerInPlan {
  const byId = places.find(({ server }) => server.id === wanted);
  if (byId) return byId;
  const named = places.filter(({ server }) => server.name === wanted);
  const [only] = named;
  if (only && named.length === 1) return only;
  if (named.length > 1) {
    const ids = named.map(({ server, entry }) => `${server.id} (${originOf(server, entry)})`).join(', ');
    throw new ProtocolError(
      'InvalidParams',
      `Several servers are called "${wanted}". Name one by its id: ${ids}.`,
    );
  }
  const known = [...new Set(places.map(({ server }) => server.name))].slice(0, 20).join(', ');
  const hint = known === '' ? 'There are none here yet.' : `There are: ${known}.`;
  throw new ProtocolError('NotFound', `There is no server "${wanted}". ${hint}`);
}

function originOf({ source: { workspace } }: PlannedServer, { name }: PlannedEntry): string {
  return workspace === undefined ? name : `in the workspace ${workspace}`;
}

/**
 * The server with this name that some workspace would have beside another one of the same name, added to a workspace or
 * to all of them. Servers that are part of plugins and folders may share names.
 */
export function placeWithName(
  places: readonly ServerInPlan[],
  name: string,
  workspace: string | undefined,
): ServerInPlan | undefined {
  return places.find(({ server, entry }) => {
    if (entry !== server || server.name !== name) return false;
    const owner = server.source.workspace;
    return owner === undefined || workspace === undefined || owner === workspace;
  });
}
