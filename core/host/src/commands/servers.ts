import type { Grant } from '@loggia/access';
import { serverExtensions, type ServerExtension } from '@loggia/protocol';
import type { z } from 'zod';
import { command, type Caller, type CommandDefinition } from '../wire/commands.ts';

type Short<Name extends ServerExtension> = Name extends `x-loggia/${infer Rest}` ? Rest : never;

/** What each of our commands about servers does, under its own name. */
export type ServerOperations = {
  readonly [Name in ServerExtension as Short<Name>]: (
    params: z.infer<(typeof serverExtensions)[Name]['params']>,
    caller: Pick<Caller, 'principal' | 'clientId' | 'signal'>,
  ) => Promise<unknown>;
};

/**
 * Whoever adds a server or trusts a source decides what runs on this machine. Whatever waits for a server is detached:
 * a slow one must not keep the client from being heard.
 */
const rows: Readonly<Record<Short<ServerExtension>, { readonly grant: Grant; readonly detached?: true }>> = {
  listServers: { grant: 'read' },
  addServer: { grant: 'admin' },
  removeServer: { grant: 'admin' },
  startServer: { grant: 'write', detached: true },
  stopServer: { grant: 'write', detached: true },
  restartServer: { grant: 'write', detached: true },
  serverLogs: { grant: 'read' },
  listTools: { grant: 'write', detached: true },
  callTool: { grant: 'write', detached: true },
  diagnose: { grant: 'read', detached: true },
  setTrust: { grant: 'admin' },
  listTrust: { grant: 'read' },
  listAudit: { grant: 'read', detached: true },
};

export function serverCommands(operations: ServerOperations): Record<string, CommandDefinition> {
  const names = Object.keys(serverExtensions) as ServerExtension[];
  return Object.fromEntries(
    names.map((name) => {
      const short = name.slice('x-loggia/'.length) as Short<ServerExtension>;
      const run = operations[short] as (params: unknown, caller: Caller) => Promise<unknown>;
      const params = serverExtensions[name].params as z.ZodType<unknown>;
      return [name, command({ ...rows[short], params, run: (given, caller) => run(given, caller) })];
    }),
  );
}
