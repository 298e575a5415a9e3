import type { ServerConnection } from '@loggia/mcp';
import { ProtocolError } from '@loggia/protocol';
import { saysNothing, templateOf, type Template } from './template.ts';

type Json = Readonly<Record<string, unknown>>;

const readWithinMs = 30_000;
const mostPages = 20;

/** Reads it from the server. Rejects with the connection's error, and with ProtocolError if it isn't a View. */
export async function readTemplate(connection: ServerConnection, uri: string): Promise<Template> {
  assertView(uri);
  const context = { caller: 'host', timeoutMs: readWithinMs } as const;
  const result = await connection.request('resources/read', { uri }, context);
  const listed = saysNothing(result) ? await listedAs(connection, uri) : undefined;
  return templateOf(uri, result, listed);
}

export function assertView(uri: string): void {
  if (/^ui:\/\/./.test(uri)) return;
  throw new ProtocolError('InvalidParams', `A View's resourceUri starts with "ui://"; "${uri}" does not.`);
}

/** Its entry in the server's list; undefined if the server lists nothing or fails. */
async function listedAs(connection: ServerConnection, uri: string): Promise<Json | undefined> {
  try {
    let cursor: unknown;
    for (let page = 0; page < mostPages; page += 1) {
      const params = typeof cursor === 'string' ? { cursor } : {};
      const result = (await connection.request('resources/list', params, {
        caller: 'host',
        timeoutMs: readWithinMs,
      })) as Json | null;
      const resources = Array.isArray(result?.['resources']) ? (result['resources'] as unknown[]) : [];
      const found = resources.find((entry) => (entry as Json | null)?.['uri'] === uri);
      if (found) return found as Json;
      cursor = result?.['nextCursor'];
      if (typeof cursor !== 'string') return undefined;
    }
  } catch {
    return undefined;
  }
  return undefined;
}
