import type { Clock, Kernel } from '@loggia/kernel';
import type { SessionState } from '@loggia/protocol';
import type { Channels } from './channels.ts';
import type { ChatLog } from './chat-log.ts';
import { liveServers } from './live-servers.ts';
import type { Presence } from './presence.ts';
import { Stopwatch } from './turns/stopwatch.ts';

export interface RecoveryPorts {
  readonly kernel: Kernel;
  readonly clock: Clock;
  readonly channels: Channels;
  readonly log: ChatLog;
  readonly presence: Presence;
  report(problem: string, error: unknown): void;
}

/** Settles what the last run of the host left unfinished. */
export class Recovery {
  readonly #ports: RecoveryPorts;
  #settling: Promise<void> = Promise.resolve();
  /** Sessions of the last run whose servers may still be shown as running. */
  readonly #unsettled = new Set<string>();
  #stopping = false;

  constructor(ports: RecoveryPorts) {
    this.#ports = ports;
  }

  async start(): Promise<void> {
    const { kernel } = this.#ports;
    for (const uri of await kernel.busy('chat')) await this.#endCutOffTurn(uri);
    const busy = await kernel.busy('session');
    for (const uri of busy) this.#unsettled.add(uri);
    // Runs in the background: there can be many, and nobody waits for them.
    this.#settling = this.#settleSessions(busy);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#settling;
  }

  /** Makes a session that is being created ready, unless it is gone by now. */
  makeReady(uri: string): void {
    const { kernel, log } = this.#ports;
    const session = kernel.peek<SessionState>(uri);
    if (session?.state.lifecycle === 'creating') log.appendSession(session, { type: 'session/ready' });
  }

  /**
   * Shows servers of the last run as stopped: no server outlives its host. Call this before any server is started for
   * the session.
   */
  settleServers(uri: string): void {
    const { kernel, log } = this.#ports;
    const session = kernel.peek<SessionState>(uri);
    if (session?.kind !== 'session' || !this.#unsettled.delete(uri)) return;
    const left = liveServers(session.state);
    for (const { id } of left) {
      log.appendSession(session, { type: 'session/mcpServerStateChanged', id, state: { kind: 'stopped' } });
    }
    if (left.length === 0 || !session.state.serverTools?.length) return;
    log.appendSession(session, { type: 'session/serverToolsChanged', tools: [] });
  }

  async #endCutOffTurn(uri: string): Promise<void> {
    const { channels, clock, log } = this.#ports;
    const open = await channels.chat(uri);
    const turn = open.chat.state.activeTurn;
    if (!turn) return;
    const { passed: duration } = new Stopwatch(clock, turn.startedAt);
    if (open.chat.state.activity !== undefined) log.append(open, { type: 'chat/activityChanged' });
    const message = 'The host stopped while this turn was running. Resume to continue.';
    const part = { kind: 'error' as const, error: { errorType: 'hostStopped', message }, resumable: true };
    log.append(open, { type: 'chat/error', turnId: turn.id, duration, part });
  }

  /** Settles interrupted creations, stopped servers, and clients that may not return. */
  async #settleSessions(uris: readonly string[]): Promise<void> {
    const { kernel, presence, report } = this.#ports;
    for (const uri of uris) {
      if (this.#stopping) return;
      try {
        const session = await kernel.load<SessionState>(uri);
        if (!session) continue;
        this.settleServers(uri);
        this.makeReady(uri);
        await presence.restore(session);
      } catch (error) {
        report(`Could not settle ${uri}`, error);
      }
    }
  }
}
