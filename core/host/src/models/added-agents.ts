import type { RecordStore } from '@loggia/access';
import type { AcpOptions, CheckedAgent } from '@loggia/acp';
import { ProtocolError, type AgentReport, type AgentSettings } from '@loggia/protocol';
import type { Harness, Harnesses } from '@loggia/sessions';
import type { AgentOrigin } from './agent-origin.ts';
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
  readonly clock: { now(): number };
  changed(agents: readonly Harness[]): void;
  report(problem: string, error: unknown): void;
}

/** An agent as it is stored, in one encrypted record. */
interface StoredAgent extends AgentSettings {
  readonly id: string;
  /** ISO 8601; determines the order of the list. */
  readonly addedAt: string;
}

interface Added {
  readonly stored: StoredAgent;
  /** Undefined if its settings are no longer valid. */
  readonly harness: Harness | undefined;
}

/** Loaded by hosts that have such an agent, or are about to get one. */
const acp = () => import('@loggia/acp');

/** The agents that users add as programs of their own. Changes take effect immediately. */
export class AddedAgents {
  readonly #options: AddedAgentsOptions;
  readonly #added = new Map<string, Added>();

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
      ...this.#options.harnesses.all().map((harness) => this.#reportOf(harness)),
      ...broken.map(({ stored }) => ({ ...reportOfStored(stored), isDefault: false })),
    ];
  }

  async add(settings: AgentSettings): Promise<AgentReport> {
    const { records, harnesses, clock } = this.#options;
    const { createHarness } = await acp();
    const id = idFor(settings.name, (other) => harnesses.get(other) !== undefined || this.#added.has(other));
    const stored = { ...settings, id, addedAt: new Date(clock.now()).toISOString() };
    const harness = valid(() => createHarness(optionsOf(stored), this.#options.env));
    records.put(agentRecords, id, stored);
    this.#added.set(id, { stored, harness });
    this.#show();
    return this.#reportOf(harness);
  }

  async remove(id: string): Promise<void> {
    if (!this.#added.has(id)) throw this.#notAdded(id);
    this.#options.records.delete(agentRecords, id);
    this.#added.delete(id);
    this.#show();
  }

  async test(
    {
      agent,
      settings,
    }: { readonly agent?: string | undefined; readonly settings?: AgentSettings | undefined },
    signal: AbortSignal,
  ): Promise<CheckedAgent> {
    const { env, workspace: cwd } = this.#options;
    const { checkAgent } = await acp();
    const options = this.#candidate(agent, settings);
    try {
      return await checkAgent(options, { env, cwd, signal });
    } catch (error) {
      signal.throwIfAborted();
      throw invalid(error);
    }
  }

  #candidate(agent: string | undefined, settings: AgentSettings | undefined): AcpOptions {
    if (settings) return optionsOf({ id: 'candidate', ...settings });
    if (agent === undefined) throw new ProtocolError('InvalidParams', 'Name an agent, or give its settings.');
    const stored = this.#added.get(agent)?.stored;
    const options = stored ? optionsOf(stored) : this.#options.origins.get(agent)?.program;
    if (options) return options;
    throw this.#notAdded(agent);
  }

  async #harnessOf(stored: StoredAgent): Promise<Harness | undefined> {
    try {
      return (await acp()).createHarness(optionsOf(stored), this.#options.env);
    } catch (error) {
      this.#options.report(`The agent "${stored.name}" cannot be used; remove it and add it again`, error);
      return undefined;
    }
  }

  #show(): void {
    this.#options.changed([...this.#added.values()].flatMap(({ harness }) => (harness ? [harness] : [])));
  }

  #reportOf({ describe: { provider, displayName: name } }: Harness): AgentReport {
    const isDefault = this.#options.harnesses.all()[0]?.describe.provider === provider;
    const added = this.#added.get(provider);
    if (added) return { ...reportOfStored(added.stored), isDefault };
    const origin = this.#options.origins.get(provider);
    const source = {
      kind: origin?.kind ?? 'models',
      ...(origin?.name !== undefined && { name: origin.name }),
    };
    return { agent: provider, name, source, isDefault };
  }

  #notAdded(id: string): ProtocolError {
    return this.#options.harnesses.get(id)
      ? new ProtocolError(
          'InvalidParams',
          `"${id}" wasn't added with "loggia agents add". It is a model, or comes from the host's configuration: change it there.`,
        )
      : new ProtocolError('NotFound', `There is no agent "${id}". It may have been removed.`);
  }
}

function optionsOf({
  id,
  name: displayName,
  command,
  args = [],
  env = {},
  authMethod,
}: AgentSettings & Pick<StoredAgent, 'id'>): AcpOptions {
  return { name: id, displayName, command, args, env, ...(authMethod !== undefined && { authMethod }) };
}

function reportOfStored({ id, name, command, args = [], env = {} }: StoredAgent) {
  return {
    agent: id,
    name,
    source: { kind: 'added' as const },
    command: [command, ...args],
    variables: Object.keys(env),
  };
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
