import type { Attribution, Channel, Clock, Kernel, Scheduler } from '@loggia/kernel';
import {
  hasStatus,
  readAuthor,
  Status,
  stickyOf,
  viewSpeakerOf,
  withSticky,
  type Message,
  type ModelSelection,
  type RootAction,
  type RootState,
  type SessionState,
} from '@loggia/protocol';
import type { SessionUse } from '../session-use.ts';
import type { ChatLog, OpenChat } from '../chat-log.ts';
import type { ModelInput } from '../embedded.ts';
import type { TurnEquipment } from '../host-tools/turn-equipment.ts';
import type { Harness, HarnessDescription, ProtectedResource } from '../harness.ts';
import { titleFrom, untitled } from '../titles.ts';
import { takeViewContext } from '../view-context.ts';
import { authorOfMessage } from '../view-messages.ts';
import type { Files } from '../files.ts';
import type { Confirmations } from './confirmations.ts';
import { TurnRunner, type RunnerPorts } from './turn-runner.ts';

export interface TurnsPorts {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly scheduler: Scheduler;
  readonly log: ChatLog;
  readonly equipment: TurnEquipment;
  readonly confirmations: Confirmations;
  readonly modelInput: ModelInput;
  readonly files: Files;
  readonly stallMs: number;
  /** The user agents work for in turns that the host starts by itself. */
  readonly user: string;
  readonly inUse: Pick<SessionUse, 'turnStarted' | 'turnEnded'>;
  newId(): string;
  isConnected(clientId: string): boolean;
  /** The language of a client, if it is connected and has said so. */
  localeOf(clientId: string): string | undefined;
  harnessOf(provider: string): Harness | undefined;
  desk: RunnerPorts['desk'];
  follow: RunnerPorts['follow'];
  filesFor: RunnerPorts['filesFor'];
  memoryOf: RunnerPorts['memoryOf'];
  toolSettings: RunnerPorts['toolSettings'];
  readonly offers: RunnerPorts['offers'];
  tokenFor(resource: string): Promise<string | undefined>;
  signInNeeded(resource: ProtectedResource): void;
  used: RunnerPorts['used'];
  /** A turn is over. */
  turnEnded(open: OpenChat): void;
  report(problem: string, error: unknown): void;
}

/** The author of a request, and the client it came from. */
export interface Asker extends Attribution {
  /** The client; its tools are preferred. */
  readonly clientId: string;
}

interface Began {
  /** Absent if the host started the turn by itself. */
  readonly asker?: (Attribution & { readonly clientId: string | undefined }) | undefined;
  readonly resumes?: boolean;
}

/** Starts turns and handles what follows them: the queue, late steering, and the session's status. */
export class Turns {
  readonly #ports: TurnsPorts;
  readonly #runner: TurnRunner;
  #root: Channel<RootState> | undefined;
  #stopping = false;

  constructor(ports: TurnsPorts) {
    this.#ports = ports;
    this.#runner = new TurnRunner({
      ...ports,
      newId: () => ports.newId(),
      isConnected: (clientId) => ports.isConnected(clientId),
      harnessOf: (provider) => ports.harnessOf(provider),
      desk: (open) => ports.desk(open),
      follow: (open, turnId) => ports.follow(open, turnId),
      filesFor: (open) => ports.filesFor(open),
      memoryOf: (chat, agent) => ports.memoryOf(chat, agent),
      toolSettings: (open) => ports.toolSettings(open),
      tokenFor: (resource) => ports.tokenFor(resource),
      signInNeeded: (resource) => ports.signInNeeded(resource),
      used: (open, usage) => ports.used(open, usage),
      report: (problem, error) => ports.report(problem, error),
      began: ({ session }) => ports.inUse.turnStarted(session.uri),
      ended: (open) => {
        // If the next turn follows, the session stays in use throughout.
        try {
          ports.turnEnded(open);
          this.#ended(open);
        } finally {
          ports.inUse.turnEnded(open.session.uri);
        }
      },
    });
  }

  /** Shows the number of busy sessions on the root channel. */
  showOn(root: Channel<RootState>): void {
    this.#ports.kernel.pin(root);
    this.#root = root;
    this.#countBusySessions();
  }

  get isStopping(): boolean {
    return this.#stopping;
  }

  stop(reason: string): void {
    this.#stopping = true;
    this.#runner.stop(reason);
  }

  agentRemoved(agent: Pick<HarnessDescription, 'provider' | 'displayName'>): void {
    this.#runner.agentRemoved(agent);
  }

  /** Ends the turn of a chat, if one runs, as an error that the user can resume. */
  fail(chat: string, errorType: string, message: string): void {
    this.#runner.fail(chat, errorType, message);
  }

  /** Stops the turn of a chat that is about to be removed. */
  abandon(chat: string): void {
    this.#runner.abandon(chat);
  }

  /** Starts a turn with a message that didn't come as a client's action. */
  begin(
    open: OpenChat,
    said: Message,
    began: Began & { readonly pendingId?: string; readonly turnId?: string },
  ): void {
    const turnId = began.turnId ?? this.#ports.newId();
    const startedAt = new Date(this.#ports.clock.now()).toISOString();
    const pending = began.pendingId === undefined ? {} : { queuedMessageId: began.pendingId };
    const by = began.asker && { by: authorOfMessage(said, began.asker.by) };
    const message = takeViewContext(this.#ports.log, open, said, by);
    this.#ports.log.append(open, { type: 'chat/turnStarted', turnId, startedAt, message, ...pending }, by);
    this.run(open, began);
  }

  /** Runs the turn that the chat has just started or reopened. */
  run(open: OpenChat, { asker, resumes = false }: Began): void {
    const message = open.chat.state.activeTurn?.message;
    if (message) this.#showOnSession(open, message);
    const person = asker ? readAuthor(asker.by).person : this.#ports.user;
    const startedBy = asker?.clientId;
    const locale = startedBy === undefined ? undefined : this.#ports.localeOf(startedBy);
    this.#runner.start({ open, startedBy, locale, person, resumes });
    this.#countBusySessions();
  }

  /** Takes the next queued message if no turn is running. */
  takeQueued(open: OpenChat): void {
    const next = open.chat.state.queuedMessages?.[0];
    if (!next || open.chat.state.activeTurn || this.#stopping) return;
    this.#ports.log.append(open, { type: 'chat/pendingMessageRemoved', kind: 'queued', id: next.id });
    this.begin(open, next.message, { pendingId: next.id });
  }

  #ended(open: OpenChat): void {
    this.#countBusySessions();
    if (this.#stopping || this.#ports.kernel.peek(open.chat.uri) !== open.chat) return;
    const { activeTurn, status, steeringMessage } = open.chat.state;
    // After an error the user decides: another message would take away the chance to resume.
    if (activeTurn || hasStatus(status, Status.error)) return;
    if (!steeringMessage) return this.takeQueued(open);
    this.#ports.log.append(open, {
      type: 'chat/pendingMessageRemoved',
      kind: 'steering',
      id: steeringMessage.id,
    });
    this.begin(open, steeringMessage.message, { pendingId: steeringMessage.id });
  }

  #showOnSession({ session, chat }: OpenChat, message: Message): void {
    const { log } = this.#ports;
    if (hasStatus(session.state.status, Status.isRead)) {
      log.appendSession(session, { type: 'session/isReadChanged', isRead: false });
    }
    // Neither a View nor an agent names the session or chooses its model.
    if (viewSpeakerOf(message) || message.origin.kind === 'agent') return;
    const title = titleFrom(message.text);
    if (session.state.title === untitled && session.state.defaultChat === chat.uri && title) {
      log.appendSession(session, { type: 'session/titleChanged', title });
    }
    if (message.model) this.#rememberModel(session, message.model);
  }

  #rememberModel(session: Channel<SessionState>, model: ModelSelection): void {
    const meta = session.state._meta;
    if (JSON.stringify(stickyOf(meta).model) === JSON.stringify(model)) return;
    const next = withSticky(meta, { model });
    this.#ports.log.appendSession(session, { type: 'session/metaChanged', ...(next && { _meta: next }) });
  }

  get running(): number {
    return this.#runner.running;
  }

  #countBusySessions(): void {
    const activeSessions = this.#runner.busySessions;
    if (!this.#root || this.#root.state.activeSessions === activeSessions) return;
    const action: RootAction = { type: 'root/activeSessionsChanged', activeSessions };
    this.#ports.kernel.append(this.#root, action);
  }
}
