import { ServerFailure, type ServerDefinition } from '@loggia/mcp';
import {
  ProtocolError,
  type ConnectionTest,
  type KeptSecrets,
  type ServerSettings,
  type StoredSecrets,
} from '@loggia/protocol';
import { testConnection } from './connection-test.ts';
import { withKept, withoutSecrets } from './kept-secrets.ts';
import type { OperationPorts } from './operation-ports.ts';
import { placeNamed, placeWithName } from './place-named.ts';
import { addedServer, type AddedServer } from './plan.ts';
import { partsFrom } from './review.ts';
import { ServerAccess } from './server-access.ts';
import type { ServerInPlan } from './plan-services.ts';

/** An edited definition, and which of the stored values it keeps. */
export interface EditedServer {
  readonly settings: ServerSettings;
  readonly keep?: KeptSecrets | undefined;
}

/**
 * Reads, changes and tests the definitions of servers that people added. For people only: whoever changes a definition
 * decides what runs on this machine. Throws ProtocolError with a sentence.
 */
export interface ServerSetup {
  readServer(params: {
    readonly server: string;
  }): Promise<{ id: string; name: string; settings: ServerSettings; secrets: StoredSecrets }>;
  editServer(
    params: EditedServer & { readonly server: string; readonly name: string },
  ): Promise<{ id: string }>;
  testServer(
    params: EditedServer & { readonly server?: string | undefined; readonly call?: string | undefined },
    caller: { readonly clientId: string; readonly signal: AbortSignal },
  ): Promise<{ test: ConnectionTest }>;
}

interface Found {
  readonly place: ServerInPlan;
  readonly added: AddedServer;
  readonly stored: ServerSettings;
}

export function createServerSetup(operationPorts: OperationPorts): ServerSetup {
  const { services, plan, refreshAll, calls } = operationPorts;
  const { ports } = services;
  const access = new ServerAccess(operationPorts);

  async function find(server: string): Promise<Found> {
    const place = placeNamed((await plan(undefined)).places, server);
    const { id, name, source } = place.server;
    if (source.kind !== 'added') {
      const where = source.name ?? source.uri ?? 'the configuration of the host';
      throw new ProtocolError('InvalidParams', `"${name}" is declared in ${where}. Edit it there.`);
    }
    if (access.registeredFor(place) !== undefined)
      throw new ProtocolError(
        'InvalidParams',
        `"${name}" is described by an artifact. Edit that artifact and commit it.`,
      );
    const added = services.added.withId(id);
    if (!added)
      throw new ProtocolError('NotFound', `"${name}" was removed meanwhile. List the servers again.`);
    return { place, added, stored: services.added.settingsOf(added) ?? {} };
  }

  return {
    async readServer({ server }) {
      const { place, added, stored } = await find(server);
      return { id: place.server.id, name: added.name, ...withoutSecrets(stored) };
    },

    async editServer({ server, name, settings, keep }) {
      const { place, added, stored } = await find(server);
      const { places } = await plan(undefined);
      const others = places.filter((one) => one.server.id !== place.server.id);
      if (placeWithName(others, name, added.workspace))
        throw new ProtocolError('AlreadyExists', `There is a server "${name}" already. Choose another name.`);
      const before = addedServer(added);
      const after = addedServer(
        sensible(() => services.added.replace(added, name, withKept(settings, keep, stored))),
      );
      const isSame = after.written.fingerprint === before.written.fingerprint;
      // A person names the command herself. A new name alone approves nothing that still waits for approval.
      if (!isSame || place.approval?.decision === 'trusted')
        services.trust.trust(after.uri, partsFrom(after.uri, [after]));
      // Tokens were given for the address that the server had.
      if (addressOf(before.definition) !== addressOf(after.definition))
        await ports.gateway.signOut(ports.principal, after.id);
      refreshAll();
      ports.gateway.retire(after.id);
      return { id: after.id };
    },

    async testServer({ server, settings, keep, call }, { clientId, signal: gone }) {
      const found = server === undefined ? undefined : await find(server);
      const name = found?.added.name ?? 'New server';
      const definition = sensible(() => services.added.define(name, withKept(settings, keep, found?.stored)));
      const hasItsAddress =
        found !== undefined && addressOf(found.added.definition) === addressOf(definition);
      const { canceled, end } = calls.cancelable(clientId, call);
      try {
        const signal = AbortSignal.any([gone, canceled]);
        const id = hasItsAddress ? found.place.server.id : undefined;
        return { test: await testConnection(ports, definition, { server: id, signal }) };
      } catch (error) {
        if (!(error instanceof ServerFailure)) throw error;
        return { test: { outcome: 'failed', reason: error.message } };
      } finally {
        end();
      }
    },
  };
}

function sensible<Made>(make: () => Made): Made {
  try {
    return make();
  } catch (error) {
    throw new ProtocolError('InvalidParams', error instanceof Error ? error.message : String(error));
  }
}

function addressOf(definition: ServerDefinition | undefined): string | undefined {
  const transport = definition?.transport;
  return transport === undefined || transport.kind === 'stdio' ? undefined : transport.url;
}
