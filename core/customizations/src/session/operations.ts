import { ProtocolError } from '@loggia/protocol';
import { createAddedServerOperations } from './added-server-operations.ts';
import { createDiagnosisOperation } from './diagnosis-operation.ts';
import { createEnablementOperations } from './enablement-operations.ts';
import type { OperationPorts } from './operation-ports.ts';
import { ServerAccess } from './server-access.ts';
import type { ServerOperations, SupervisionOperations } from './service.ts';
import { createToolOperations } from './tool-operations.ts';
import { createTrustOperations } from './trust-operations.ts';

export function createOperations(operationPorts: OperationPorts): ServerOperations {
  return {
    ...createSupervisionOperations(operationPorts),
    ...createAddedServerOperations(operationPorts),
    ...createToolOperations(operationPorts),
    ...createDiagnosisOperation(operationPorts),
    ...createTrustOperations(operationPorts),
    ...createEnablementOperations(operationPorts),
  };
}

function createSupervisionOperations(operationPorts: OperationPorts): SupervisionOperations {
  const access = new ServerAccess(operationPorts);

  return {
    async listServers({ session }) {
      const worn = await operationPorts.plan(session);
      return { servers: await Promise.all(worn.places.map((place) => access.report(worn, place))) };
    },

    async startServer(params) {
      const { worn, place } = await access.find(params);
      const hindrance = worn.hindrance(place);
      if (hindrance !== undefined) throw new ProtocolError('InvalidParams', hindrance);
      if (!place.slot.connection || place.slot.state.kind === 'error') worn.start(place.server.id);
      await access.shown(place.slot.connection);
      return { server: await access.report(worn, place) };
    },

    async stopServer(params) {
      const { worn, place } = await access.find(params);
      const { connection } = access.slotOf(worn, place);
      if (connection?.installing !== undefined) connection.cancelInstallation();
      worn.stop(place.server.id);
      return { server: await access.report(worn, place) };
    },

    async restartServer(params) {
      const { worn, place } = await access.find(params);
      const hindrance = worn.hindrance(place);
      if (hindrance !== undefined) throw new ProtocolError('InvalidParams', hindrance);
      await access.restart(worn, place);
      return { server: await access.report(worn, place) };
    },

    async serverLogs({ after, limit, ...params }) {
      const { worn, place } = await access.find(params);
      const page = access.slotOf(worn, place).logs?.read({
        ...(after !== undefined && { after }),
        ...(limit !== undefined && { limit }),
      });
      return { entries: [...(page?.entries ?? [])], dropped: page?.dropped ?? 0 };
    },
  };
}
