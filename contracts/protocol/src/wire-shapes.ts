import { z } from 'zod';
import { actionTable, stateActionSchema } from './actions.ts';
import { changesetTargetSchema } from './channels/changeset/commands.ts';
import {
  changesetFileSchema,
  changesetOperationSchema,
  changesetStateSchema,
} from './channels/changeset/state.ts';
import {
  chatInputAnswerSchema,
  chatInputQuestionSchema,
  chatInputRequestSchema,
  chatInputValueSchema,
} from './channels/chat/input-requests.ts';
import {
  attachmentSchema,
  messageSchema,
  modelSelectionSchema,
  pendingMessageSchema,
} from './channels/chat/messages.ts';
import {
  activeTurnSchema,
  backgroundWorkSchema,
  chatStateSchema,
  responsePartSchema,
  turnSchema,
} from './channels/chat/state.ts';
import { chatOriginSchema, chatSummarySchema } from './channels/chat/summary.ts';
import {
  confirmationOptionSchema,
  contributorSchema,
  toolCallSchema,
  toolContentSchema,
  toolResultSchema,
} from './channels/chat/tool-calls.ts';
import { resourceChangeSchema } from './channels/resource-watch/actions.ts';
import { resourceWatchStateSchema } from './channels/resource-watch/state.ts';
import { agentInfoSchema, modelSchema, rootStateSchema } from './channels/root/state.ts';
import { chatSourceSchema } from './channels/session/commands.ts';
import {
  agentCustomizationSchema,
  childCustomizationSchema,
  clientPluginSchema,
  customizationSchema,
  directoryCustomizationSchema,
  enablementSchema,
  mcpServerCustomizationSchema,
  mcpServerStateSchema,
  pluginCustomizationSchema,
} from './channels/session/customizations.ts';
import {
  activeClientSchema,
  inputNeededSchema,
  sessionStateSchema,
  sessionSummarySchema,
} from './channels/session/state.ts';
import { telemetryCapabilitiesSchema } from './channels/otlp/capabilities.ts';
import {
  annotationEntrySchema,
  annotationSchema,
  annotationsStateSchema,
  annotationsSummarySchema,
} from './channels/annotations/state.ts';
import {
  terminalClaimSchema,
  terminalInfoSchema,
  terminalLifecycleSchema,
  terminalPartSchema,
  terminalStateSchema,
} from './channels/terminal/state.ts';
import { commandTable, notificationTable } from './commands.ts';
import { authChallengeSchema, protectedResourceMetadataSchema } from './common/auth.ts';
import { configStateSchema } from './common/config.ts';
import { statusSchema } from './common/status.ts';
import {
  changesetSchema,
  contentRefSchema,
  errorInfoSchema,
  fileEditSchema,
  iconSchema,
  stringOrMarkdownSchema,
  textRangeSchema,
  usageInfoSchema,
} from './common/text.ts';
import { toolDefinitionSchema } from './common/tools.ts';
import {
  clientCapabilitiesSchema,
  dispatchActionParamsSchema,
  implementationSchema,
  unsubscribeParamsSchema,
} from './connection/commands.ts';
import { actionEnvelopeSchema, originSchema, snapshotSchema } from './connection/envelope.ts';
import { jsonRpcMessageSchema } from './connection/json-rpc.ts';

function capitalized(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1);
}

function commandShapes(): Record<string, z.ZodType> {
  const shapes: Record<string, z.ZodType> = {};
  for (const [name, { params, result }] of Object.entries(commandTable)) {
    shapes[`${capitalized(name)}Params`] = params;
    shapes[`${capitalized(name)}Result`] = result;
  }
  for (const [name, { params }] of Object.entries(notificationTable)) {
    const [topic = '', rest = ''] = name.split('/');
    shapes[`${topic === 'root' ? '' : capitalized(topic)}${capitalized(rest)}Params`] = params;
  }
  for (const [type, { schema }] of Object.entries(actionTable)) {
    const [topic = '', rest = ''] = type.split('/');
    shapes[`${capitalized(topic)}${capitalized(rest)}Action`] = schema;
  }
  return shapes;
}

/** Every shape on the wire, under its name in the protocol's own documents. */
export const wireShapes: Readonly<Record<string, z.ZodType>> = {
  ...commandShapes(),
  ActionEnvelope: actionEnvelopeSchema,
  ActionOrigin: originSchema,
  ActiveTurn: activeTurnSchema,
  AgentCustomization: agentCustomizationSchema,
  AgentInfo: agentInfoSchema,
  Annotation: annotationSchema,
  AnnotationEntry: annotationEntrySchema,
  AnnotationsState: annotationsStateSchema,
  AnnotationsSummary: annotationsSummarySchema,
  BackgroundWork: backgroundWorkSchema,
  Changeset: changesetSchema,
  ChangesetFile: changesetFileSchema,
  ChangesetOperation: changesetOperationSchema,
  ChangesetOperationTarget: changesetTargetSchema,
  ChangesetState: changesetStateSchema,
  ChatInputAnswer: chatInputAnswerSchema,
  ChatInputAnswerValue: chatInputValueSchema,
  ChatInputQuestion: chatInputQuestionSchema,
  ChatInputRequest: chatInputRequestSchema,
  ChatOrigin: chatOriginSchema,
  ChatSource: chatSourceSchema,
  ChatState: chatStateSchema,
  ChatSummary: chatSummarySchema,
  ChildCustomization: childCustomizationSchema,
  ClientCapabilities: clientCapabilitiesSchema,
  ClientPluginCustomization: clientPluginSchema,
  ConfirmationOption: confirmationOptionSchema,
  ContentRef: contentRefSchema,
  Customization: customizationSchema,
  CustomizationEnablement: enablementSchema,
  DirectoryCustomization: directoryCustomizationSchema,
  DispatchActionParams: dispatchActionParamsSchema,
  ErrorInfo: errorInfoSchema,
  FileEdit: fileEditSchema,
  Icon: iconSchema,
  Implementation: implementationSchema,
  JsonRpcMessage: jsonRpcMessageSchema,
  McpServerAuthRequiredState: authChallengeSchema,
  McpServerCustomization: mcpServerCustomizationSchema,
  McpServerState: mcpServerStateSchema,
  Message: messageSchema,
  MessageAttachment: attachmentSchema,
  ModelSelection: modelSelectionSchema,
  PendingMessage: pendingMessageSchema,
  PluginCustomization: pluginCustomizationSchema,
  ProtectedResourceMetadata: protectedResourceMetadataSchema,
  ResourceChange: resourceChangeSchema,
  ResourceWatchState: resourceWatchStateSchema,
  ResponsePart: responsePartSchema,
  RootState: rootStateSchema,
  SessionActiveClient: activeClientSchema,
  SessionConfigState: configStateSchema,
  SessionInputRequest: inputNeededSchema,
  SessionModelInfo: modelSchema,
  SessionState: sessionStateSchema,
  SessionStatus: statusSchema,
  SessionSummary: sessionSummarySchema,
  Snapshot: snapshotSchema,
  StateAction: stateActionSchema,
  StringOrMarkdown: stringOrMarkdownSchema,
  TelemetryCapabilities: telemetryCapabilitiesSchema,
  TerminalClaim: terminalClaimSchema,
  TerminalContentPart: terminalPartSchema,
  TerminalInfo: terminalInfoSchema,
  TerminalLifecycleState: terminalLifecycleSchema,
  TerminalState: terminalStateSchema,
  TextRange: textRangeSchema,
  ToolCallContributor: contributorSchema,
  ToolCallResult: toolResultSchema,
  ToolCallState: toolCallSchema,
  ToolDefinition: toolDefinitionSchema,
  ToolResultContent: toolContentSchema,
  Turn: turnSchema,
  UnsubscribeParams: unsubscribeParamsSchema,
  UsageInfo: usageInfoSchema,
};

/** JSON Schema of every wire shape, for readers and for clients in other languages. */
export function wireJsonSchema(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(wireShapes)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, schema]) => [name, z.toJSONSchema(schema, { io: 'input', reused: 'inline' })]),
  );
}
