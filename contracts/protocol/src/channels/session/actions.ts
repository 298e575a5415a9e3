import { z } from 'zod';
import { configValuesSchema } from '../../common/config.ts';
import { changesetSchema, errorInfoSchema } from '../../common/text.ts';
import { toolDefinitionSchema } from '../../common/tools.ts';
import { defineActions, type ActionOf } from '../../define-actions.ts';
import { metaSchema, uriSchema } from '../../schema.ts';
import { chatSummarySchema } from '../chat/summary.ts';
import { customizationSchema, enablementSchema, mcpServerStateSchema } from './customizations.ts';
import { activeClientSchema, inputNeededSchema } from './state.ts';

const id = { id: z.string() };

export const sessionActions = defineActions({
  'session/ready': { since: '0.1.0', by: 'host', fields: {} },
  'session/creationFailed': { since: '0.1.0', by: 'host', fields: { error: errorInfoSchema } },
  'session/chatAdded': { since: '0.4.0', by: 'host', fields: { summary: chatSummarySchema } },
  'session/chatRemoved': { since: '0.4.0', by: 'host', fields: { chat: uriSchema } },
  'session/chatUpdated': {
    since: '0.4.0',
    by: 'host',
    fields: { chat: uriSchema, changes: chatSummarySchema.partial() },
  },
  'session/chatsReordered': { since: '1.0.0', by: 'host', fields: { chats: z.array(uriSchema) } },
  'session/defaultChatChanged': { since: '0.4.0', by: 'host', fields: { defaultChat: uriSchema.optional() } },
  'session/titleChanged': { since: '0.1.0', by: 'client', fields: { title: z.string().max(2000) } },
  'session/isReadChanged': { since: '0.1.0', by: 'client', fields: { isRead: z.boolean() } },
  'session/isArchivedChanged': { since: '0.1.0', by: 'client', fields: { isArchived: z.boolean() } },
  'session/activityChanged': { since: '0.1.0', by: 'host', fields: { activity: z.string().optional() } },
  'session/changesetsChanged': {
    since: '0.2.0',
    by: 'host',
    fields: { changesets: z.array(changesetSchema).optional() },
  },
  'session/serverToolsChanged': {
    since: '0.1.0',
    by: 'host',
    fields: { tools: z.array(toolDefinitionSchema) },
  },
  'session/activeClientSet': { since: '0.5.0', by: 'client', fields: { activeClient: activeClientSchema } },
  'session/activeClientRemoved': { since: '0.5.0', by: 'client', fields: { clientId: z.string() } },
  'session/workingDirectorySet': { since: '0.7.0', by: 'client', fields: { directory: uriSchema } },
  'session/workingDirectoryRemoved': { since: '0.7.0', by: 'client', fields: { directory: uriSchema } },
  'session/workingDirectoryReplaced': {
    since: '0.8.0',
    by: 'client',
    fields: { directory: uriSchema, replacement: uriSchema },
  },
  'session/inputNeededSet': { since: '0.5.1', by: 'host', fields: { request: inputNeededSchema } },
  'session/inputNeededRemoved': { since: '0.5.1', by: 'host', fields: id },
  'session/customizationsChanged': {
    since: '0.1.0',
    by: 'host',
    fields: { customizations: z.array(customizationSchema) },
  },
  'session/customizationToggled': {
    since: '0.1.0',
    by: 'client',
    fields: { ...id, enablement: z.array(enablementSchema).max(16) },
  },
  'session/customizationUpdated': {
    since: '0.1.0',
    by: 'host',
    fields: { customization: customizationSchema },
  },
  'session/customizationRemoved': { since: '0.2.0', by: 'host', fields: id },
  'session/mcpServerStateChanged': {
    since: '0.3.0',
    by: 'host',
    fields: { ...id, state: mcpServerStateSchema, channel: uriSchema.optional() },
  },
  'session/mcpServerStartRequested': { since: '0.5.2', by: 'client', fields: id },
  'session/mcpServerStopRequested': { since: '0.5.2', by: 'client', fields: id },
  'session/mcpServerBackgroundRequested': { since: '1.0.0', by: 'client', fields: id },
  'session/configChanged': {
    since: '0.1.0',
    by: 'client',
    fields: { config: configValuesSchema, replace: z.boolean().optional() },
  },
  'session/metaChanged': { since: '0.1.0', by: 'host', fields: { _meta: metaSchema.optional() } },
});
export type SessionAction = ActionOf<typeof sessionActions>;
