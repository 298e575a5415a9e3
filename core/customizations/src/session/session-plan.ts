import type { LeaseRequest } from '@loggia/mcp';
import { workspaceOf, type Customization, type Enablement, type SessionState } from '@loggia/protocol';
import type { WaitsFor } from '@loggia/sessions/equipment';
import type { TrustDecision } from '../decisions/trust-store.ts';
import { AgentCalls } from './agent-calls.ts';
import { approvalOf } from './approval.ts';
import { isEnabled } from './enablement.ts';
import type { NamedTool } from './offered-tools.ts';
import type { KnownTool } from './persona-tools.ts';
import { planEntries } from './plan.ts';
import {
  childrenOf,
  type PlannedChild,
  type PlannedEntry,
  type PlannedPart,
  type PlannedServer,
} from './planned.ts';
import type { PlanServices, ServerInPlan } from './plan-services.ts';
import { present, untrustedSentence } from './present.ts';
import { misdeclared } from './problems.ts';
import { ServerSlot } from './server-slot.ts';
import { pluginsIn } from './session-config.ts';
import { SessionDecisions } from './session-decisions.ts';
import { SessionSources, type RequestedSources } from './session-sources.ts';
import { ToolOffer } from './tool-offer.ts';
import { changesBetween } from './tree-changes.ts';
import { Waiters } from './waiters.ts';

/** The host itself, which manages the servers of all workspaces. */
const everywhere: RequestedSources = { added: 'all', workingDirectories: [], plugins: [], clients: [] };
/** A session whose state isn't known yet. */
const nowhere: RequestedSources = { ...everywhere, added: { workspace: undefined } };

/**
 * The equipment of one session; without a session, the host's own.
 *
 * Everything it shows and runs follows from the session's state, the sources and the decisions: `refresh` computes it
 * again and does what is missing, so it may be called at any time.
 */
export class SessionPlan {
  readonly session: string | undefined;
  readonly calls: AgentCalls;
  readonly #services: PlanServices;
  readonly #told: () => void;
  readonly #sources: SessionSources;
  readonly #decisions: SessionDecisions;
  readonly #tools: ToolOffer;
  readonly #turns: Waiters;
  readonly #readers: Waiters;
  readonly #slots = new Map<string, ServerSlot>();
  /** Servers that somebody wants to run although the session is not in use. */
  readonly #asked = new Set<string>();
  #requested: RequestedSources;
  #isolated = false;
  #entries: readonly PlannedEntry[] = [];
  #places: readonly ServerInPlan[] = [];
  /** A turn has waited long enough for what is being read; the next ones do not wait for it again. */
  #readsInBackground = false;
  #refreshing = false;
  #inUse = false;
  #closed = false;
  readonly #unlisten: () => void;

  /** `told` is called whenever something may be shown differently. */
  constructor(services: PlanServices, session: string | undefined, told: () => void = () => {}) {
    const { ports, timeouts } = services;
    this.session = session;
    this.#requested = session === undefined ? everywhere : nowhere;
    this.#services = services;
    this.#told = told;
    this.#sources = new SessionSources({ ...services, hostSources: ports.hostSources }, () => this.refresh());
    this.#decisions = new SessionDecisions(services.enablement, session);
    this.#unlisten = services.skills.onChange(() => this.#tell());
    this.#turns = new Waiters(ports.scheduler);
    this.#readers = new Waiters(ports.scheduler);
    this.#tools = new ToolOffer({
      sessions: ports.sessions,
      scheduler: ports.scheduler,
      session,
      pauseMs: timeouts.tools,
      slots: () => this.#places.map(({ slot }) => slot),
    });
    this.calls = new AgentCalls({
      ports,
      find: (name) => this.#tools.find(name),
      place: (server) => this.place(server),
    });
  }

  /** Those that are declared, and the skills of running servers. */
  get entries(): readonly PlannedEntry[] {
    const { skills } = this.#services;
    const offered = this.#places.flatMap(({ server, slot: { connection } }) =>
      connection ? (skills.directoryOf(server, connection) ?? []) : [],
    );
    return [...this.#entries, ...offered];
  }

  /** Resolves when it is known which skills the running servers offer. */
  async skillsListed(): Promise<void> {
    await this.#services.skills.listed(this.#places.flatMap(({ slot }) => slot.connection ?? []));
  }

  get places(): readonly ServerInPlan[] {
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

  /** The URIs of the folders that the session works in. */
  get folders(): readonly string[] {
    return this.#requested.workingDirectories;
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
    this.#entries = planEntries(this.#sources.collect(this.#requested));
    this.#refreshing = true;
    try {
      this.#slot();
      for (const place of this.#places) this.#run(place);
    } finally {
      this.#refreshing = false;
    }
    this.#tell();
  }

  /** Sources that could not be read are read again. */
  retry(): void {
    this.#sources.retry();
  }

  /** The tree as it is to be shown. */
  present(): Customization[] {
    const turnWaits = this.#turns.hasWaiters;
    return present(this.entries, {
      enablement: (part) => this.enablementOf(part),
      approval: (entry, part) => approvalOf(this.#services.trust, entry, part),
      server: (id) => this.#slots.get(id)?.status(turnWaits) ?? { state: { kind: 'stopped' } },
    });
  }

  place(id: string): ServerInPlan | undefined {
    return this.#places.find(({ server }) => server.id === id);
  }

  /** Why the server cannot be started; undefined when it can. */
  hindrance({ server, entry, enabled, approval }: ServerInPlan): string | undefined {
    if (!enabled) return `"${server.name}" is turned off. Turn it on to start it.`;
    if (approval && approval.decision !== 'trusted') return untrustedSentence(entry, approval);
    return server.definition ? undefined : misdeclared(server);
  }

  start(id: string): void {
    const place = this.place(id);
    if (!place) return;
    this.#decisions.unstop(id);
    if (!this.#inUse) this.#asked.add(id);
    const { connection } = place.slot;
    if (connection?.state.kind === 'error') connection.restart();
    this.refresh();
  }

  /** An installation ends for everybody; a running server stays for the others that use it. */
  stop(id: string): void {
    const connection = this.#slots.get(id)?.connection;
    if (connection?.installing !== undefined) connection.cancelInstallation();
    this.#asked.delete(id);
    if (this.session !== undefined) this.#decisions.stop(id);
    this.refresh();
  }

  /** No turn waits for it any longer. */
  background(id: string): void {
    const slot = this.#slots.get(id);
    if (slot?.state.kind === 'starting') slot.background = true;
    this.#tell();
  }

  /** A client's decisions about a customization replace all that there were. */
  decide(id: string, enablement: readonly Enablement[]): void {
    const part = this.entries
      .flatMap((entry) => [entry, ...childrenOf(entry)])
      .find((known) => known.id === id);
    if (part) this.#decisions.decide(part, enablement);
    this.refresh();
  }

  /**
   * Resolves when nothing is left that a turn waits for; at the latest when the time is up. The result names the servers
   * whose tools are missing because they are still starting.
   */
  async waitForTurn(signal: AbortSignal, waitsFor: WaitsFor = () => {}): Promise<readonly string[]> {
    if (signal.aborted) return [];
    if (this.#isAwaiting()) {
      const waiting = this.#turns.wait(this.#services.timeouts.turn, signal);
      waitsFor(this.#places.filter(({ slot }) => slot.isAwaited).map(({ server }) => server.name));
      this.#tell();
      const how = await waiting;
      if (how === 'late') this.#goOnWithout();
      this.#tell();
    }
    this.#tools.flush();
    return this.#places.filter(({ slot }) => slot.isMissing).map(({ server }) => server.name);
  }

  /** Resolves when all sources have been read, or the time is up. */
  async whenRead(): Promise<void> {
    if (this.#sources.isLoading) await this.#readers.wait(this.#services.timeouts.turn);
  }

  leaseRequest(server: PlannedServer): LeaseRequest | undefined {
    const { definition } = server;
    if (!definition) return undefined;
    return {
      server: server.id,
      definition: this.#isolated ? { ...definition, isolation: 'session' } : definition,
      principal: this.#services.ports.principal,
      folders: this.#requested.workingDirectories,
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
    return approvalOf(this.#services.trust, entry, part)?.decision ?? 'trusted';
  }

  /** Whether texts of the entry are used only as somebody approved them. */
  isHeldTo({ trust }: PlannedEntry): boolean {
    return trust !== undefined && !this.#services.trust.isOperators(trust);
  }

  /** Removes the decisions about a deleted server. */
  forget(id: string): void {
    this.#decisions.forget(id);
  }

  /** Lets go of everything at once and shows nothing any more. */
  close(): void {
    this.#closed = true;
    this.#tools.close();
    this.#unlisten();
    for (const slot of this.#slots.values()) slot.leave();
    this.#sources.close();
    this.#turns.open();
    this.#readers.open();
  }

  #readState(): void {
    const state = this.#state();
    // A session that is not in memory is as it was.
    if (!state) return;
    this.#isolated = state.config?.values['isolation'] === 'session';
    this.#requested = {
      added: { workspace: state.project && workspaceOf(state.project.uri) },
      workingDirectories: state.workingDirectories ?? [],
      plugins: pluginsIn(state.config?.values['plugins']),
      clients: state.activeClients,
    };
    this.#decisions.follow(state);
  }

  #state(): SessionState | undefined {
    return this.session === undefined ? undefined : this.#services.ports.sessions.state(this.session);
  }

  #slot(): void {
    this.#places = this.#entries.flatMap((entry) => {
      const on = this.isOn(entry);
      const servers = entry.type === 'mcpServer' ? [entry] : childrenOf(entry).filter(isServer);
      return servers.map((server) => {
        const slot = this.#slots.get(server.id) ?? this.#newSlot(server);
        slot.server = server;
        slot.stopped = this.#decisions.isStopped(server.id);
        const approval = approvalOf(this.#services.trust, entry, server);
        return { slot, server, entry, enabled: on && this.isOn(server), approval };
      });
    });
    const slotted = new Set(this.#places.map(({ server }) => server.id));
    for (const [id, slot] of this.#slots) {
      if (slotted.has(id)) continue;
      slot.leave();
      this.#slots.delete(id);
      this.#asked.delete(id);
    }
  }

  #newSlot(server: PlannedServer): ServerSlot {
    const { ports } = this.#services;
    const slot = new ServerSlot(server, {
      ports,
      memory: this.#services.toolMemory,
      session: this.session,
      changed: () => this.#tell(),
    });
    this.#slots.set(server.id, slot);
    return slot;
  }

  #run(place: ServerInPlan): void {
    const { slot, server } = place;
    const wanted = (this.#inUse && !slot.stopped) || this.#asked.has(server.id);
    const request = wanted && !this.hindrance(place) ? this.leaseRequest(server) : undefined;
    if (request) slot.take(request);
    else slot.leave();
  }

  /** Brings what the session shows up to what is. */
  #tell(): void {
    if (this.#closed || this.#refreshing) return;
    // Waiting turns determine whether a start is shown as blocking.
    if (!this.#isAwaiting()) this.#turns.open();
    if (!this.#sources.isLoading) {
      this.#readsInBackground = false;
      this.#readers.open();
    }
    try {
      this.#show();
      this.#tools.update();
    } catch (error) {
      // Servers tell of themselves at any time, also when nothing can be written any more.
      this.#services.ports.report('Could not show the customizations of a session', error);
    }
    this.#told();
  }

  #show(): void {
    const { sessions } = this.#services.ports;
    const state = this.#state();
    if (!state || this.session === undefined) return;
    for (const action of changesBetween(state.customizations, this.present()))
      sessions.append(this.session, action);
  }

  #goOnWithout(): void {
    for (const { slot } of this.#places) if (slot.isAwaited) slot.background = true;
    this.#readsInBackground = this.#sources.isLoading;
  }

  #isAwaiting(): boolean {
    const reads = this.#sources.isLoading && !this.#readsInBackground;
    return reads || this.#places.some(({ slot }) => slot.isAwaited);
  }
}

function isServer(part: PlannedPart): part is PlannedServer {
  return part.type === 'mcpServer';
}
