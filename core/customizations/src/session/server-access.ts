import type { ServerConnection } from '@loggia/mcp';
import type { ServerReport } from '@loggia/protocol';
import type { OperationPorts } from './operation-ports.ts';
import { placeNamed } from './place-named.ts';
import { reportOf } from './server-report.ts';
import type { ServerSlot } from './server-slot.ts';
import type { OneServer } from './service.ts';
import type { ServerInPlan } from './plan-services.ts';
import type { SessionPlan } from './session-plan.ts';

/** Finds the server that a command names, describes it, and gets it running. */
export class ServerAccess {
  readonly #ports: OperationPorts;

  constructor(ports: OperationPorts) {
    this.#ports = ports;
  }

  async find({ server, session }: OneServer): Promise<{ worn: SessionPlan; place: ServerInPlan }> {
    const worn = await this.#ports.plan(session);
    return { worn, place: placeNamed(worn.places, server) };
  }

  /** The artifact on whose behalf the server was added, if it was. */
  registeredFor({ server: { name, source } }: ServerInPlan): string | undefined {
    const isForAll = source.kind === 'added' && source.workspace === undefined;
    return isForAll ? this.#ports.services.registrations.artifactOf(name) : undefined;
  }

  async report(worn: SessionPlan, place: ServerInPlan): Promise<ServerReport> {
    // The server may have been started, stopped or redeclared since it was looked up.
    const own = worn.place(place.server.id) ?? place;
    const now = { ...own, slot: this.slotOf(worn, own) };
    const { ports } = this.#ports.services;
    const artifact = this.registeredFor(now);
    const request = worn.leaseRequest(now.server);
    const kind = now.server.definition?.transport.kind;
    const overHttp = kind === 'http' || kind === 'sse';
    return reportOf(now, {
      users: request && now.slot.connection ? ports.gateway.users(request) : undefined,
      signedIn: overHttp ? await ports.gateway.signedIn(ports.principal, now.server.id) : undefined,
      artifact,
      enablement: worn.enablementOf(now.server),
      idle: worn.session !== undefined && !worn.isUsed && !now.slot.stopped && !now.slot.connection,
    });
  }

  /** Outside of sessions, a server is as it is where it runs. */
  slotOf(worn: SessionPlan, { slot, server }: ServerInPlan): ServerSlot {
    if (worn.session !== undefined || slot.connection) return slot;
    return this.#ports.runningSlots(server)[0] ?? slot;
  }

  /** Starts a new process in place of each that runs; outside of sessions, of all that sessions run, too. */
  async restart(worn: SessionPlan, { slot, server }: ServerInPlan): Promise<void> {
    const elsewhere = worn.session === undefined ? this.#ports.runningSlots(server) : [];
    const running = new Set([slot, ...elsewhere].flatMap(({ connection }) => connection ?? []));
    for (const connection of running) connection.restart();
    if (running.size === 0) worn.start(server.id);
    await Promise.all([...running, slot.connection].map((connection) => this.shown(connection)));
  }

  /** Starts the server unless it runs. Returns the reason where it cannot be started or did not come up. */
  async bringUp(worn: SessionPlan, place: ServerInPlan): Promise<ServerConnection | string> {
    const hindrance = worn.hindrance(place);
    if (hindrance !== undefined) return hindrance;
    const { slot, server } = place;
    if (!slot.connection || slot.state.kind === 'error') worn.start(server.id);
    await this.settled(slot.connection);
    const { connection } = slot;
    if (!connection) return `"${server.name}" was stopped meanwhile. Start it again.`;
    const { state } = connection;
    switch (state.kind) {
      case 'ready':
        return connection;
      case 'authRequired':
        return `"${server.name}" asks for a sign-in. Sign in to it first.`;
      case 'error':
        return state.error.message;
      case 'starting':
        if (connection.installing !== undefined)
          return `"${server.name}" is being installed with ${connection.installing}. Try again when it is ready.`;
        return `"${server.name}" is still starting. Try again in a moment, or look at its log.`;
      default:
        return `"${server.name}" is stopped. Start it again.`;
    }
  }

  /** As `settled`, but nobody waits for an installation without being told of it. */
  async shown(connection: ServerConnection | undefined): Promise<void> {
    const { ports, timeouts } = this.#ports.services;
    const enough = new AbortController();
    const cancel = ports.scheduler.after(timeouts.install, () => {
      if (connection?.installing !== undefined) enough.abort();
    });
    await this.settled(connection, enough);
    cancel();
  }

  async settled(
    connection: ServerConnection | undefined,
    enough: AbortController = new AbortController(),
  ): Promise<void> {
    if (!connection) return;
    const { ports, timeouts } = this.#ports.services;
    const cancel = ports.scheduler.after(timeouts.settle, () => enough.abort());
    try {
      await connection.settled(enough.signal);
    } catch {
      // The connection's state shows the failure.
    } finally {
      cancel();
    }
  }
}
