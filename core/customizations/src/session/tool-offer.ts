import type { Scheduler } from '@loggia/kernel';
import { viewToolOf } from '@loggia/protocol';
import type { SessionAccess } from '@loggia/sessions/equipment';
import { definitionOf, offerTools, type NamedTool } from './offered-tools.ts';
import { sameJson } from './same-json.ts';
import type { ServerSlot } from './server-slot.ts';

export interface OfferPorts {
  readonly sessions: SessionAccess;
  readonly scheduler: Scheduler;
  readonly session: string | undefined;
  /** The minimum time between two updates of the list. */
  readonly pauseMs: number;
  slots(): readonly ServerSlot[];
}

/** The tools of a session's servers, as agents see them. */
export class ToolOffer {
  readonly #ports: OfferPorts;
  #named: ReadonlyMap<string, NamedTool> = new Map();
  #cancelPause: (() => void) | undefined;
  #waiting = false;

  constructor(ports: OfferPorts) {
    this.#ports = ports;
  }

  /** The list as last announced. */
  get named(): readonly NamedTool[] {
    return [...this.#named.values()];
  }

  find(name: string): NamedTool | undefined {
    return this.#named.get(name);
  }

  /** Immediately, and then once more for everything within the pause: many servers become ready at the same time. */
  update(): void {
    if (this.#cancelPause) {
      this.#waiting = true;
      return;
    }
    if (!this.#write()) return;
    this.#cancelPause = this.#ports.scheduler.after(this.#ports.pauseMs, () => {
      this.#cancelPause = undefined;
      if (!this.#waiting) return;
      this.#waiting = false;
      this.update();
    });
  }

  /** Writes the delayed list for a turn that is about to start. */
  flush(): void {
    if (!this.#waiting) return;
    this.#waiting = false;
    this.#write();
  }

  close(): void {
    this.#cancelPause?.();
  }

  #write(): boolean {
    const { sessions, session } = this.#ports;
    const state = session === undefined ? undefined : sessions.state(session);
    // Tools of Views give way to those of servers.
    const taken =
      state?.activeClients
        .flatMap(({ tools }) => tools.filter((tool) => !viewToolOf(tool)))
        .map((tool) => tool.name) ?? [];
    const named = offerTools(
      this.#ports.slots().flatMap(({ connection, server, tools }) => {
        // While it starts, or waits for a sign-in, its tools keep their names.
        if (!connection || connection.state.kind === 'error' || connection.state.kind === 'stopped')
          return [];
        return [{ server: server.id, serverName: server.name, tools }];
      }),
      new Set(taken),
    );
    this.#named = new Map(named.map((tool) => [tool.name, tool]));
    const tools = named.map(definitionOf);
    if (!state || session === undefined || sameJson(state.serverTools ?? [], tools)) return false;
    sessions.append(session, { type: 'session/serverToolsChanged', tools });
    return true;
  }
}
