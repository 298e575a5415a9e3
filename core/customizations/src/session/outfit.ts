import type { LeaseRequest } from '@loggia/mcp';
import type { Customization, Enablement, SessionState } from '@loggia/protocol';
import type { DeniedCall, OfferedTool, RunningCall, ToolReport } from '@loggia/sessions/equipment';
import type { AddedServers } from '../decisions/added-servers.ts';
import type { Registrations } from '../decisions/registrations.ts';
import type { EnablementBook } from '../decisions/enablement-book.ts';
import type { TrustBook, TrustDecision } from '../decisions/trust-book.ts';
import { approvalOf, type Approval } from './approval.ts';
import { isEnabled } from './enablement.ts';
import type { Library } from './library.ts';
import { displayNameOf, metaOf, offeredTool, type NamedTool } from './offered-tools.ts';
import type { KnownTool } from './persona-tools.ts';
import { planEntries } from './plan.ts';
import {
  childrenOf,
  type PlannedChild,
  type PlannedEntry,
  type PlannedPart,
  type PlannedServer,
} from './planned.ts';
import type { EquipmentPorts, Patience } from './ports.ts';
import { present, untrustedSentence } from './present.ts';
import { misdeclared } from './problems.ts';
import { agentIn, runCall, unknownTool } from './running-call.ts';
import { Seat } from './seat.ts';
import { pluginsIn } from './session-config.ts';
import { SessionDecisions } from './session-decisions.ts';
import { SourceRack, type Wishes } from './source-rack.ts';
import { ToolOffer } from './tool-offer.ts';
import { changesBetween } from './tree-changes.ts';
import { Turnstile } from './turnstile.ts';

/** What all outfits share. */
export interface Workshop {
  readonly ports: EquipmentPorts;
  readonly patience: Patience;
  readonly library: Library;
  readonly trust: TrustBook;
  readonly enablement: EnablementBook;
  readonly added: AddedServers;
  readonly registrations: Registrations;
}

/** A server with what was decided about it. */
export interface Place {
  readonly seat: Seat;
  readonly server: PlannedServer;
  /** The entry at the top level that holds it, or the server itself. */
  readonly entry: PlannedEntry;
  readonly enabled: boolean;
  /** Undefined for what needs none. */
  readonly approval: Approval | undefined;
}

const nowhere: Wishes = { workingDirectories: [], plugins: [], clients: [] };

/**
 * The equipment of one session; without a session, the host's own.
 *
 * Everything it shows and runs follows from the session's state, the sources and the decisions: `refresh` works it out
 * anew and does what is missing, so that it may be called at any time.
 */
export class Outfit {
  readonly session: string | undefined;
  readonly #workshop: Workshop;
  readonly #told: () => void;
  readonly #rack: SourceRack;
  readonly #decisions: SessionDecisions;
  readonly #tools: ToolOffer;
  readonly #turns: Turnstile;
  readonly #readers: Turnstile;
  readonly #seats = new Map<string, Seat>();
  /** Servers that somebody wants to run although the session is not in use. */
  readonly #asked = new Set<string>();
  #wishes: Wishes = nowhere;
  #isolated = false;
  #entries: readonly PlannedEntry[] = [];
  #places: readonly Place[] = [];
  /** A turn has waited long enough for what is being read; the next ones do not wait for it again. */
  #readsInBackground = false;
  #refreshing = false;
  #inUse = false;
  #closed = false;

  /** `told` is called whenever something may be shown differently. */
  constructor(workshop: Workshop, session: string | undefined, told: () => void = () => {}) {
    const { ports, patience } = workshop;
    this.session = session;
    this.#workshop = workshop;
    this.#told = told;
    this.#rack = new SourceRack({ ...workshop, hostSources: ports.hostSources }, () => this.refresh());
    this.#decisions = new SessionDecisions(workshop.enablement);
    this.#turns = new Turnstile(ports.scheduler);
    this.#readers = new Turnstile(ports.scheduler);
    this.#tools = new ToolOffer({
      desk: ports.desk,
      scheduler: ports.scheduler,
      session,
      pauseMs: patience.tools,
      seats: () => this.#places.map(({ seat }) => seat),
    });
  }

  get entries(): readonly PlannedEntry[] {
    return this.#entries;
  }

  get places(): readonly Place[] {
    return this.#places;
  }

  /** With the names of their servers, for whoever wrote one of them down. */
  knownTools(): KnownTool[] {
    return this.tools.map(({ name, server, tool }) => ({
      name,
      serverName: this.place(server)?.server.name ?? '',
      ownName: tool.name,
    }));
  }

  get tools(): readonly NamedTool[] {
    return this.#tools.named;
  }

  get isUsed(): boolean {
    return this.#inUse;
  }

  /** The decisions that only the session's own state remembers. */
  restore(state: SessionState): void {
    this.#decisions.restore(state);
  }

  setUse(use: 'used' | 'unused'): void {
    this.#inUse = use === 'used';
    if (use === 'unused') this.#asked.clear();
    this.refresh();
  }

  refresh(): void {
    if (this.#closed) return;
    this.#readState();
    this.#entries = planEntries(this.#rack.collect(this.#wishes));
    this.#refreshing = true;
    try {
      this.#seat();
      for (const place of this.#places) this.#run(place);
    } finally {
      this.#refreshing = false;
    }
    this.#tell();
  }

  /** Sources that could not be read are read again. */
  retry(): void {
    this.#rack.retry();
  }

  /** The tree as it is to be shown. */
  present(): Customization[] {
    const turnWaits = this.#turns.isCrowded;
    return present(this.#entries, {
      enablement: (part) => this.enablementOf(part),
      approval: (entry, part) => approvalOf(this.#workshop.trust, entry, part),
      server: (id) => this.#seats.get(id)?.standing(turnWaits) ?? { state: { kind: 'stopped' } },
    });
  }

  place(id: string): Place | undefined {
    return this.#places.find(({ server }) => server.id === id);
  }

  /** Why the server cannot be started; undefined when it can. */
  hindrance({ server, entry, enabled, approval }: Place): string | undefined {
    if (!enabled) return `"${server.name}" is turned off. Turn it on to start it.`;
    if (approval && approval.decision !== 'trusted') return untrustedSentence(entry, approval);
    return server.definition ? undefined : misdeclared(server);
  }

  start(id: string): void {
    const place = this.place(id);
    if (!place) return;
    this.#decisions.unstop(id);
    if (!this.#inUse) this.#asked.add(id);
    const { connection } = place.seat;
    if (connection?.state.kind === 'error') connection.restart();
    this.refresh();
  }

  stop(id: string): void {
    this.#asked.delete(id);
    if (this.session !== undefined) this.#decisions.stop(id);
    this.refresh();
  }

  /** No turn waits for it any longer. */
  background(id: string): void {
    const seat = this.#seats.get(id);
    if (seat?.state.kind === 'starting') seat.background = true;
    this.#tell();
  }

  /** A client's decisions about a customization replace all that there were. */
  decide(id: string, enablement: readonly Enablement[]): void {
    const part = this.#entries
      .flatMap((entry) => [entry, ...childrenOf(entry)])
      .find((known) => known.id === id);
    if (part) this.#decisions.decide(part, enablement);
    this.refresh();
  }

  /** Resolves when nothing is left that a turn waits for; at the latest when patience is over. */
  async waitForTurn(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (this.#isAwaiting()) {
      const waiting = this.#turns.wait(this.#workshop.patience.turn, signal);
      this.#tell();
      const how = await waiting;
      if (how === 'late') this.#goOnWithout();
      this.#tell();
    }
    this.#tools.flush();
  }

  /** Resolves when all sources have been read, or patience is over. */
  async whenRead(): Promise<void> {
    if (this.#rack.isLoading) await this.#readers.wait(this.#workshop.patience.turn);
  }

  tool(name: string): OfferedTool | undefined {
    const named = this.#tools.find(name);
    const server = named && this.place(named.server)?.server;
    return named && server && offeredTool(named, server.written.fingerprint);
  }

  async call(call: RunningCall): Promise<ToolReport> {
    const named = this.#tools.find(call.name);
    const seat = named && this.#seats.get(named.server);
    if (!named || !seat?.connection) return unknownTool(call.name);
    const { ports } = this.#workshop;
    const { mediumOf = () => undefined, spill } = ports;
    const { server } = named;
    const { readOnly } = call;
    return runCall(call, {
      connection: seat.connection,
      serverName: seat.server.name,
      principal: ports.principal,
      tool: named.tool.name,
      displayName: displayNameOf(named.tool),
      meta: metaOf(named.tool),
      mediumOf,
      left: seat.left,
      signedIn: (signal) => seat.signedIn(signal),
      ...(ports.metaFor && { metaFor: async (input) => ports.metaFor?.({ server, input, readOnly }) }),
      ...(spill && { spill }),
    });
  }

  /** The user did not let the call run: that is on record like the calls that ran. */
  denied(call: DeniedCall): void {
    const named = this.#tools.find(call.name);
    const server = named && this.place(named.server)?.server;
    if (!named || !server) return;
    const { gateway, principal } = this.#workshop.ports;
    const caller = agentIn(call, principal);
    const about = { server: server.id, serverName: server.name, session: call.session, caller };
    const act = { ...about, method: 'tools/call', target: named.tool.name };
    gateway.missed(act, 'refused', new Error('The user denied this call.'));
  }

  leaseRequest(server: PlannedServer): LeaseRequest | undefined {
    const { definition } = server;
    if (!definition) return undefined;
    return {
      server: server.id,
      definition: this.#isolated ? { ...definition, isolation: 'session' } : definition,
      principal: this.#workshop.ports.principal,
      workspace: this.#wishes.workingDirectories[0],
      holder: this.session ?? 'host',
    };
  }

  enablementOf(part: PlannedPart): Enablement[] {
    return this.#decisions.enablementOf(part);
  }

  isOn(part: PlannedPart): boolean {
    return isEnabled(this.enablementOf(part));
  }

  trustIn(entry: PlannedEntry, part: PlannedChild): TrustDecision {
    return approvalOf(this.#workshop.trust, entry, part)?.decision ?? 'trusted';
  }

  /** Whether texts of the entry are used only as somebody approved them. */
  isHeldTo({ trust }: PlannedEntry): boolean {
    return trust !== undefined && !this.#workshop.trust.isOperators(trust);
  }

  /** Removes the decisions about a deleted server. */
  forget(id: string): void {
    this.#decisions.forget(id);
  }

  /** Lets go of everything at once and shows nothing any more. */
  close(): void {
    this.#closed = true;
    this.#tools.close();
    for (const seat of this.#seats.values()) seat.leave();
    this.#rack.close();
    this.#turns.open();
    this.#readers.open();
  }

  #readState(): void {
    const state = this.#state();
    // A session that is not in memory is as it was.
    if (!state) return;
    this.#isolated = state.config?.values['isolation'] === 'session';
    this.#wishes = {
      workingDirectories: state.workingDirectories ?? [],
      plugins: pluginsIn(state.config?.values['plugins']),
      clients: state.activeClients,
    };
    this.#decisions.directory = this.#wishes.workingDirectories[0];
  }

  #state(): SessionState | undefined {
    return this.session === undefined ? undefined : this.#workshop.ports.desk.state(this.session);
  }

  #seat(): void {
    this.#places = this.#entries.flatMap((entry) => {
      const on = this.isOn(entry);
      const servers = entry.type === 'mcpServer' ? [entry] : childrenOf(entry).filter(isServer);
      return servers.map((server) => {
        const seat = this.#seats.get(server.id) ?? this.#newSeat(server);
        seat.server = server;
        seat.stopped = this.#decisions.isStopped(server.id);
        const approval = approvalOf(this.#workshop.trust, entry, server);
        return { seat, server, entry, enabled: on && this.isOn(server), approval };
      });
    });
    const seated = new Set(this.#places.map(({ server }) => server.id));
    for (const [id, seat] of this.#seats) {
      if (seated.has(id)) continue;
      seat.leave();
      this.#seats.delete(id);
      this.#asked.delete(id);
    }
  }

  #newSeat(server: PlannedServer): Seat {
    const { ports } = this.#workshop;
    const seat = new Seat(server, { ports, session: this.session, changed: () => this.#tell() });
    this.#seats.set(server.id, seat);
    return seat;
  }

  #run(place: Place): void {
    const { seat, server } = place;
    const wanted = (this.#inUse && !seat.stopped) || this.#asked.has(server.id);
    const request = wanted && !this.hindrance(place) ? this.leaseRequest(server) : undefined;
    if (request) seat.take(request);
    else seat.leave();
  }

  /** Brings what the session shows up to what is. */
  #tell(): void {
    if (this.#closed || this.#refreshing) return;
    // Waiting turns determine whether a start is shown as blocking.
    if (!this.#isAwaiting()) this.#turns.open();
    if (!this.#rack.isLoading) {
      this.#readsInBackground = false;
      this.#readers.open();
    }
    try {
      this.#show();
      this.#tools.update();
    } catch (error) {
      // Servers tell of themselves at any time, also when nothing can be written any more.
      this.#workshop.ports.report('Could not show the customizations of a session', error);
    }
    this.#told();
  }

  #show(): void {
    const { desk } = this.#workshop.ports;
    const state = this.#state();
    if (!state || this.session === undefined) return;
    for (const action of changesBetween(state.customizations, this.present()))
      desk.append(this.session, action);
  }

  #goOnWithout(): void {
    for (const { seat } of this.#places) if (seat.isAwaited) seat.background = true;
    this.#readsInBackground = this.#rack.isLoading;
  }

  #isAwaiting(): boolean {
    const reads = this.#rack.isLoading && !this.#readsInBackground;
    return reads || this.#places.some(({ seat }) => seat.isAwaited);
  }
}

function isServer(part: PlannedPart): part is PlannedServer {
  return part.type === 'mcpServer';
}
