import {
  extensionReducer,
  rootUri,
  supportedVersions,
  type ChatState,
  type ClientCapabilities,
  type CommandName,
  type Family,
  type Implementation,
  type InitializeResult,
  type NotificationName,
  type NotificationParams,
  type Params,
  type Result,
  type RootState,
  type SessionState,
  type StateAction,
  type Version,
} from '@loggia/protocol';
import { SharedChannelView, type ChannelView } from './channels/channel-view.ts';
import type { Dispatched } from './channels/outbox.ts';
import type { ReducerLookup } from './channels/reducing.ts';
import type { SubscribeOptions } from './channels/replica.ts';
import { defaultBackOff, type BackOff } from './connection/back-off.ts';
import { Connection, defaultLimits, type ConnectionLimits } from './connection/connection.ts';
import { Dialogue } from './connection/dialogue.ts';
import type { ConnectionStatus } from './connection/status.ts';
import { globalEnvironment, type Environment } from './environment.ts';
import { ClientClosed } from './errors.ts';
import { warn, type Report } from './problem.ts';
import type { Readable } from './readable.ts';
import type { CallOptions } from './rpc/call.ts';
import type { HostCommand, HostRequestHandler } from './rpc/host-requests.ts';
import type { RawParams } from './rpc/read-message.ts';
import type { Connect } from './transport/transport.ts';

export interface AhpClientOptions {
  readonly connect: Connect;
  /** A name, not a credential. One that is kept lets the host recognize this client when it comes back. */
  readonly clientId?: string;
  /** The offered protocol versions, newest first. */
  readonly versions?: readonly string[];
  readonly clientInfo?: Implementation;
  readonly capabilities?: ClientCapabilities;
  readonly locale?: string;
  /** Channels to watch from the start until the client is closed. */
  readonly initialSubscriptions?: readonly string[];
  readonly requestTimeoutMs?: number;
  /**
   * How long an action may wait for its echo before it is rolled back. Best longer than it takes to notice a silent
   * host: actions until then are not lost, but sent again.
   */
  readonly actionTimeoutMs?: number;
  readonly backOff?: Partial<BackOff>;
  readonly limits?: Partial<ConnectionLimits>;
  /** Reducers for channels that the protocol doesn't know. Where it returns none, Loggia's own are used. */
  readonly reducers?: ReducerLookup;
  readonly environment?: Environment;
  /** Hears of what no caller is waiting for; a warning on the console when left out. */
  readonly onProblem?: Report;
}

/**
 * A client of one host. Everything may be called at any time: what needs a connection waits for one, in the order in
 * which it was asked for.
 */
export class AhpClient {
  readonly clientId: string;
  readonly environment: Environment;
  readonly #connection: Connection;
  readonly #dialogue: Dialogue;

  constructor(options: AhpClientOptions) {
    const environment = options.environment ?? globalEnvironment;
    const report = options.onProblem ?? warn;
    this.environment = environment;
    this.clientId = options.clientId ?? environment.newId();
    this.#dialogue = new Dialogue({
      introduction: {
        clientId: this.clientId,
        protocolVersions: options.versions ?? supportedVersions,
        clientInfo: options.clientInfo,
        capabilities: options.capabilities,
        locale: options.locale,
      },
      environment,
      report,
      reducers: (uri) => options.reducers?.(uri) ?? extensionReducer(uri),
      requestTimeoutMs: options.requestTimeoutMs ?? 30_000,
      actionTimeoutMs: options.actionTimeoutMs ?? 60_000,
    });
    this.#connection = new Connection({
      connect: options.connect,
      conversation: this.#dialogue,
      environment,
      report,
      backOff: { ...defaultBackOff, ...options.backOff },
      limits: { ...defaultLimits, ...options.limits },
    });
    for (const uri of options.initialSubscriptions ?? []) this.subscribe(uri);
  }

  get status(): Readable<ConnectionStatus> {
    return this.#connection.status;
  }

  /** The last negotiated version; undefined before the first handshake. */
  get version(): Version | undefined {
    return this.#dialogue.agreement?.version;
  }

  get family(): Family | undefined {
    return this.#dialogue.agreement?.family;
  }

  /** The host's answer to `initialize`. */
  get host(): InitializeResult | undefined {
    return this.#dialogue.agreement?.host;
  }

  /** Resolves once connected. Rejects only when the client is closed for good; `status` says why. */
  connect(): Promise<void> {
    this.#connection.start();
    const connected = new Promise<void>((resolve, reject) => {
      const look = (): void => {
        const status = this.status.getSnapshot();
        if (status.phase === 'connected') resolve();
        else if (status.phase === 'closed') reject(new ClientClosed(status.reason.message));
        else return;
        stop();
      };
      const stop = this.status.subscribe(look);
      look();
    });
    // A caller that watches `status` instead must not get an unhandled rejection.
    connected.catch(() => {});
    return connected;
  }

  /** Ends the pause before the next attempt, for example when the browser says that it is online again. */
  retryNow(): void {
    this.#connection.retryNow();
  }

  close(): void {
    this.#connection.close();
  }

  subscribe<State = unknown>(uri: string, options: SubscribeOptions = {}): ChannelView<State> {
    const { replica } = this.#dialogue;
    const channel = replica.open(uri, options);
    return new SharedChannelView<State>(
      channel,
      (action) => replica.dispatch(uri, action),
      () => replica.release(channel),
    );
  }

  root(): ChannelView<RootState> {
    return this.subscribe(rootUri, { kind: 'root' });
  }

  session(uri: string, options: Omit<SubscribeOptions, 'kind'> = {}): ChannelView<SessionState> {
    return this.subscribe(uri, { ...options, kind: 'session' });
  }

  chat(uri: string, options: Omit<SubscribeOptions, 'kind'> = {}): ChannelView<ChatState> {
    return this.subscribe(uri, { ...options, kind: 'chat' });
  }

  /** Also works on channels that this client doesn't watch. */
  dispatch(uri: string, action: StateAction): Dispatched {
    return this.#dialogue.replica.dispatch(uri, action);
  }

  /** From a 0.3 host the result is as it came; its shape may differ. */
  request<Name extends CommandName>(
    method: Name,
    params: Params<Name>,
    options: CallOptions = {},
  ): Promise<Result<Name>> {
    return this.#dialogue.request(method, params, options);
  }

  /** For methods outside the table, such as those of an MCP channel or of an extension. */
  call(method: string, params: RawParams, options: CallOptions = {}): Promise<unknown> {
    return this.#dialogue.call(method, params, options);
  }

  notify(method: string, params: RawParams): void {
    this.#dialogue.notify(method, params);
  }

  onNotification<Name extends NotificationName>(
    name: Name,
    listener: (params: NotificationParams<Name>) => void,
  ): () => void;
  onNotification(name: string, listener: (params: RawParams) => void): () => void;
  onNotification(name: string, listener: (params: RawParams) => void): () => void {
    return this.#dialogue.notifications.add(name, listener);
  }

  /** Answers requests of the host to this client. Requests without a handler are answered with −32601. */
  serve<Name extends HostCommand>(method: Name, handler: HostRequestHandler<Name>): () => void {
    return this.#dialogue.hostRequests.serve(method, handler);
  }
}
