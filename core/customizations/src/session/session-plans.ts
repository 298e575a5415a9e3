import {
  ProtocolError,
  workspaceOf,
  type ConfigState,
  type Customization,
  type Message,
  type SessionAction,
  type SessionState,
} from '@loggia/protocol';
import type {
  Guidance,
  HookRequest,
  HookVerdict,
  Rule,
  WaitsFor,
  WantedSession,
} from '@loggia/sessions/equipment';
import type { AgentCalls } from './agent-calls.ts';
import { approvalOf } from './approval.ts';
import { guidanceIn, rulesIn } from './plan-guidance.ts';
import { PlanHooks } from './plan-hooks.ts';
import type { PlanServices, ServerInPlan } from './plan-services.ts';
import { SessionPlan } from './session-plan.ts';
import { untilStarted } from './starting-servers.ts';
import type { PlannedEntry, PlannedServer } from './planned.ts';
import { present } from './present.ts';
import { effectIn, previewPlan } from './preview.ts';
import { refusal } from './refusal.ts';
import type { EquipmentPorts } from './ports.ts';
import { sameJson } from './same-json.ts';
import type { ServerSlot } from './server-slot.ts';
import type { EquippedServer } from './service.ts';
import { configOf, pluginsIn, withEffective } from './session-config.ts';

interface Opening {
  readonly plan: Promise<SessionPlan | undefined>;
}

/** The plans of all sessions in use, and the host's own. */
export class SessionPlans {
  readonly #services: PlanServices;
  readonly #loaded: Promise<void>;
  readonly #host: SessionPlan;
  readonly #plans = new Map<string, SessionPlan>();
  readonly #opening = new Map<string, Opening>();
  /** Sessions in use, and those that were until a moment ago. */
  readonly #used = new Set<string>();
  /** Timers after which a plan that nobody needs is dropped. */
  readonly #lingers = new Map<string, () => void>();
  readonly #hooks: PlanHooks;
  readonly #listeners = new Set<(uri: string) => void>();
  #hostLinger: (() => void) | undefined;
  #declared: readonly Customization[] = [];
  readonly #report: EquipmentPorts['report'];
  #stopped = false;

  constructor(services: PlanServices) {
    this.#report = (problem, error) => services.ports.report(problem, error);
    this.#hooks = new PlanHooks(services.ports);
    this.#services = services;
    this.#host = new SessionPlan(services, undefined, () => this.#compareDeclared());
    this.#loaded = this.#load();
  }

  use(uri: string): void {
    if (this.#stopped) return;
    this.#used.add(uri);
    this.#cancelLinger(uri);
    if (this.#plans.get(uri)?.isUsed) return;
    void this.#using(uri);
  }

  idle(uri: string): void {
    if (this.#used.has(uri)) this.#linger(uri, this.#services.timeouts.idle);
  }

  disposed(uri: string): void {
    this.#used.delete(uri);
    this.#cancelLinger(uri);
    this.#opening.delete(uri);
    this.#plans.get(uri)?.close();
    this.#plans.delete(uri);
    this.#told(uri);
  }

  servers(uri: string): readonly EquippedServer[] | undefined {
    const plan = this.#plans.get(uri);
    return plan?.isUsed ? plan.places.map((place) => equipped(plan, place)) : undefined;
  }

  onServersChanged(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  refuse(uri: string, state: SessionState, action: SessionAction): string | undefined {
    return refusal(this.#plans.get(uri), state, action);
  }

  followed(uri: string, action: SessionAction): void {
    const plan = this.#plans.get(uri);
    if (plan) {
      this.#follow(plan, action);
      return;
    }
    // The action is already part of the state that the plan is built from, except for one-time requests.
    if (!isOwnBusiness(action)) return;
    this.#background(async () => {
      const opened = await this.#open(uri);
      if (opened) this.#follow(opened, action);
      if (!this.#used.has(uri)) this.#linger(uri, this.#services.timeouts.idle);
    });
  }

  async ready(uri: string, signal: AbortSignal, waitsFor?: WaitsFor): Promise<readonly string[]> {
    if (this.#stopped) return [];
    this.#used.add(uri);
    this.#cancelLinger(uri);
    const plan = await this.#using(uri);
    return (await plan?.waitForTurn(signal, waitsFor)) ?? [];
  }

  async started(uri: string, signal: AbortSignal, starting: WaitsFor): Promise<void> {
    const plan = await this.#using(uri);
    const isOpen = () => this.#plans.get(uri) === plan;
    const onChanged = (then: () => void) => this.onServersChanged((changed) => changed === uri && then());
    if (plan) await untilStarted({ plan, isOpen, onChanged, signal }, starting);
  }

  /** The calls of agents in a session; undefined if the session isn't in use. */
  callsIn(uri: string): AgentCalls | undefined {
    return this.#plans.get(uri)?.calls;
  }

  async guidance(uri: string, message: Message): Promise<Guidance> {
    return guidanceIn(await this.#open(uri), message, this.#report);
  }

  async hooks(request: HookRequest): Promise<HookVerdict> {
    const plan = await this.#open(request.session);
    return plan ? this.#hooks.at(plan, request) : { context: [], notices: [] };
  }

  async rulesFor(uri: string, files: readonly string[]): Promise<readonly Rule[]> {
    return files.length === 0 ? [] : rulesIn(await this.#open(uri), files, this.#report);
  }

  declared(): readonly Customization[] {
    return this.#declared;
  }

  async resolveConfig({ project, workingDirectory, config = {} }: WantedSession): Promise<ConfigState> {
    await this.#loaded;
    const plan = await previewPlan(this.#services, {
      added: { workspace: project && workspaceOf(project) },
      workingDirectories: workingDirectory === undefined ? [] : [workingDirectory],
      plugins: pluginsIn(config['plugins']),
      clients: [],
    });
    return withEffective(configOf(config), effectIn(plan));
  }

  /** For short use, such as a command that inspects it. */
  async plan(session: string | undefined): Promise<SessionPlan> {
    await this.#loaded;
    if (session === undefined) {
      this.#lingerHost();
      await this.#host.whenRead();
      return this.#host;
    }
    const plan = await this.#open(session);
    if (!plan)
      throw new ProtocolError('SessionNotFound', `There is no session ${session}. List the sessions again.`);
    if (!this.#used.has(session)) this.#linger(session, this.#services.timeouts.asked);
    await plan.whenRead();
    return plan;
  }

  /** The fingerprint of the server's definition in the first plan that has the server; undefined if none has it. */
  definitionOf(server: string): string | undefined {
    const plans = [this.#host, ...this.#plans.values()];
    return plans.map((plan) => plan.place(server)?.server.written.fingerprint).find(Boolean);
  }

  /** The slots of sessions that run the server with this same definition. */
  runningSlots({ id, written }: PlannedServer): ServerSlot[] {
    return [...this.#plans.values()]
      .flatMap((plan) => plan.place(id) ?? [])
      .filter(({ slot, server }) => slot.connection && server.written.fingerprint === written.fingerprint)
      .map(({ slot }) => slot);
  }

  /** Everything that sessions in use have, and the host. */
  async entries(): Promise<readonly PlannedEntry[]> {
    const plans = [await this.plan(undefined), ...this.#plans.values()];
    await Promise.all(plans.map((plan) => plan.whenRead()));
    return plans.flatMap((plan) => plan.entries);
  }

  /** Removes the sessions' decisions about a deleted server. */
  forget(server: string): void {
    for (const plan of [this.#host, ...this.#plans.values()]) plan.forget(server);
  }

  refreshAll(): void {
    this.#host.refresh();
    for (const plan of this.#plans.values()) plan.refresh();
  }

  stop(): void {
    this.#stopped = true;
    for (const cancel of this.#lingers.values()) cancel();
    this.#lingers.clear();
    this.#hostLinger?.();
    for (const plan of this.#plans.values()) plan.close();
    this.#plans.clear();
    this.#opening.clear();
    this.#host.close();
    this.#services.sourceCache.stop();
  }

  async #load(): Promise<void> {
    const { trust, enablement, added, plugins, registrations, toolMemory, ports } = this.#services;
    try {
      await Promise.all([
        trust.load(),
        enablement.load(),
        added.load(),
        plugins.load(),
        registrations.load(),
        toolMemory.load(),
      ]);
    } catch (error) {
      // Without decisions nothing is trusted, which is the safe side.
      ports.report('Could not read what was decided about customizations', error);
    }
    if (!this.#stopped) this.#host.refresh();
  }

  async #using(uri: string): Promise<SessionPlan | undefined> {
    const plan = await this.#open(uri);
    if (plan && this.#used.has(uri) && !plan.isUsed) plan.setUse('used');
    return plan;
  }

  #open(uri: string): Promise<SessionPlan | undefined> {
    const open = this.#plans.get(uri);
    if (open || this.#stopped) return Promise.resolve(open);
    const known = this.#opening.get(uri);
    if (known) return known.plan;
    const isWanted = (): boolean => this.#opening.get(uri) === opening;
    const opening: Opening = { plan: this.#loaded.then(() => this.#make(uri, isWanted)) };
    this.#opening.set(uri, opening);
    return opening.plan;
  }

  /** `isWanted` is false when the session was disposed, or the host stopped, in the meantime. */
  async #make(uri: string, isWanted: () => boolean): Promise<SessionPlan | undefined> {
    try {
      const state = await this.#services.ports.sessions.load(uri);
      if (!state || !isWanted()) return undefined;
      const plan = new SessionPlan(this.#services, uri, () => this.#told(uri));
      plan.restore(state);
      this.#plans.set(uri, plan);
      plan.setUse(this.#used.has(uri) ? 'used' : 'unused');
      return plan;
    } catch (error) {
      this.#services.ports.report(`Could not equip ${uri}`, error);
      return undefined;
    } finally {
      if (isWanted()) this.#opening.delete(uri);
    }
  }

  #follow(plan: SessionPlan, action: SessionAction): void {
    switch (action.type) {
      case 'session/customizationToggled':
        plan.decide(action.id, action.enablement);
        // Decisions for a workspace, or for all, are others' as well.
        this.refreshAll();
        return;
      case 'session/mcpServerStartRequested':
        plan.start(action.id);
        return;
      case 'session/mcpServerStopRequested':
        plan.stop(action.id);
        return;
      case 'session/mcpServerBackgroundRequested':
        plan.background(action.id);
        return;
      case 'session/activeClientSet':
        plan.retry();
        plan.refresh();
        return;
      case 'session/activeClientRemoved':
      case 'session/workingDirectorySet':
      case 'session/workingDirectoryRemoved':
      case 'session/workingDirectoryReplaced':
      case 'session/configChanged':
        plan.refresh();
        return;
      default:
    }
  }

  #linger(uri: string, ms: number): void {
    this.#cancelLinger(uri);
    if (this.#stopped) return;
    const cancel = this.#services.ports.scheduler.after(ms, () => {
      this.#lingers.delete(uri);
      this.#background(() => this.#putAway(uri));
    });
    this.#lingers.set(uri, cancel);
  }

  #cancelLinger(uri: string): void {
    this.#lingers.get(uri)?.();
    this.#lingers.delete(uri);
  }

  async #putAway(uri: string): Promise<void> {
    this.#used.delete(uri);
    const plan = this.#plans.get(uri);
    if (!plan) return;
    plan.setUse('unused');
    if (!this.#services.ports.sessions.state(uri)) {
      await this.#services.ports.sessions.load(uri);
      plan.refresh();
    }
    if (this.#used.has(uri) || this.#lingers.has(uri) || this.#plans.get(uri) !== plan) return;
    this.#plans.delete(uri);
    plan.close();
    this.#told(uri);
  }

  #told(uri: string): void {
    for (const listener of this.#listeners) listener(uri);
  }

  #lingerHost(): void {
    this.#hostLinger?.();
    if (this.#stopped) return;
    this.#hostLinger = this.#services.ports.scheduler.after(this.#services.timeouts.asked, () => {
      this.#hostLinger = undefined;
      this.#host.setUse('unused');
    });
  }

  #compareDeclared(): void {
    const forAll = this.#host.entries.filter(
      (entry) => entry.type !== 'mcpServer' || entry.source.workspace === undefined,
    );
    const declared = present(forAll, {
      enablement: (part) => this.#host.enablementOf(part),
      approval: (entry, part) => approvalOf(this.#services.trust, entry, part),
      server: () => ({ state: { kind: 'stopped' } }),
    });
    if (sameJson(this.#declared, declared)) return;
    this.#declared = declared;
    this.#services.ports.sessions.declaredChanged();
  }

  #background(work: () => Promise<void>): void {
    void work().catch((error: unknown) => {
      if (!this.#stopped)
        this.#services.ports.report('Could not look after the equipment of a session', error);
    });
  }
}

function equipped(plan: SessionPlan, place: ServerInPlan): EquippedServer {
  const { slot, server } = place;
  return {
    id: server.id,
    name: server.name,
    source: server.source,
    definition: server.written.fingerprint,
    usable: plan.hindrance(place) === undefined,
    connection: slot.connection,
    channel: slot.status(false).channel,
  };
}

/** Requests are to be carried out; everything else can be read off the session's state. */
function isOwnBusiness(action: SessionAction): boolean {
  return action.type === 'session/customizationToggled' || action.type.startsWith('session/mcpServer');
}
