export {
  actionTable,
  isClientDispatchable,
  isKnownTo,
  parseAction,
  stateActionSchema,
  type ActionType,
  type StateAction,
} from './actions.ts';
export type { ChatAction } from './channels/chat/actions.ts';
export type {
  ChatInputAnswer,
  ChatInputAnswers,
  ChatInputQuestion,
  ChatInputRequest,
  ChatInputResponse,
  ChatInputValue,
} from './channels/chat/input-requests.ts';
export type { Attachment, Message, ModelSelection, PendingMessage } from './channels/chat/messages.ts';
export { reduceChat, resumableTurn } from './channels/chat/reducer.ts';
export {
  chatStateSchema,
  type ActiveTurn,
  type ChatState,
  type ErrorPart,
  type ResponsePart,
  type Turn,
} from './channels/chat/state.ts';
export type { ChatOrigin, ChatSummary } from './channels/chat/summary.ts';
export type {
  ConfirmationOption,
  Contributor,
  ToolCall,
  ToolCallIn,
  ToolCallStatus,
  ToolContent,
  ToolInput,
  ToolResult,
} from './channels/chat/tool-calls.ts';
export type { AnnotationsAction } from './channels/annotations/actions.ts';
export { reduceAnnotations } from './channels/annotations/reducer.ts';
export {
  annotationsStateSchema,
  type Annotation,
  type AnnotationEntry,
  type AnnotationOrigin,
  type AnnotationsState,
  type AnnotationsSummary,
} from './channels/annotations/state.ts';
export {
  isTelemetryUri,
  logSeverities,
  telemetryAddress,
  telemetryChannels,
  type LogSeverity,
  type TelemetrySignal,
} from './channels/otlp/uris.ts';
export type { ResourceChange, ResourceWatchAction } from './channels/resource-watch/actions.ts';
export { reduceResourceWatch } from './channels/resource-watch/reducer.ts';
export { resourceWatchStateSchema, type ResourceWatchState } from './channels/resource-watch/state.ts';
export type { RootAction } from './channels/root/actions.ts';
export { reduceRoot } from './channels/root/reducer.ts';
export { rootStateSchema, type AgentInfo, type Model, type RootState } from './channels/root/state.ts';
export type { SessionAction } from './channels/session/actions.ts';
export type { ChatSource } from './channels/session/commands.ts';
export type {
  ChildCustomization,
  ClientPlugin,
  Customization,
  DirectoryCustomization,
  Enablement,
  LoadState,
  McpServerCustomization,
  McpServerState,
  PluginCustomization,
} from './channels/session/customizations.ts';
export { drivingChat, foldSession, statusOfSession } from './channels/session/fold.ts';
export { reduceSession } from './channels/session/reducer.ts';
export {
  sessionStateSchema,
  type ActiveClient,
  type InputNeeded,
  type SessionChatSummary,
  type SessionState,
  type SessionSummary,
} from './channels/session/state.ts';
export type { ChangesetAction } from './channels/changeset/actions.ts';
export type { ChangesetTarget } from './channels/changeset/commands.ts';
export { expandChangeset, type ChangesetVariables } from './channels/changeset/expand.ts';
export { reduceChangeset } from './channels/changeset/reducer.ts';
export {
  changesetStateSchema,
  type ChangesetFile,
  type ChangesetOperation,
  type ChangesetState,
  type ChangesetStatus,
} from './channels/changeset/state.ts';
export type { TerminalAction } from './channels/terminal/actions.ts';
export { reduceTerminal } from './channels/terminal/reducer.ts';
export { plainOutput } from './channels/terminal/plain-output.ts';
export { endOfOutput, retainedOutput } from './channels/terminal/retained-output.ts';
export {
  terminalStateSchema,
  type TerminalClaim,
  type TerminalInfo,
  type TerminalLifecycle,
  type TerminalState,
} from './channels/terminal/state.ts';
export {
  annotationsUri,
  rootUri,
  schemeOf,
  sessionOfAnnotations,
  withRootSpelled,
  type ChannelScheme,
} from './channels/uris.ts';
export {
  commandTable,
  hostToClientCommands,
  isCommand,
  notificationTable,
  type CommandName,
  type NotificationName,
  type NotificationParams,
  type Params,
  type Result,
} from './commands.ts';
export type { AuthChallenge, ProtectedResourceMetadata } from './common/auth.ts';
export type { ConfigState } from './common/config.ts';
export {
  allowedTypes,
  choiceText,
  requiredNames,
  resolveSchema,
  schemaChoices,
  schemaProperties,
  soleType,
  type JsonSchema,
  type SchemaChoice,
} from './common/json-schema.ts';
export { activityOf, hasStatus, Status, withActivity, withFlag } from './common/status.ts';
export type {
  Changeset,
  ChangesSummary,
  ContentRef,
  ErrorInfo,
  FileEdit,
  Icon,
  StringOrMarkdown,
  TextRange,
  UsageInfo,
} from './common/text.ts';
export type { ToolDefinition } from './common/tools.ts';
export {
  dispatchActionParamsSchema,
  unsubscribeParamsSchema,
  type ClientCapabilities,
  type Implementation,
  type InitializeResult,
  type ReconnectResult,
  type SubscribeResult,
} from './connection/commands.ts';
export {
  actionEnvelopeSchema,
  snapshotSchema,
  type ActionEnvelope,
  type Origin,
  type Snapshot,
} from './connection/envelope.ts';
export {
  jsonRpcMessageSchema,
  type Failure,
  type JsonRpcMessage,
  type Notification,
  type Request,
  type RequestId,
  type Success,
} from './connection/json-rpc.ts';
export { shows, treatmentOf } from './dialects/dialect.ts';
export type { V03Action } from './dialects/v03/actions.ts';
export {
  enveloped,
  envelopesFor,
  type LoggedAction,
  type V03Envelope,
} from './dialects/v03/egress/envelopes.ts';
export { liftAction, type LiftContext, type Lifted } from './dialects/v03/ingress/lift-action.ts';
export { liftCommand, type LiftedCommand } from './dialects/v03/ingress/lift-command.ts';
export {
  lowerCompletions,
  lowerInitializeResult,
  lowerNotification,
  lowerSessionList,
  lowerSnapshots,
  pageOfTurns,
  type V03TurnPage,
} from './dialects/v03/egress/lower-result.ts';
export { plainForm } from './dialects/v03/egress/plain-form.ts';
export {
  actionsFor,
  projectChange,
  SessionProjector,
  type CanonicalAction,
  type Projection,
  type ProjectorOptions,
} from './dialects/v03/egress/project-action.ts';
export { projectReplay } from './dialects/v03/egress/project-replay.ts';
export { projectTerminal, projectTerminalAction } from './dialects/v03/egress/project-terminal.ts';
export {
  projectRoot,
  projectRootAction,
  projectSession,
  projectSummary,
  type V03RootAction,
  type V03RootState,
} from './dialects/v03/egress/project-state.ts';
export {
  v03SessionStateSchema,
  type V03SessionState,
  type V03SessionSummary,
  type V03Turn,
} from './dialects/v03/state.ts';
export { stickyOf, withSticky, type Sticky, type StickyChange } from './dialects/v03/sticky.ts';
export type { Inline, SessionView } from './dialects/v03/view.ts';
export { errorNameOf, errorTable, ProtocolError, type ErrorName } from './errors.ts';
export { explain, explainParameters } from './explain.ts';
export { nearest } from './nearest.ts';
export { unknownFields } from './unknown-fields.ts';
export { accessExtensions, type ApiKey, type SignedInBrowser } from './extensions/access.ts';
export type { AnnotationCountAction } from './extensions/annotation-counts.ts';
export type { ConfigSchemaAction } from './extensions/config-schema.ts';
export { titledAnnotation, titleOfAnnotation } from './extensions/annotation-title.ts';
export {
  attachedAnnotationsOf,
  withAnnotations,
  type AttachedAnnotations,
} from './extensions/attached-annotations.ts';
export { allowanceExtensions, type AllowanceExtension } from './extensions/allowances.ts';
export { folderExtensions } from './extensions/folders.ts';
export { reviewExtensions } from './extensions/reviews.ts';
export { workspaceSettingsExtensions } from './extensions/workspace-settings.ts';
export { storageExtensions, type StorageExtension } from './extensions/storage.ts';
export {
  artifactExtensions,
  type ArtifactExtension,
  type Difference,
  type NewContent,
} from './extensions/artifacts.ts';
export { callExtensions, type CallExtension, type CallUnderWay } from './extensions/calls.ts';
export { extensionReducer, libraryUri, workspaceOf, workspaceUri } from './extensions/channels.ts';
export { readAuthor, writeAuthor, type Author, type AuthorActor } from './extensions/author.ts';
export { libraryExtensions, type LibraryExtension } from './extensions/library.ts';
export type { LibraryAction } from './extensions/library/actions.ts';
export { reduceLibrary } from './extensions/library/reducer.ts';
export type { Collection, LibraryState, WorkspaceSummary } from './extensions/library/state.ts';
export { agentSignInExtensions } from './extensions/agent-sign-in.ts';
export {
  agentExtensions,
  type AgentAuthMethod,
  type AgentCatalogEntry,
  type AgentReport,
  type AgentSettings,
  type TestedAgent,
} from './extensions/agents.ts';
export {
  modelExtensions,
  type ListedModel,
  type ModelOffer,
  type ModelPrice,
  type ModelProblem,
  type ModelProviderReport,
  type ModelProviderSettings,
} from './extensions/models.ts';
export {
  callLocationsMark,
  callLocationsOf,
  locationWords,
  type CallLocation,
} from './extensions/call-locations.ts';
export { planMark, planOf, planProgress, planText, type PlanStep } from './extensions/call-plan.ts';
export {
  delegatedChatMark,
  delegatedChatOf,
  delegatedTaskMark,
  delegatedTaskOf,
  type DelegatedChat,
  type DelegatedTask,
} from './extensions/delegation.ts';
export type { OperationsOf, ShortName } from './extensions/operations.ts';
export {
  pluginExtensions,
  type PluginExtension,
  type PluginFrom,
  type PluginMarketplace,
  type PluginOrigin,
  type PluginPreview,
  type PluginReport,
} from './extensions/plugins.ts';
export { promptExtensions, type PromptExtension, type ServerPrompt } from './extensions/prompts.ts';
export { searchExtensions, type Hit, type SearchExtension } from './extensions/search.ts';
export { serverSettingsSchema, type ServerSettings } from './extensions/server-settings.ts';
export {
  assumedOAuthPaths,
  oauthBodies,
  serverExtensions,
  type AuditRecord,
  type Finding,
  type Launch,
  type Remedy,
  type ReviewedPart,
  type ServerExtension,
  type ServerLogEntry,
  type ServerReport,
  type SourceReview,
} from './extensions/servers.ts';
export { sessionExtensions } from './extensions/sessions.ts';
export { chatAgent, ownAgent, sessionAgent, withAgent } from './extensions/session-agent.ts';
export {
  serverSetupExtensions,
  type ConnectionTest,
  type KeptSecrets,
  type ServerSetupExtension,
  type StoredSecrets,
} from './extensions/server-setup.ts';
export { typeExtensions, type Delivery, type TypeExtension } from './extensions/types.ts';
export {
  viewExtensions,
  viewLoosenings,
  viewTypes,
  type OpenedSandbox,
  type TemplateReport,
  type ViewConsent,
  type ViewExtension,
  type ViewPolicy,
} from './extensions/views.ts';
export {
  artifactLink,
  artifactOfLink,
  placeLink,
  placeOfLink,
  sayLink,
  textOfLink,
} from './extensions/links.ts';
export {
  changesetOfSession,
  chatCatalog,
  sessionCatalog,
  sessionChangesOf,
  sessionOfChangeset,
  turnChangesOf,
  type TurnChanges,
} from './extensions/changes.ts';
export {
  contextUseOf,
  contextUseOfChat,
  withContextUse,
  type ContextPart,
  type ContextUse,
} from './extensions/usage-context.ts';
export {
  hasToolSettings,
  refuseToolSettings,
  sessionToolSettings,
  sessionToolsIn,
  sessionToolValues,
  type SessionTools,
  type SessionToolsChange,
  type ToolBudget,
} from './extensions/session-tools.ts';
export { spentAfter, spentIn, type Spent, type SpentAction } from './extensions/session-spent.ts';
export { summaryMarkOf, summaryPart, type SummaryMark } from './extensions/summary-mark.ts';
export { cacheWriteOf, costOf, withCacheWrite, withCost } from './extensions/usage-cost.ts';
export {
  agentCommandsOf,
  chatCommandsOf,
  withAgentCommands,
  type AgentCommand,
  type AgentCommandAction,
} from './extensions/agent-commands.ts';
export {
  agentOptionName,
  agentOptionsIn,
  withAgentOptions,
  type AgentOptionProperty,
  type AgentOptionSetting,
} from './extensions/agent-options.ts';
export { attachmentExtensions } from './extensions/attachments.ts';
export {
  artifactAttachment,
  attachedArtifactOf,
  type AttachedArtifact,
} from './extensions/attached-artifact.ts';
export {
  attachedFileOf,
  fileAttachment,
  filesOfChat,
  filesOfMessage,
  linkedFile,
  type AttachedFile,
  type NamedFile,
} from './extensions/attached-file.ts';
export {
  excerptOf,
  isKeptContent,
  keptContentOf,
  keptContentUri,
  keptResultsOf,
  keptResultsOfChat,
  withExcerpt,
} from './extensions/kept-content.ts';
export { serverResult, type ServerBlock } from './extensions/server-result.ts';
export {
  leftTasksIn,
  serverTaskMeta,
  serverTaskOf,
  withoutTakenOver,
  type LeftTask,
  type ServerTask,
  type ServerTaskMark,
} from './extensions/server-task.ts';
export {
  isViewContextAction,
  viewContextLimits,
  viewContextsOf,
  type ViewContext,
  type ViewContextAction,
} from './extensions/view-context.ts';
export { selectionAttachment, selectionIn, type SelectedArtifact } from './extensions/selection.ts';
export { viewMark, viewSpeakerOf, type ViewSpeaker } from './extensions/view-speaker.ts';
export {
  refuseViewTools,
  viewToolLimits,
  viewToolMark,
  viewToolOf,
  type ViewTool,
} from './extensions/view-tools.ts';
export { workspaceActions, type DeskAction, type WorkspaceAction } from './extensions/workspace/actions.ts';
export type {
  Artifact,
  ArtifactContent,
  ArtifactCounts,
  ArtifactSummary,
  ArtifactVersion,
  Commit,
} from './extensions/workspace/artifacts.ts';
export {
  mostLayouts,
  mostWindows,
  type DeskLayout,
  type DeskWindow,
  type WindowTarget,
} from './extensions/workspace/desk.ts';
export {
  mediumLookup,
  mediumOfRenderer,
  wildcardOver,
  type Medium,
  type MediumOf,
} from './extensions/workspace/medium.ts';
export { reduceWorkspace } from './extensions/workspace/reducer.ts';
export { artifactWindow, type WorkspaceState } from './extensions/workspace/state.ts';
export type { TypeExplanation, TypeView, Viewer } from './extensions/workspace/types.ts';
export { foldFor, reducerFor, type ChannelState } from './reducers.ts';
export { wireJsonSchema, wireShapes } from './wire-shapes.ts';
export {
  compareVersions,
  familyOf,
  isVersion,
  negotiate,
  supportedVersions,
  type Family,
  type Negotiation,
  type Version,
} from './versions.ts';
