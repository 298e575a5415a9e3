import type { RecordStore } from '@loggia/access';
import type { AcpOptions, CheckContext, CheckedAgent } from '@loggia/acp';
import { ProtocolError, type AgentReport, type AgentSettings } from '@loggia/protocol';
import type { Harness, Harnesses, ProcessGuard } from '@loggia/sessions';
import { findProgram } from '../catalog/find-program.ts';
import type { AgentOrigin } from './agent-origin.ts';
import { optionsOf, programIn, withValues, type StoredAgent } from './agent-settings.ts';
import { idFor } from './provider-settings.ts';

/** Encrypted: their variables contain keys. */
export const agentRecords = 'added-agents';

export interface AddedAgentsOptions {
  /** Encrypts the values under `agentRecords`. */
  readonly records: RecordStore;
  /** All agents of this host. */
  readonly harnesses: Pick<Harnesses, 'all' | 'get'>;
  /** By provider. */
  readonly origins: ReadonlyMap<string, AgentOrigin>;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where an agent runs that is tested. */
  readonly workspace: string;
  /** Ends an agent that is tested with the host. */
  readonly guard: ProcessGuard;
  readonly clock: { now(): number };
  changed(agents: readonly Harness[]): void;
  report(problem: string, error: unknown): void;
}

interface Added {
  readonly stored: StoredAgent;
  /** Undefined if its settings are no longer valid. */
  readonly harness: Harness | undefined;
}

interface TestParams {
  readonly agent?: string | undefined;
  readonly settings?: AgentSettings | undefined;
}

/** Loaded by hosts that have such an agent, or are about to get one. */
const acp = () => import('@loggia/acp');

/** The agents that users add as programs of their own. Changes take effect immediately. */
export class AddedAgents {
  readonly #options: AddedAgentsOptions;
  readonly #added = new Map<string, Added>();
  /** The outcome of the last test of each, until its settings change. */
  readonly #checked = new Map<string, CheckedAgent>();
  #last: Promise<unknown> = Promise.resolve();

  static async open(options: AddedAgentsOptions): Promise<AddedAgents> {
    const agents = new AddedAgents(options);
    const kept = (await options.records.list(agentRecords)).map(({ value }) => value as StoredAgent);
    for (const stored of kept.toSorted((one, other) => (one.addedAt < other.addedAt ? -1 : 1)))
      agents.#added.set(stored.id, { stored, harness: await agents.#harnessOf(stored) });
    if (kept.length > 0) agents.#show();
    return agents;
  }

  private constructor(options: AddedAgentsOptions) {
    this.#options = options;
  }

  list(): AgentReport[] {
    const broken = [...this.#added.values()].filter(({ harness }) => harness === undefined);
    return [
      ...this.#options.harnesses
        .all()
        .map(({ describe }) => this.#reportOf(describe.provider, describe.displayName)),
      ...broken.map(({ stored }) => this.#reportOf(stored.id, stored.name)),
    ];
  }

  add(settings: AgentSettings): Promise<AgentReport> {
    return this.#inTurn(async () => {
      const addedAt = new Date(this.#options.clock.now()).toISOString();
      return this.#keep({ ...withValues(settings), id: this.#idFor(settings.name), addedAt });
    });
  }

  /** Its processes end with their turns; the next turn starts it with the new settings. */
  update(agent: string, settings: AgentSettings): Promise<AgentReport> {
    return this.#inTurn(async () => {
      const { id, addedAt, ...stored } = this.#owned(agent);
      return this.#keep({ ...withValues(settings, stored), id, addedAt });
    });
  }

  remove(agent: string): Promise<void> {
    return this.#inTurn(async () => {
      const { id } = this.#owned(agent);
      this.#options.records.delete(agentRecords, id);
      this.#added.delete(id);
      this.#checked.delete(id);
      this.#show();
    });
  }

  async test({ agent, settings }: TestParams, signal: AbortSignal): Promise<CheckedAgent> {
    const options = this.#candidate(agent, settings);
    const checked = await this.#run(signal, async (context) => (await acp()).checkAgent(options, context));
    if (agent !== undefined && settings === undefined) this.#remember(agent, options, checked);
    return checked;
  }

  async signIn(agent: string, method: string, signal: AbortSignal): Promise<CheckedAgent> {
    const options = this.#candidate(agent, undefined);
    const { checked, authMethod } = await this.#run(signal, async (context) =>
      (await acp()).signIn(options, method, context),
    );
    if (authMethod !== undefined && this.#added.has(agent)) await this.#wantMethod(agent, authMethod);
    this.#remember(agent, this.#candidate(agent, undefined), checked);
    return checked;
  }

  /** The program of an agent that has one of its own. */
  program(agent: string): AcpOptions {
    return this.#candidate(agent, undefined);
  }

  /** Serializes changes: the agent's library may still have to be loaded. */
  #inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
    const run = this.#last.then(change);
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #keep(stored: StoredAgent): Promise<AgentReport> {
    const { createHarness } = await acp();
    const harness = valid(() => createHarness(optionsOf(stored.id, stored), this.#options.env));
    this.#options.records.put(agentRecords, stored.id, stored);
    this.#added.set(stored.id, { stored, harness });
    this.#checked.delete(stored.id);
    this.#show();
    return this.#reportOf(stored.id, stored.name);
  }

  /** The agent doesn't remember the sign-in itself, so it is asked for whenever it starts. */
  #wantMethod(agent: string, authMethod: string): Promise<unknown> {
    return this.#inTurn(async () => {
      const stored = this.#added.get(agent)?.stored;
      if (stored && stored.authMethod !== authMethod) await this.#keep({ ...stored, authMethod });
    });
  }

  /** The settings may have changed while it was tested. */
  #remember(agent: string, tested: AcpOptions, checked: CheckedAgent): void {
    const current = this.#programOf(agent);
    if (current && JSON.stringify(current) === JSON.stringify(tested)) this.#checked.set(agent, checked);
  }

  async #run<Value>(signal: AbortSignal, work: (context: CheckContext) => Promise<Value>): Promise<Value> {
    const { env, workspace: cwd, guard } = this.#options;
    try {
      return await work({ env, cwd, guard, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw invalid(error);
    }
  }

  #candidate(agent: string | undefined, settings: AgentSettings | undefined): AcpOptions {
    if (settings) {
      const stored = agent === undefined ? undefined : this.#owned(agent);
      return optionsOf(agent ?? this.#idFor(settings.name), withValues(settings, stored));
    }
    if (agent === undefined) throw new ProtocolError('InvalidParams', 'Name an agent, or give its settings.');
    const options = this.#programOf(agent);
    if (options) return options;
    throw this.#notAdded(agent);
  }

  #programOf(agent: string): AcpOptions | undefined {
    const stored = this.#added.get(agent)?.stored;
    return stored ? optionsOf(agent, stored) : this.#options.origins.get(agent)?.program;
  }

  #idFor(name: string): string {
    const { harnesses } = this.#options;
    return idFor(name, (other) => harnesses.get(other) !== undefined || this.#added.has(other));
  }

  async #harnessOf(stored: StoredAgent): Promise<Harness | undefined> {
    try {
      return (await acp()).createHarness(optionsOf(stored.id, stored), this.#options.env);
    } catch (error) {
      this.#options.report(`The agent "${stored.name}" cannot be used; edit or remove it`, error);
      return undefined;
    }
  }

  #show(): void {
    this.#options.changed([...this.#added.values()].flatMap(({ harness }) => (harness ? [harness] : [])));
  }

  #reportOf(agent: string, name: string): AgentReport {
    const isDefault = this.#options.harnesses.all()[0]?.describe.provider === agent;
    const added = this.#added.get(agent);
    const origin = this.#options.origins.get(agent);
    const program = this.#programOf(agent);
    return {
      agent,
      name,
      source: added
        ? { kind: 'added' }
        : { kind: origin?.kind ?? 'models', ...(origin?.name !== undefined && { name: origin.name }) },
      ...(program ? { ...programIn(program), ...this.#stateOf(agent, program) } : { state: 'ready' }),
      isDefault,
    };
  }

  #stateOf(agent: string, program: AcpOptions): Pick<AgentReport, 'state' | 'problem' | 'authMethods'> {
    const { command, install } = program;
    const added = this.#added.get(agent);
    if (added && !added.harness)
      return { state: 'failing', problem: 'Its settings can no longer be used. Edit it, or remove it.' };
    if (!findProgram(command, { ...this.#options.env, ...program.env })) {
      const advice =
        install === undefined
          ? 'Install it, or correct its command.'
          : `Run "${install}" on the machine of the host, or correct its command.`;
      return {
        state: 'missing',
        problem: `There is no program "${command}" on the PATH of the host. ${advice}`,
      };
    }
    const checked = this.#checked.get(agent);
    if (!checked) return { state: 'untested' };
    const { works, needsSignIn, problem, authMethods } = checked;
    return {
      state: works ? 'ready' : needsSignIn ? 'signedOut' : 'failing',
      ...(problem !== undefined && { problem }),
      ...(authMethods && { authMethods }),
    };
  }

  #owned(agent: string): StoredAgent {
    const stored = this.#added.get(agent)?.stored;
    if (stored) return stored;
    throw this.#notAdded(agent);
  }

  #notAdded(agent: string): ProtocolError {
    return this.#options.harnesses.get(agent)
      ? new ProtocolError(
          'InvalidParams',
          `"${agent}" wasn't added here. It is built in, a model, or comes from the host's configuration: change it there.`,
        )
      : new ProtocolError('NotFound', `There is no agent "${agent}". It may have been removed.`);
  }
}

function valid<Value>(create: () => Value): Value {
  try {
    return create();
  } catch (error) {
    throw invalid(error);
  }
}

function invalid(error: unknown): ProtocolError {
  return error instanceof ProtocolError
    ? error
    : new ProtocolError('InvalidParams', error instanceof Error ? error.message : String(error));
}
