import { ProtocolError } from '@loggia/protocol';
import { abortSignalOf } from '../cancel-signal.ts';
import { BoundedLogBook } from '../connections/bounded-log-book.ts';
import type { MethodContext } from './capabilities.ts';
import { isVisibleTo } from './visibility.ts';

type Json = Readonly<Record<string, unknown>>;

/** Those that a View may see, each as the server describes it; always in one page, whatever cursor is sent. */
export async function listTools(_params: Json, { connection }: MethodContext): Promise<Json> {
  return { tools: connection.tools.filter((tool) => isVisibleTo(tool, 'app')) };
}

export async function callTool(params: Json, context: MethodContext): Promise<unknown> {
  const { connection, session, signal, consent } = context;
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
  consent?.(tool);
  const request = { name, ...(input && { arguments: input }), ...(isObject(meta) && { _meta: meta }) };
  return await connection.callTool(request, { session, signal });
}

/** Asked of the server as it stands. */
export async function proxy(params: Json, context: MethodContext, method: string): Promise<unknown> {
  const { connection, session, signal } = context;
  return await connection.request(method, params, { session, signal });
}

export async function createMessage(params: Json, { sampling, signal }: MethodContext): Promise<unknown> {
  if (!sampling) throw new ProtocolError('MethodNotFound', 'There is no model to ask.');
  return sampling(params, abortSignalOf(signal));
}

/** A View's own words, kept beside what its server says. */
export function logMessage(params: Json, { connection, view }: MethodContext): void {
  const { logs } = connection;
  const { level, data } = params;
  if (!(logs instanceof BoundedLogBook)) return;
  const text = typeof data === 'string' ? data : (JSON.stringify(data) ?? '');
  const said = view === undefined ? 'A View says' : `The View ${view} says`;
  logs.write('server', `${said}: ${text}`, typeof level === 'string' ? level : undefined);
}

function isObject(value: unknown): value is Json {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
