import type { Channel, Kernel, Scheduler } from '@loggia/kernel';
import {
  hasStatus,
  Status,
  viewToolOf,
  type ChatState,
  type SessionState,
  type ToolCall,
} from '@loggia/protocol';
import type { ChatLog, OpenChat } from './chat-log.ts';
import { closedViewSentence } from './view-tool-calls.ts';

export interface PresencePorts {
  readonly kernel: Kernel;
  readonly scheduler: Scheduler;
  readonly log: ChatLog;
  /** How long a client that lost its connection stays registered. */
  readonly graceMs: number;
  /** A client was removed from a session because it left or stayed away. */
  removed(session: string, clientId: string): void;
  report(problem: string, error: unknown): void;
}

/**
 * Tracks connected clients and what they hold: their tools in sessions, and the calls that they run. When a client
 * leaves a session, or stays away longer than the grace period, its tools and calls there are removed.
 */
export class Presence {
  readonly #ports: PresencePorts;
  readonly #here = new Set<string>();
  readonly #sessionsOf = new Map<string, Set<string>>();
  readonly #grace = new Map<string, () => void>();
  #stopped = false;
  /** The subscriptions that clients returned with; sessions restored later are compared with them. */
  readonly #returnedWith = new Map<string, ReadonlySet<string>>();

  constructor(ports: PresencePorts) {
    this.#ports = ports;
  }

  /** Clients that were active when the host stopped have the grace period to return. */
  async restore({ uri, state }: Channel<SessionState>): Promise<void> {
    for (const { clientId } of state.activeClients) {
      this.track(clientId, uri);
      if (this.#returnedWith.get(clientId)?.has(uri) === false) await this.left(clientId, uri);
    }
  }

  track(clientId: string, session: string): void {
    const sessions = this.#sessionsOf.get(clientId) ?? new Set();
    this.#sessionsOf.set(clientId, sessions.add(session));
    // A client's request may be handled after its connection is gone.
    if (!this.#here.has(clientId)) this.#startGrace(clientId);
  }

  /** Whether the client has a connection now. */
  isHere(clientId: string): boolean {
    return this.#here.has(clientId);
  }

  arrived(clientId: string): void {
    this.#here.add(clientId);
    this.#grace.get(clientId)?.();
    this.#grace.delete(clientId);
  }

  /** The client lost its connection; it may return. */
  lost(clientId: string): void {
    this.#here.delete(clientId);
    this.#returnedWith.delete(clientId);
    if (this.#sessionsOf.has(clientId)) this.#startGrace(clientId);
  }

  /** A client that returns without some of its sessions has left those. */
  async returned(clientId: string, subscriptions: ReadonlySet<string>): Promise<void> {
    this.arrived(clientId);
    this.#returnedWith.set(clientId, subscriptions);
    for (const session of [...(this.#sessionsOf.get(clientId) ?? [])]) {
      if (!subscriptions.has(session)) await this.left(clientId, session);
    }
  }

  /** The client starts over, so the Views that it showed are gone, and with them their tools and calls. */
  async startedOver(clientId: string): Promise<void> {
    for (const uri of [...(this.#sessionsOf.get(clientId) ?? [])]) {
      const session = await this.#ports.kernel.load<SessionState>(uri);
      const client = session?.state.activeClients.find((other) => other.clientId === clientId);
      const ofViews = client?.tools.filter((tool) => viewToolOf(tool) !== undefined) ?? [];
      if (!session || !client || ofViews.length === 0) continue;
      const activeClient = { ...client, tools: client.tools.filter((tool) => !ofViews.includes(tool)) };
      this.#ports.log.appendSession(session, { type: 'session/activeClientSet', activeClient });
      await this.failCalls(session, clientId, new Set(ofViews.map(({ name }) => name)));
    }
  }

  /** Removes what the client held in the session. */
  async left(clientId: string, sessionUri: string): Promise<void> {
    const sessions = this.#sessionsOf.get(clientId);
    sessions?.delete(sessionUri);
    if (sessions?.size === 0) this.#sessionsOf.delete(clientId);
    const session = await this.#ports.kernel.load<SessionState>(sessionUri);
    if (session?.kind !== 'session') return;
    if (!session.state.activeClients.some((client) => client.clientId === clientId)) return;
    this.#ports.log.appendSession(session, { type: 'session/activeClientRemoved', clientId });
    this.#ports.removed(sessionUri, clientId);
    await this.failCalls(session, clientId);
  }

  /**
   * Fails every call that the client was running, so that no turn waits for a client that is gone; with `tools`, only
   * calls of these, which the client no longer offers.
   */
  async failCalls(
    session: Channel<SessionState>,
    clientId: string,
    tools?: ReadonlySet<string>,
  ): Promise<void> {
    const release = this.#ports.kernel.pin(session);
    try {
      const busy = session.state.chats.filter((chat) => hasStatus(chat.status, Status.inProgress));
      for (const { resource } of busy) {
        const chat = await this.#ports.kernel.load<ChatState>(resource);
        if (chat) this.#failCallsIn({ session, chat }, clientId, tools);
      }
    } finally {
      release();
    }
  }

  #failCallsIn(open: OpenChat, clientId: string, tools: ReadonlySet<string> | undefined): void {
    const turn = open.chat.state.activeTurn;
    for (const part of turn?.responseParts ?? []) {
      if (part.kind !== 'toolCall' || !turn || !runs(part.toolCall, clientId)) continue;
      if (tools && !tools.has(part.toolCall.toolName)) continue;
      this.#fail(open, turn.id, part.toolCall);
    }
  }

  #fail(open: OpenChat, turnId: string, call: ToolCall): void {
    const ref = { turnId, toolCallId: call.toolCallId };
    if (call.status === 'streaming') {
      // The protocol allows a call to end only after it was ready.
      const invocationMessage = call.invocationMessage ?? call.displayName;
      this.#ports.log.append(open, {
        type: 'chat/toolCallReady',
        ...ref,
        invocationMessage,
        confirmed: 'not-needed',
      });
    }
    const elsewhere = open.session.state.activeClients.some((client) =>
      client.tools.some((tool) => tool.name === call.toolName),
    );
    const hint = elsewhere ? ' Another client offers the same tool: try again.' : '';
    const why =
      closedViewSentence(call) ?? `The client that ran "${call.displayName}" left before it was done.`;
    const message = `${why}${hint}`;
    this.#ports.log.append(open, {
      type: 'chat/toolCallComplete',
      ...ref,
      result: { success: false, pastTenseMessage: message, error: { message, code: 'clientLeft' } },
    });
  }

  #startGrace(clientId: string): void {
    if (this.#grace.has(clientId) || this.#stopped) return;
    const cancel = this.#ports.scheduler.after(this.#ports.graceMs, () => {
      this.#grace.delete(clientId);
      void this.#windUp(clientId);
    });
    this.#grace.set(clientId, cancel);
  }

  async #windUp(clientId: string): Promise<void> {
    for (const session of [...(this.#sessionsOf.get(clientId) ?? [])]) {
      if (this.#here.has(clientId) || this.#stopped) return;
      try {
        await this.left(clientId, session);
      } catch (error) {
        // The next run finishes what is left undone when the host stops.
        if (!this.#stopped)
          this.#ports.report(`Could not remove the client ${clientId} in ${session}`, error);
      }
    }
  }

  stop(): void {
    this.#stopped = true;
    for (const cancel of this.#grace.values()) cancel();
    this.#grace.clear();
  }
}

function runs(call: ToolCall, clientId: string): boolean {
  if (call.contributor?.kind !== 'client' || call.contributor.clientId !== clientId) return false;
  return call.status === 'streaming' || call.status === 'running' || call.status === 'pending-confirmation';
}
