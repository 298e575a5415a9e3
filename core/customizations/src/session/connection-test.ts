import { randomUUID } from 'node:crypto';
import type { ServerConnection, ServerDefinition } from '@loggia/mcp';
import type { ConnectionTest } from '@loggia/protocol';
import { listOf } from './server-lists.ts';
import type { EquipmentPorts } from './ports.ts';

const lastLines = 10;
const mostFound = 500;

/**
 * Connects with a definition that isn't stored yet, inspects the server, and disconnects. Never shares a connection.
 * `server` is the id under which tokens for this exact address are stored, if any.
 */
export async function testConnection(
  ports: Pick<EquipmentPorts, 'gateway' | 'principal'>,
  definition: ServerDefinition,
  { server, signal }: { readonly server?: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<ConnectionTest> {
  const holder = `test:${randomUUID()}`;
  const lease = ports.gateway.lease({
    server: server ?? holder,
    definition: { ...definition, isolation: 'session' },
    principal: ports.principal,
    folders: [],
    holder,
  });
  try {
    const { connection } = lease;
    await firstOutcome(connection, signal);
    return await outcomeOf(connection, signal);
  } finally {
    lease.release('at once');
  }
}

/** A failed server is retried; a test ends with the first failure. */
function firstOutcome(connection: ServerConnection, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const leave = (): void => {
      unlisten();
      signal?.removeEventListener('abort', cancel);
    };
    const cancel = (): void => {
      leave();
      reject(signal?.reason as Error);
    };
    const check = (): void => {
      if (connection.state.kind === 'starting') return;
      leave();
      resolve();
    };
    const unlisten = connection.onChange(check);
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
    else check();
  });
}

async function outcomeOf(
  connection: ServerConnection,
  signal: AbortSignal | undefined,
): Promise<ConnectionTest> {
  const { state } = connection;
  if (state.kind === 'error') {
    const log = connection.logs
      .read()
      .entries.filter(({ from }) => from === 'stderr')
      .slice(-lastLines)
      .map(({ text }) => text);
    return { outcome: 'failed', reason: state.error.message, ...(log.length > 0 && { log }) };
  }
  if (state.kind === 'authRequired')
    return { outcome: 'signIn', reason: 'The server answers and asks you to sign in.' };
  const { facts } = connection;
  if (state.kind !== 'ready' || !facts) return { outcome: 'failed', reason: 'The server stopped.' };
  const context = { caller: 'host', ...(signal && { signal }) } as const;
  const [prompts, resources] = await Promise.all([
    facts.prompts ? listOf(connection, 'prompts', context) : [],
    facts.resources ? listOf(connection, 'resources', context) : [],
  ]);
  return {
    outcome: 'ready',
    name: facts.name,
    ...(facts.title !== undefined && { title: facts.title }),
    ...(facts.version !== undefined && { version: facts.version }),
    protocolVersion: facts.protocolVersion,
    tools: connection.tools.map(named),
    prompts: prompts.slice(0, mostFound).map(named),
    resources: resources.slice(0, mostFound).map(named),
  };
}

function named(
  found: Readonly<Record<string, unknown>> | { readonly name: string; readonly title?: string },
): {
  name: string;
  title?: string;
} {
  const { name, title } = found;
  return {
    name: typeof name === 'string' ? name : '',
    ...(typeof title === 'string' && { title }),
  };
}
