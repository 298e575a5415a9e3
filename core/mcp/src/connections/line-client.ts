import type { Implementation } from '@modelcontextprotocol/client';
import { z } from 'zod';
import type { ServerDefinition } from '../definition.ts';
import type { BoundedServerLog } from './bounded-server-log.ts';
import type { CallsInFlight } from './calls-in-flight.ts';
import { capabilitiesWith } from './capabilities.ts';
import { answerQuestions } from './server-questions.ts';
import { VerbatimClient } from './verbatim-client.ts';

/** The revision of MCP that a server is addressed in. */
export type Era = NonNullable<ServerDefinition['era']>;

/** The facts about its connection that an SDK client needs. */
export interface ClientPorts {
  readonly clientInfo: Implementation;
  readonly uiMimeTypes: readonly string[];
  readonly log: BoundedServerLog;
  readonly calls: CallsInFlight;
  /** The folder to tell the server when it asks. Absent: it can't ask. */
  readonly folders?: () => readonly string[];
  changed(what: 'tools' | 'resources' | 'prompts'): void;
}

const modernVersion = '2026-07-28';
const mostPages = 200;

export function createClient(
  ports: ClientPorts,
  era: Era,
  probe: { readonly timeoutMs?: number },
): VerbatimClient {
  const tellOf = (what: 'tools' | 'resources' | 'prompts') => ({
    autoRefresh: false,
    // Debounced by the caller: here each change would delay the one before it.
    debounceMs: 0,
    onChanged: () => ports.changed(what),
  });
  const client = new VerbatimClient(ports.clientInfo, {
    capabilities: capabilitiesWith(ports.uiMimeTypes, ports.folders ? 'session' : 'none'),
    versionNegotiation: { mode: era === 'modern' ? { pin: modernVersion } : era, probe },
    listChanged: { tools: tellOf('tools'), resources: tellOf('resources'), prompts: tellOf('prompts') },
    listMaxPages: mostPages,
  });
  const remark = (text: string) => ports.log.remark(text, 'warning');
  answerQuestions(client, { calls: ports.calls, ...(ports.folders && { folders: ports.folders }), remark });
  client.setNotificationHandler(
    'notifications/message',
    { params: logMessage },
    ({ level, logger, data }) => {
      const text = typeof data === 'string' ? data : JSON.stringify(data ?? null);
      ports.log.write('server', logger === undefined ? text : `${logger}: ${text}`, level);
    },
  );
  return client;
}

const logMessage = z.looseObject({
  level: z.string().optional(),
  logger: z.string().optional(),
  data: z.unknown(),
});
