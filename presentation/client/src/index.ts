export { AhpClient, type AhpClientOptions } from './ahp-client.ts';
export { allowedWords } from './audit-words.ts';
export { who } from './author-words.ts';
export type { ChannelSnapshot } from './channels/channel.ts';
export type { ChannelView } from './channels/channel-view.ts';
export type { Reduce } from './channels/mirror.ts';
export type { Dispatched } from './channels/outbox.ts';
export type { ReducerLookup } from './channels/reducing.ts';
export type { SubscribeOptions } from './channels/replica.ts';
export { defaultBackOff, type BackOff } from './connection/back-off.ts';
export { defaultLimits, type ConnectionLimits } from './connection/connection.ts';
export { closeCodes } from './connection/final-reason.ts';
export type { Closed, ConnectionStatus } from './connection/status.ts';
export { effectiveConfig, partsWords } from './effective-config.ts';
export { globalEnvironment, type Environment } from './environment.ts';
export {
  ActionRejected,
  ActionUnconfirmed,
  ChannelGone,
  ClientClosed,
  ClientError,
  Disconnected,
  HostError,
  MalformedAnswer,
  RequestTimedOut,
  type ClientErrorKind,
} from './errors.ts';
export { ask, type Extension, type ExtensionParams, type ExtensionResult } from './extensions.ts';
export type { Problem, Report } from './problem.ts';
export { Cell, type Readable } from './readable.ts';
export type { CallOptions } from './rpc/call.ts';
export type { HostCommand, HostRequestHandler } from './rpc/host-requests.ts';
export type { RawParams } from './rpc/read-message.ts';
export { createChat, createSession, fetchTurns, listSessions } from './sessions/commands.ts';
export {
  initialAnswer,
  readNumberAnswer,
  readSelectionAnswer,
  readTextAnswer,
  type AnswerReading,
} from './sessions/read-answer.ts';
export { sessionDocument, type ExportedFile, type SessionDocument } from './sessions/session-document.ts';
export { SessionList, type SessionListSnapshot } from './sessions/session-list.ts';
export { wholeSession, type WholeSession } from './sessions/whole-session.ts';
export { connectionTicket } from './transport/connection-ticket.ts';
export {
  TransportRefused,
  type Connect,
  type Transport,
  type TransportClose,
} from './transport/transport.ts';
export {
  webSocketTransport,
  type WebSocketConstructor,
  type WebSocketLike,
  type WebSocketOptions,
} from './transport/web-socket-transport.ts';
export type { ArtifactQuery } from './workspaces/artifact-filter.ts';
export { ArtifactList, type ArtifactListSnapshot } from './workspaces/artifact-list.ts';
export type { ArtifactOrder } from './workspaces/artifact-order.ts';
export { openLibrary, openWorkspace, type LibraryView, type WorkspaceView } from './workspaces/open.ts';
