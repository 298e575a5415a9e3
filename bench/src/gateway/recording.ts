import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { localPrincipal } from '@loggia/access';
import { Kernel } from '@loggia/kernel';
import {
  createGateway,
  createRecorder,
  openAudit,
  type CallContext,
  type Gateway,
  type Recorder,
  type ServerConnection,
} from '@loggia/mcp';
import { kinds } from '@loggia/sessions';
import { eventLoopScheduler, openSqliteStore, systemClock } from '@loggia/storage';
import type { Benchmark } from '../measure/result.ts';
import { compare, playRounds } from '../measure/rounds.ts';
import { withTemporaryDirectory } from '../measure/temporary-directory.ts';
import { typical } from './typical.ts';

const calls = 1000;
const rounds = 9;

const everything = fileURLToPath(
  import.meta.resolve('@modelcontextprotocol/server-everything/dist/index.js'),
);

/** What it costs a call that it is put on record: the way through the gateway with the audit and without. */
export const recording: Benchmark = {
  names: ['recorded tools/call'],
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const store = openSqliteStore(path.join(directory, 'audit.db'));
      const clock = systemClock;
      const scheduler = eventLoopScheduler;
      const kernel = await Kernel.open({ store, kinds, clock, scheduler });
      const audit = await openAudit({ records: kernel.records, clock, scheduler, report });
      const recorded = gatewayWith(createRecorder(audit, clock));
      const unrecorded = gatewayWith({ run: (_, work) => work(), missed: () => undefined });
      try {
        const ours = await ready(recorded);
        const baseline = await ready(unrecorded);
        const measured = await playRounds(rounds, {
          ours: () => echo(ours),
          baseline: () => echo(baseline),
        });
        const { records } = await audit.list({ limit: 1000 });
        if (records.length < calls) throw new Error('The calls are not on record.');
        return [
          {
            name: 'recorded tools/call',
            means:
              'p50 of a word that the server echoes, through a gateway that records it / through one that does not',
            unit: 'ms',
            bound: '<=',
            target: 1.1,
            ...compare(measured),
          },
        ];
      } finally {
        await Promise.all([recorded.stop(), unrecorded.stop()]);
        audit.flush();
        await kernel.close();
      }
    }),
};

function gatewayWith(recorder: Recorder): Gateway {
  const nobody = (): never => {
    throw new Error('The server is a process, not reached over HTTP.');
  };
  return createGateway({
    clock: systemClock,
    scheduler: eventLoopScheduler,
    clientInfo: { name: 'bench', version: '1' },
    authority: {
      authorize: nobody,
      authenticate: async () => false,
      signedIn: async () => false,
      signOut: async () => undefined,
    },
    recorder,
    uiMimeTypes: [],
    report,
  });
}

function report(problem: string, error: unknown): never {
  throw new Error(problem, { cause: error });
}

async function ready(gateway: Gateway): Promise<ServerConnection> {
  const { connection } = gateway.lease({
    server: 'everything',
    definition: {
      name: 'everything',
      transport: { kind: 'stdio', command: process.execPath, args: [everything, 'stdio'], env: {} },
    },
    principal: localPrincipal,
    workspace: undefined,
    holder: 'bench',
  });
  await connection.settled();
  return connection;
}

const context: CallContext = {
  session: 'ahp-session:/bench',
  caller: { by: 'agent', principal: 'local via agent bench', clientId: 'bench', allowedBy: 'always' },
};

function echo(connection: ServerConnection): Promise<number> {
  const request = { name: 'echo', arguments: { message: 'hello' } };
  return typical(calls, () => connection.callTool(request, context));
}
