import { actsWithKey, personBehind, type LocalPrincipal, type Principal, type Subject } from '@loggia/access';
import {
  addedServerRecords,
  enablementRecords,
  serverNameRecords,
  serverWorkspaceRecords,
  trustNamespace,
  type AskedBy,
} from '@loggia/customizations';
import { auditRecords } from '@loggia/mcp';
import { serverExtensions, type OperationsOf } from '@loggia/protocol';
import type { Caller, CommandDefinition } from './table.ts';
import { tokenRecords } from './authenticate.ts';
import { commandsOf, stored, type Operations, type Rows } from './from-contract.ts';

/** Connections and tokens belong to the person; `by` is the actual caller. */
export interface ServerCaller extends Pick<Caller, 'clientId' | 'signal'> {
  readonly principal: LocalPrincipal;
  readonly by: AskedBy;
}

/** The implementations of our commands about servers, by name. */
export type ServerOperations = OperationsOf<typeof serverExtensions, ServerCaller>;

/** The users' decisions about servers, and their sign-ins. */
export const decisionRecords = [
  addedServerRecords,
  serverNameRecords,
  serverWorkspaceRecords,
  trustNamespace,
  enablementRecords,
  tokenRecords,
];

const subject = (): Subject => ({ permission: 'servers' });

/**
 * Adding a server or trusting a source decides what runs on this machine. Commands that wait for a server are detached:
 * a slow one must not block the client. Commands without a subject aren't lent: calling any tool of any server is
 * acting as the user.
 */
const rows: Rows<typeof serverExtensions> = {
  listServers: {
    says: 'Lists the MCP servers of all workspaces, of one, or of a session, with the state of each.',
    grant: 'read',
    reads: decisionRecords,
    subject,
  },
  addServer: {
    says: 'Adds an MCP server to every workspace, or to one, and starts it, unless it waits for approval.',
    grant: 'admin',
    subject,
  },
  removeServer: { says: 'Removes an MCP server that was added, and stops it.', grant: 'admin', subject },
  startServer: {
    says: 'Starts an MCP server.',
    grant: 'write',
    reads: decisionRecords,
    detached: true,
    subject,
  },
  stopServer: {
    says: 'Stops an MCP server until it is started again.',
    grant: 'write',
    reads: decisionRecords,
    detached: true,
    subject,
  },
  restartServer: {
    says: 'Stops an MCP server and starts it again.',
    grant: 'write',
    reads: decisionRecords,
    detached: true,
    subject,
  },
  serverLogs: {
    says: 'Reads what an MCP server and the host have logged about it.',
    grant: 'read',
    reads: stored,
    subject,
  },
  listTools: {
    says: 'Lists the tools of the MCP servers, and which servers are missing and why.',
    grant: 'read',
    reads: decisionRecords,
    detached: true,
    subject,
  },
  callTool: {
    says: 'Runs a tool of an MCP server as the user, outside any chat.',
    grant: 'write',
    detached: true,
  },
  askAuthorizationServer: {
    says: 'Sends one request of a sign-in to an authorization server that a running MCP server names.',
    grant: 'write',
    detached: true,
  },
  diagnose: {
    says: 'Says what is wrong with the MCP servers, and what to do about it.',
    grant: 'read',
    reads: decisionRecords,
    detached: true,
  },
  reviewTrust: {
    says: 'Shows what a workspace, plugin or registered server would run, and what has changed since it was approved.',
    grant: 'admin',
    reads: decisionRecords,
    detached: true,
  },
  setTrust: {
    says: 'Decides whether what was reviewed of a workspace, plugin or registered server may run.',
    grant: 'admin',
    detached: true,
  },
  listTrust: {
    says: 'Lists which sources of servers are trusted and which are denied.',
    grant: 'read',
    reads: decisionRecords,
  },
  setEnabled: {
    says: 'Turns a server, a plugin or a part of one on or off: for a session, for a workspace and its sessions, or everywhere.',
    grant: 'write',
    detached: true,
  },
  listAudit: {
    says: 'Lists what people, agents, Views and handlers asked of MCP servers, and what was done with keys, newest first.',
    grant: 'read',
    reads: [auditRecords],
    detached: true,
  },
};

export function serverCommands(operations: ServerOperations): Record<string, CommandDefinition> {
  const onBehalf = Object.fromEntries(
    Object.entries(operations).map(([name, operation]) => {
      const run = operation as (params: unknown, caller: ServerCaller) => Promise<unknown>;
      const acting = (params: unknown, { clientId, signal, principal }: Caller) =>
        run(params, { clientId, signal, principal: personBehind(principal), by: askedBy(principal) });
      return [name, acting];
    }),
  ) as unknown as Operations<typeof serverExtensions>;
  return commandsOf(serverExtensions, rows, onBehalf);
}

function askedBy(principal: Principal): AskedBy {
  // The holder of an API key has the person's servers, as far as its scope goes.
  return principal.kind === 'local' || actsWithKey(principal)
    ? { person: true, artifacts: [] }
    : { person: false, artifacts: principal.scope.artifacts };
}
