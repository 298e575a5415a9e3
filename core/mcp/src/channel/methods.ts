import { ProtocolError } from '@loggia/protocol';
import { abortSignalOf } from '../cancel-signal.ts';
import { BoundedServerLog } from '../connections/bounded-server-log.ts';
import type { Answer, MethodContext } from './capabilities.ts';
import { isVisibleTo } from './visibility.ts';

type Json = Readonly<Record<string, unknown>>;

/** The tools that a View may see, as the server describes them; always one page, whatever the cursor. */
export function listTools(_params: Json, { connection }: MethodContext): Answer {
  const tools = connection.tools.filter((tool) => isVisibleTo(tool, 'app'));
  return { from: 'host', result: Promise.resolve({ tools }) };
}

export function callTool(params: Json, context: MethodContext): Answer {
  const { connection, session, signal } = context;
  const { name, arguments: input, _meta: meta } = params;
  if (typeof name !== 'string') throw new ProtocolError('InvalidParams', 'tools/call needs a "name".');
  if (input !== undefined && !isObject(input))
    throw new ProtocolError('InvalidParams', 'The "arguments" of tools/call must be an object.');
  const tool = connection.tools.find((candidate) => candidate.name === name);
  if (!tool) {
    throw new ProtocolError(
      'InvalidParams',
      `This server has no tool "${name}". List its tools again with tools/list.`,
    );
  }
  if (!isVisibleTo(tool, 'app')) {
    throw new ProtocolError(
      'InvalidParams',
      `The tool "${name}" is not for Views: its visibility does not include "app". Use one that tools/list names.`,
    );
  }
  const caller = { ...context.caller, allowedBy: context.consent(tool) };
  const request = { name, ...(input && { arguments: input }), ...(isObject(meta) && { _meta: meta }) };
  const asking = context.asking(name);
  const result = connection.callTool(request, { session, signal, caller, ...asking?.hooks });
  return { from: 'server', result: asking ? result.finally(() => asking.end()) : result };
}

/** Passed on to the server unchanged. */
export function proxy(params: Json, context: MethodContext, method: string): Answer {
  const { connection, session, signal, caller } = context;
  return { from: 'server', result: connection.request(method, params, { session, signal, caller }) };
}

export function createMessage(params: Json, { sampling, signal }: MethodContext): Answer {
  if (!sampling) throw new ProtocolError('MethodNotFound', 'There is no model to ask.');
  return { from: 'host', result: sampling(params, abortSignalOf(signal)) };
}

/** A View's own log message, stored with its server's. */
export function logMessage(params: Json, { connection, caller: { view } }: MethodContext): void {
  const { logs } = connection;
  const { level, data } = params;
  if (!(logs instanceof BoundedServerLog)) return;
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  const said = view === undefined ? 'A View says' : `The View ${view} says`;
  logs.write('server', `${said}: ${text}`, typeof level === 'string' ? level : undefined);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
