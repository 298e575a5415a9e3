import { authorOf } from '@loggia/access';
import { attachmentExtensions, commandTable, sessionExtensions } from '@loggia/protocol';
import type { Sessions } from '@loggia/sessions';
import { command, type CommandDefinition } from './table.ts';
import { allowanceCommands } from './allowances.ts';
import { stored } from './from-contract.ts';
import { addressOf, type ContentLinks } from './link-content.ts';
import { decisionRecords } from './servers.ts';

const {
  listSessions,
  createSession,
  disposeSession,
  createChat,
  disposeChat,
  moveChat,
  resolveSessionConfig,
  sessionConfigCompletions,
  completions,
} = commandTable;
const { 'x-loggia/switchAgent': switchAgent, 'x-loggia/searchSessions': searchSessions } = sessionExtensions;
const { 'x-loggia/linkAttachment': linkAttachment } = attachmentExtensions;

/** Without `links`, attached files have no addresses. */
export function sessionCommands(sessions: Sessions, links?: ContentLinks): Record<string, CommandDefinition> {
  return {
    ...allowanceCommands(() => sessions.allowances),
    ...(links && {
      'x-loggia/linkAttachment': command({
        says: linkAttachment.says,
        result: linkAttachment.result,
        grant: 'read',
        reads: stored,
        params: linkAttachment.params,
        run: async ({ chat, hash }, { principal }) =>
          addressOf(links, { file: await sessions.fileIn(chat, hash) }, principal),
      }),
    }),
    'x-loggia/switchAgent': command({
      says: switchAgent.says,
      result: switchAgent.result,
      grant: 'write',
      params: switchAgent.params,
      run: async ({ session, provider }, { principal }) => {
        await sessions.switchAgent(session, provider, { by: authorOf(principal) });
        return {};
      },
    }),
    listSessions: command({
      says: 'Lists sessions in pages, the last changed first.',
      result: listSessions.result,
      grant: 'read',
      reads: stored,
      params: listSessions.params,
      run: ({ limit, cursor }) => sessions.list({ limit, cursor }),
    }),
    'x-loggia/searchSessions': command({
      says: searchSessions.says,
      result: searchSessions.result,
      grant: 'read',
      reads: stored,
      params: searchSessions.params,
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
    moveChat: command({
      says: 'Moves a chat to another session or to a new one, or to another place in its own.',
      result: moveChat.result,
      grant: 'write',
      params: moveChat.params,
      run: (params, { principal }) => sessions.moveChat(params, { by: authorOf(principal) }),
    }),
    /** The settings of a session, for clients that ask before they create one. */
    resolveSessionConfig: command({
      says: 'Returns the settings that a session would have, with their values.',
      result: resolveSessionConfig.result,
      grant: 'read',
      reads: decisionRecords,
      detached: true,
      params: resolveSessionConfig.params,
      run: (params) => sessions.resolveConfig(params),
    }),
    sessionConfigCompletions: command({
      says: 'Suggests values for a setting of a session that is about to be created.',
      result: sessionConfigCompletions.result,
      grant: 'read',
      reads: decisionRecords,
      detached: true,
      params: sessionConfigCompletions.params,
      run: (params) => sessions.configCompletions(params),
    }),
    completions: command({
      says: 'Suggests completions for the text that is being typed.',
      result: completions.result,
      grant: 'read',
      reads: decisionRecords,
      detached: true,
      params: completions.params,
      run: (params) => sessions.completions(params),
    }),
  };
}
