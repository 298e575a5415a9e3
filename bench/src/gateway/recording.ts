import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { localPrincipal } from '@loggia/access';
import { Kernel } from '@loggia/kernel';
import {
  createGateway,
  createRecorder,
  openAudit,
  type Audit,
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

/**
 * The cost of recording a call in the gateway, compared with a caller that records it before it passes the answer on,
 * and with no record at all.
 */
export const recording: Benchmark = {
  names: ['recorded tools/call', 'record of a tools/call'],
  run: () =>
    withTemporaryDirectory(async (directory) => {
      const { kernel, audit } = await auditIn(path.join(directory, 'gateway.db'));
      const byCaller = await auditIn(path.join(directory, 'caller.db'));
      const recorded = gatewayWith(createRecorder(audit, systemClock));
      const unrecorded = gatewayWith({ run: (_, work) => work(), missed: () => undefined });
      try {
        const ours = await ready(recorded);
        const baseline = await ready(unrecorded);
        const call = () => ours.callTool(request, context);
        const plain = () => baseline.callTool(request, context);
        const againstCaller = await playRounds(rounds, {
          ours: () => typical(calls, call),
          baseline: () => typical(calls, recordedBy(byCaller.audit, plain)),
        });
        const againstNothing = await playRounds(rounds, {
          ours: () => typical(calls, call),
          baseline: () => typical(calls, plain),
        });
        const { records } = await audit.list({ limit: 1000 });
        if (records.length < calls) throw new Error('The calls are not on record.');
        const what = 'p50 of a word that the server echoes, through a gateway that records it';
        const common = { unit: 'ms', bound: '<=' } as const;
        return [
          {
            ...common,
            name: 'recorded tools/call',
            means: `${what} / recorded by its caller`,
            target: 1.1,
            ...compare(againstCaller),
          },
          {
            ...common,
            name: 'record of a tools/call',
            means: `${what} / not recorded`,
            target: 1.25,
            ...compare(againstNothing),
          },
        ];
      } finally {
        await Promise.all([recorded.stop(), unrecorded.stop()]);
        audit.flush();
        byCaller.audit.flush();
        await Promise.all([kernel.close(), byCaller.kernel.close()]);
      }
    }),
};

async function auditIn(file: string): Promise<{ kernel: Kernel; audit: Audit }> {
  const ports = { clock: systemClock, scheduler: eventLoopScheduler };
  const kernel = await Kernel.open({ store: openSqliteStore(file), kinds, ...ports });
  return { kernel, audit: await openAudit({ records: kernel.records, ...ports, report }) };
}

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
    folders: [],
    holder: 'bench',
  });
  await connection.settled();
  return connection;
}

const context: CallContext = {
  session: 'ahp-session:/bench',
  caller: { by: 'agent', principal: 'local via agent bench', clientId: 'bench', allowedBy: 'always' },
};

const request = { name: 'echo', arguments: { message: 'hello' } };

function recordedBy(audit: Audit, call: () => Promise<unknown>): () => Promise<void> {
  return async () => {
    const startedAt = systemClock.now();
    const { caller, session } = context;
    const about = { session: session ?? '', server: 'everything', serverName: 'everything', ...caller };
    const requestBytes = Buffer.byteLength(JSON.stringify(request));
    const result = await call();
    const responseBytes = Buffer.byteLength(JSON.stringify(result));
    const durationMs = systemClock.now() - startedAt;
    const entry = { ...about, method: 'tools/call', target: 'echo', requestBytes, responseBytes, durationMs };
    audit.write(() => ({ ...entry, decision: 'allowed' }));
  };
}
