import type { Clock, Kernel } from '@loggia/kernel';
import type { SessionState } from '@loggia/protocol';
import type { Channels } from './channels.ts';
import type { ChatLog } from './chat-log.ts';
import { liveServers } from './live-servers.ts';
import type { Presence } from './presence.ts';

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
  /** Sessions of the last run whose servers may still be shown as alive. */
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
    // However many there are, nobody has to wait for them.
    this.#settling = this.#settleSessions(busy);
  }

  async stop(): Promise<void> {
    this.#stopping = true;
    await this.#settling;
  }

  /** A session that is being created becomes ready, unless it is gone by now. */
  makeReady(uri: string): void {
    const { kernel, log } = this.#ports;
    const session = kernel.peek<SessionState>(uri);
    if (session?.state.lifecycle === 'creating') log.appendSession(session, { type: 'session/ready' });
  }

  /**
   * No server outlives its host. To be called before anybody starts one for the session: from then on what it shows of
   * them is true.
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
    const duration = Math.max(0, clock.now() - Date.parse(turn.startedAt)) || 0;
    const message = 'The host stopped while this turn was running. Resume to continue.';
    const part = { kind: 'error' as const, error: { errorType: 'hostStopped', message }, resumable: true };
    log.append(open, { type: 'chat/error', turnId: turn.id, duration, part });
  }

  /** Creations that were cut short, servers that are gone, and clients that may not come back. */
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
