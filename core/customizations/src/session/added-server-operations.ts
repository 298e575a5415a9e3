import { ProtocolError, workspaceUri } from '@loggia/protocol';
import type { OperationPorts } from './operation-ports.ts';
import { addedServer, type AddedServer } from './plan.ts';
import type { PlannedServer } from './planned.ts';
import { placeWithName } from './place-named.ts';
import { partsFrom } from './review.ts';
import { ServerAccess } from './server-access.ts';
import type { AddedServerOperations, AskedBy } from './service.ts';
import type { ServerInPlan } from './plan-services.ts';

const notForOne = 'A key adds servers for one artifact. Use a key that is about one artifact.';
const notForWorkspace = 'A key adds servers to the whole host. Ask a person to add this one to a workspace.';
const notAll = 'A key reaches only the servers that its artifact registered. Name one of them.';

export function createAddedServerOperations(operationPorts: OperationPorts): AddedServerOperations {
  const { services, plan, refreshAll } = operationPorts;
  const access = new ServerAccess(operationPorts);

  function assertTheirs(place: ServerInPlan, { person, artifacts }: AskedBy): void {
    const artifact = access.registeredFor(place);
    if (person || (artifact !== undefined && artifacts.includes(artifact))) return;
    throw new ProtocolError('PermissionDenied', notTheirs(place.server.name));
  }

  async function assertWorkspace(workspace: string): Promise<void> {
    if (await services.ports.sessions.load(workspaceUri(workspace))) return;
    const message = `There is no workspace ${JSON.stringify(workspace)}. List the workspaces.`;
    throw new ProtocolError('NotFound', message);
  }

  async function remove(added: AddedServer): Promise<void> {
    const { id, uri, name } = addedServer(added);
    services.added.remove(added);
    services.registrations.forget(name);
    // A server of the same name that somebody adds later must not inherit any decision about this one.
    services.trust.forget(uri);
    services.enablement.forget(id);
    services.toolMemory.forget(id);
    await operationPorts.forget(id);
    refreshAll();
    // Adding the same command again starts a new process.
    services.ports.gateway.retire(id);
    // A server of the same name that somebody adds later must not come into its tokens.
    await services.ports.gateway.signOut(services.ports.principal, id);
  }

  return {
    async addServer({ name, settings, workspace, start }, by) {
      const host = await plan(undefined);
      const [artifact] = by.artifacts;
      if (!by.person && (artifact === undefined || by.artifacts.length > 1))
        throw new ProtocolError('PermissionDenied', notForOne);
      if (!by.person && workspace !== undefined) throw new ProtocolError('PermissionDenied', notForWorkspace);
      if (workspace !== undefined) await assertWorkspace(workspace);
      const taken = placeWithName(host.places, name, workspace);
      if (taken) {
        const isRegistered =
          artifact !== undefined && services.registrations.isRegistered(name, artifact, settings);
        if (isRegistered && taken.server.source.kind === 'added') return { id: taken.server.id };
        const message = `There is a server "${name}" already. Choose another name, or remove that one first.`;
        throw new ProtocolError('AlreadyExists', message);
      }
      let server: PlannedServer;
      try {
        server = addedServer(services.added.add(name, settings, workspace));
        // A person names the command herself; what anybody else registers waits for one.
        if (by.person) services.trust.trust(server.uri, partsFrom(server.uri, [server]));
        else services.trust.forget(server.uri);
      } catch (error) {
        throw new ProtocolError('InvalidParams', sentenceOf(error));
      }
      if (artifact === undefined) services.registrations.forget(name);
      else services.registrations.set(name, artifact, settings);
      refreshAll();
      // It doesn't start while it waits for approval.
      if (start !== false) host.start(server.id);
      return { id: server.id };
    },

    async assertControls({ server, session }, by) {
      if (by.person) return;
      if (server === undefined) throw new ProtocolError('PermissionDenied', notAll);
      const { place } = await access.find({ server, session });
      assertTheirs(place, by);
    },

    async removeServer({ server }, by) {
      const { place } = await access.find({ server });
      assertTheirs(place, by);
      const { source, name } = place.server;
      if (source.kind !== 'added') {
        const where = source.name ?? source.uri ?? 'the configuration of the host';
        const message = `"${name}" was not added here but is declared in ${where}. Remove it there, or turn it off.`;
        throw new ProtocolError('InvalidParams', message);
      }
      const added = services.added.withId(place.server.id);
      if (added) await remove(added);
      return {};
    },

    async forgetWorkspace(workspace) {
      await plan(undefined);
      services.enablement.forgetWorkspace(workspaceUri(workspace));
      for (const server of services.added.list()) if (server.workspace === workspace) await remove(server);
    },
  };
}

function notTheirs(name: string): string {
  return `The server "${name}" wasn't registered by the artifact that this key is about. Ask a person to change it.`;
}

function sentenceOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
