import {
  ProtocolError,
  type ConfigState,
  type Customization,
  type Message,
  type SessionAction,
  type SessionState,
} from '@loggia/protocol';
import type { DeniedCall, Guidance, OfferedTool, RunningCall, ToolReport } from '@loggia/sessions/equipment';
import { approvalOf } from './approval.ts';
import { guidanceFor, type UsableLeaf } from './guidance.ts';
import { Outfit, type Place, type Workshop } from './outfit.ts';
import { childrenOf, type PlannedEntry } from './planned.ts';
import { present } from './present.ts';
import { toolsOfPersona } from './persona-tools.ts';
import { previewPlan } from './preview.ts';
import { refusal } from './refusal.ts';
import { unknownTool } from './running-call.ts';
import { sameJson } from './same-json.ts';
import type { EquippedServer } from './service.ts';
import { configOf, pluginsIn, withServers } from './session-config.ts';

interface Opening {
  readonly outfit: Promise<Outfit | undefined>;
}

/** The outfits of all sessions in use, and the host's own. */
export class Wardrobe {
  readonly #workshop: Workshop;
  readonly #loaded: Promise<void>;
  readonly #host: Outfit;
  readonly #outfits = new Map<string, Outfit>();
  readonly #opening = new Map<string, Opening>();
  /** Sessions in use, and those that were until a moment ago. */
  readonly #used = new Set<string>();
  /** Timers after which an outfit that nobody needs is put away. */
  readonly #lingers = new Map<string, () => void>();
  readonly #listeners = new Set<(uri: string) => void>();
  #hostLinger: (() => void) | undefined;
  #declared: readonly Customization[] = [];
  #stopped = false;

  constructor(workshop: Workshop) {
    this.#workshop = workshop;
    this.#host = new Outfit(workshop, undefined, () => this.#compareDeclared());
    this.#loaded = this.#load();
  }

  use(uri: string): void {
    if (this.#stopped) return;
    this.#used.add(uri);
    this.#cancelLinger(uri);
    if (this.#outfits.get(uri)?.isUsed) return;
    void this.#using(uri);
  }

  idle(uri: string): void {
    if (this.#used.has(uri)) this.#linger(uri, this.#workshop.patience.idle);
  }

  disposed(uri: string): void {
    this.#used.delete(uri);
    this.#cancelLinger(uri);
    this.#opening.delete(uri);
    this.#outfits.get(uri)?.close();
    this.#outfits.delete(uri);
    this.#told(uri);
  }

  servers(uri: string): readonly EquippedServer[] | undefined {
    const outfit = this.#outfits.get(uri);
    return outfit?.isUsed ? outfit.places.map((place) => equipped(outfit, place)) : undefined;
  }

  onServersChanged(listener: (uri: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  refuse(uri: string, state: SessionState, action: SessionAction): string | undefined {
    return refusal(this.#outfits.get(uri), state, action);
  }

  followed(uri: string, action: SessionAction): void {
    const outfit = this.#outfits.get(uri);
    if (outfit) {
      this.#follow(outfit, action);
      return;
    }
    // The action is already part of the state that the outfit is built from, except for one-time requests.
    if (!isOwnBusiness(action)) return;
    this.#background(async () => {
      const opened = await this.#open(uri);
      if (opened) this.#follow(opened, action);
      if (!this.#used.has(uri)) this.#linger(uri, this.#workshop.patience.idle);
    });
  }

  async ready(uri: string, signal: AbortSignal): Promise<void> {
    if (this.#stopped) return;
    this.#used.add(uri);
    this.#cancelLinger(uri);
    const outfit = await this.#using(uri);
    await outfit?.waitForTurn(signal);
  }

  tool(uri: string, name: string): OfferedTool | undefined {
    return this.#outfits.get(uri)?.tool(name);
  }

  async call(call: RunningCall): Promise<ToolReport> {
    const outfit = this.#outfits.get(call.session);
    return outfit ? outfit.call(call) : unknownTool(call.name);
  }

  denied(call: DeniedCall): void {
    this.#outfits.get(call.session)?.denied(call);
  }

  async guidance(uri: string, message: Message): Promise<Guidance> {
    const outfit = await this.#open(uri);
    const leaves = outfit ? usableLeaves(outfit) : [];
    const report = (problem: string, error: unknown) => this.#workshop.ports.report(problem, error);
    const guidance = await guidanceFor(message, leaves, report);
    const { persona } = guidance;
    if (!persona?.tools) return guidance;
    const tools = toolsOfPersona(persona.tools, outfit?.knownTools() ?? []);
    return { ...guidance, persona: { ...persona, tools } };
  }

  declared(): readonly Customization[] {
    return this.#declared;
  }

  async resolveConfig(
    workingDirectories: readonly string[],
    config: Readonly<Record<string, unknown>>,
  ): Promise<ConfigState> {
    await this.#loaded;
    const plugins = pluginsIn(config['plugins']);
    const plan = await previewPlan(this.#workshop, { workingDirectories, plugins, clients: [] });
    const servers = plan.flatMap((entry) =>
      (entry.type === 'mcpServer' ? [entry] : childrenOf(entry)).flatMap((part) =>
        part.type === 'mcpServer' ? [{ name: part.name, source: part.uri }] : [],
      ),
    );
    return withServers(configOf(config), servers);
  }

  /** For short use, such as a command that inspects it. */
  async outfit(session: string | undefined): Promise<Outfit> {
    await this.#loaded;
    if (session === undefined) {
      this.#lingerHost();
      await this.#host.whenRead();
      return this.#host;
    }
    const outfit = await this.#open(session);
    if (!outfit)
      throw new ProtocolError('SessionNotFound', `There is no session ${session}. List the sessions again.`);
    if (!this.#used.has(session)) this.#linger(session, this.#workshop.patience.asked);
    await outfit.whenRead();
    return outfit;
  }

  /** Of the server's definition, wherever it is in use; undefined when nobody has such a server. */
  definitionOf(server: string): string | undefined {
    const outfits = [this.#host, ...this.#outfits.values()];
    return outfits.map((outfit) => outfit.place(server)?.server.written.fingerprint).find(Boolean);
  }

  /** Everything that sessions in use have, and the host. */
  async entries(): Promise<readonly PlannedEntry[]> {
    const outfits = [await this.outfit(undefined), ...this.#outfits.values()];
    await Promise.all(outfits.map((outfit) => outfit.whenRead()));
    return outfits.flatMap((outfit) => outfit.entries);
  }

  /** Removes the sessions' decisions about a deleted server. */
  forget(server: string): void {
    for (const outfit of [this.#host, ...this.#outfits.values()]) outfit.forget(server);
  }

  refreshAll(): void {
    this.#host.refresh();
    for (const outfit of this.#outfits.values()) outfit.refresh();
  }

  stop(): void {
    this.#stopped = true;
    for (const cancel of this.#lingers.values()) cancel();
    this.#lingers.clear();
    this.#hostLinger?.();
    for (const outfit of this.#outfits.values()) outfit.close();
    this.#outfits.clear();
    this.#opening.clear();
    this.#host.close();
    this.#workshop.library.stop();
  }

  async #load(): Promise<void> {
    const { trust, enablement, added, registrations, ports } = this.#workshop;
    try {
      await Promise.all([trust.load(), enablement.load(), added.load(), registrations.load()]);
    } catch (error) {
      // Without decisions nothing is trusted, which is the safe side.
      ports.report('Could not read what was decided about customizations', error);
    }
    if (!this.#stopped) this.#host.refresh();
  }

  async #using(uri: string): Promise<Outfit | undefined> {
    const outfit = await this.#open(uri);
    if (outfit && this.#used.has(uri) && !outfit.isUsed) outfit.setUse('used');
    return outfit;
  }

  #open(uri: string): Promise<Outfit | undefined> {
    const open = this.#outfits.get(uri);
    if (open || this.#stopped) return Promise.resolve(open);
    const known = this.#opening.get(uri);
    if (known) return known.outfit;
    const isWanted = (): boolean => this.#opening.get(uri) === opening;
    const opening: Opening = { outfit: this.#loaded.then(() => this.#make(uri, isWanted)) };
    this.#opening.set(uri, opening);
    return opening.outfit;
  }

  /** `isWanted` is false when the session was disposed, or the host stopped, in the meantime. */
  async #make(uri: string, isWanted: () => boolean): Promise<Outfit | undefined> {
    try {
      const state = await this.#workshop.ports.desk.load(uri);
      if (!state || !isWanted()) return undefined;
      const outfit = new Outfit(this.#workshop, uri, () => this.#told(uri));
      outfit.restore(state);
      this.#outfits.set(uri, outfit);
      outfit.setUse(this.#used.has(uri) ? 'used' : 'unused');
      return outfit;
    } catch (error) {
      this.#workshop.ports.report(`Could not equip ${uri}`, error);
      return undefined;
    } finally {
      if (isWanted()) this.#opening.delete(uri);
    }
  }

  #follow(outfit: Outfit, action: SessionAction): void {
    switch (action.type) {
      case 'session/customizationToggled':
        outfit.decide(action.id, action.enablement);
        // Decisions for a workspace, or for all, are others' as well.
        this.refreshAll();
        return;
      case 'session/mcpServerStartRequested':
        outfit.start(action.id);
        return;
      case 'session/mcpServerStopRequested':
        outfit.stop(action.id);
        return;
      case 'session/mcpServerBackgroundRequested':
        outfit.background(action.id);
        return;
      case 'session/activeClientSet':
        outfit.retry();
        outfit.refresh();
        return;
      case 'session/activeClientRemoved':
      case 'session/workingDirectorySet':
      case 'session/workingDirectoryRemoved':
      case 'session/workingDirectoryReplaced':
      case 'session/configChanged':
        outfit.refresh();
        return;
      default:
    }
  }

  #linger(uri: string, ms: number): void {
    this.#cancelLinger(uri);
    if (this.#stopped) return;
    const cancel = this.#workshop.ports.scheduler.after(ms, () => {
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
    const outfit = this.#outfits.get(uri);
    if (!outfit) return;
    outfit.setUse('unused');
    if (!this.#workshop.ports.desk.state(uri)) {
      await this.#workshop.ports.desk.load(uri);
      outfit.refresh();
    }
    if (this.#used.has(uri) || this.#lingers.has(uri) || this.#outfits.get(uri) !== outfit) return;
    this.#outfits.delete(uri);
    outfit.close();
    this.#told(uri);
  }

  #told(uri: string): void {
    for (const listener of this.#listeners) listener(uri);
  }

  #lingerHost(): void {
    this.#hostLinger?.();
    if (this.#stopped) return;
    this.#hostLinger = this.#workshop.ports.scheduler.after(this.#workshop.patience.asked, () => {
      this.#hostLinger = undefined;
      this.#host.setUse('unused');
    });
  }

  #compareDeclared(): void {
    const declared = present(this.#host.entries, {
      enablement: (part) => this.#host.enablementOf(part),
      approval: (entry, part) => approvalOf(this.#workshop.trust, entry, part),
      server: () => ({ state: { kind: 'stopped' } }),
    });
    if (sameJson(this.#declared, declared)) return;
    this.#declared = declared;
    this.#workshop.ports.desk.declaredChanged();
  }

  #background(work: () => Promise<void>): void {
    void work().catch((error: unknown) => {
      if (!this.#stopped)
        this.#workshop.ports.report('Could not look after the equipment of a session', error);
    });
  }
}

function equipped(outfit: Outfit, place: Place): EquippedServer {
  const { seat, server } = place;
  return {
    id: server.id,
    name: server.name,
    source: server.source,
    definition: server.written.fingerprint,
    usable: outfit.hindrance(place) === undefined,
    connection: seat.connection,
    channel: seat.standing(false).channel,
  };
}

/** Requests are to be carried out; everything else can be read off the session's state. */
function isOwnBusiness(action: SessionAction): boolean {
  return action.type === 'session/customizationToggled' || action.type.startsWith('session/mcpServer');
}

function usableLeaves(outfit: Outfit): UsableLeaf[] {
  return outfit.entries.flatMap((entry) => {
    if (!outfit.isOn(entry)) return [];
    return childrenOf(entry).flatMap((leaf) => {
      if (leaf.type !== 'leaf' || !outfit.isOn(leaf) || outfit.trustIn(entry, leaf) !== 'trusted') return [];
      return [{ leaf, container: entry.name, mustMatch: outfit.isHeldTo(entry) }];
    });
  });
}
