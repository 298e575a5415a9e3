import { authorOf } from '@loggia/access';
import { commandTable } from '@loggia/protocol';
import type { Sessions } from '@loggia/sessions';
import { z } from 'zod';
import { command, type CommandDefinition } from './table.ts';
import { allowanceCommands } from './allowances.ts';
import { stored } from './from-contract.ts';
import { decisionRecords } from './servers.ts';

const {
  listSessions,
  createSession,
  disposeSession,
  createChat,
  disposeChat,
  resolveSessionConfig,
  completions,
} = commandTable;

const searchParams = z.object({
  query: z.string().max(1000),
  limit: z.number().int().positive().optional(),
  cursor: z.string().optional(),
});

export function sessionCommands(sessions: Sessions): Record<string, CommandDefinition> {
  return {
    ...allowanceCommands(() => sessions.allowances),
    listSessions: command({
      says: 'Lists sessions by the page, the one that changed last first.',
      result: listSessions.result,
      grant: 'read',
      reads: stored,
      params: listSessions.params,
      run: ({ limit, cursor }) => sessions.list({ limit, cursor }),
    }),
    /** Ours: by a part of the title. */
    'x-loggia/searchSessions': command({
      says: 'Finds sessions by a part of their title.',
      result: listSessions.result,
      grant: 'read',
      reads: stored,
      params: searchParams,
      run: ({ query, limit, cursor }) => sessions.list({ limit, cursor, text: query }),
    }),
    createSession: command({
      says: 'Creates a session under the URI that its channel names.',
      result: createSession.result,
      grant: 'write',
      params: createSession.params,
      run: (params, { clientId }) => sessions.createSession(params, clientId),
    }),
    disposeSession: command({
      says: 'Ends a session and removes it with its chats.',
      result: disposeSession.result,
      grant: 'write',
      params: disposeSession.params,
      run: ({ channel }) => sessions.disposeSession(channel),
    }),
    createChat: command({
      says: 'Creates a chat in a session.',
      result: createChat.result,
      grant: 'write',
      params: createChat.params,
      run: (params, { clientId, principal }) =>
        sessions.createChat(params, { clientId, by: authorOf(principal) }),
    }),
    disposeChat: command({
      says: 'Removes a chat from its session.',
      result: disposeChat.result,
      grant: 'write',
      params: disposeChat.params,
      run: ({ channel }, { principal }) => sessions.disposeChat(channel, { by: authorOf(principal) }),
    }),
    /** What a session would have, for clients that ask before they create one. */
    resolveSessionConfig: command({
      says: 'Says which settings a session would have, and with which values.',
      result: resolveSessionConfig.result,
      grant: 'read',
      reads: decisionRecords,
      detached: true,
      params: resolveSessionConfig.params,
      run: (params) => sessions.resolveConfig(params),
    }),
    completions: command({
      says: 'Suggests how what is being typed could go on.',
      result: completions.result,
      grant: 'read',
      reads: decisionRecords,
      detached: true,
      params: completions.params,
      run: (params) => sessions.completions(params),
    }),
  };
}
