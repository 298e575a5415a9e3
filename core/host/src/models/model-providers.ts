import type { RecordStore } from '@loggia/access';
import { ProtocolError, type ModelProviderReport, type ModelProviderSettings } from '@loggia/protocol';
import type { CheckedModel, ModelHarnessOptions, ReadModels } from '@loggia/model';
import { findOllama, providerOffers, type FoundServer } from '@loggia/model/offers';
import { Harnesses, type Harness } from '@loggia/sessions';
import type { AgentOrigin } from './agent-origin.ts';
import { idFor, optionsOf, settled, type StoredProvider } from './provider-settings.ts';

/** Encrypted: they contain keys. */
export const modelRecords = 'model-providers';
const choiceRecords = 'model-choices';
const defaultKey = 'default';

type Environment = Readonly<Record<string, string | undefined>>;

export interface ModelProvidersOptions {
  /** Encrypts the values under `modelRecords`. */
  readonly records: RecordStore;
  readonly configured: readonly Harness[];
  /** By provider. */
  readonly origins: ReadonlyMap<string, AgentOrigin>;
  readonly env: Environment;
  readonly clock: { now(): number };
  report(problem: string, error: unknown): void;
}

interface Connected {
  readonly stored: StoredProvider;
  /** Undefined if its settings are no longer valid. */
  readonly harness: Harness | undefined;
}

interface CandidateParams {
  readonly provider?: string | undefined;
  readonly settings?: ModelProviderSettings | undefined;
}

/** The libraries behind it take a while to load, so only hosts with models, or about to get one, load them. */
const models = () => import('@loggia/model');

/**
 * The providers of models: those that users connect here, and those named by the environment or a file. Changes take
 * effect immediately, in `harnesses`. Keys are never returned.
 */
export class ModelProviders {
  readonly harnesses = new Harnesses();
  readonly #options: ModelProvidersOptions;
  readonly #connected = new Map<string, Connected>();
  /** Those that run as programs of their own. */
  #agents: readonly Harness[] = [];
  #default: string | undefined;
  #last: Promise<unknown> = Promise.resolve();

  static async open(options: ModelProvidersOptions): Promise<ModelProviders> {
    const providers = new ModelProviders(options);
    await providers.#load();
    return providers;
  }

  private constructor(options: ModelProvidersOptions) {
    this.#options = options;
  }

  async list(): Promise<{ providers: ModelProviderReport[]; offers: object[] }> {
    const [ollama] = await Promise.all([findOllama(this.#options.env), this.#refresh()]);
    return {
      providers: this.#reports(),
      offers: providerOffers.map((offer) => ({
        ...offer,
        ...(offer.kind === 'ollama' && ollama && this.#isNew(ollama) && { found: ollama }),
      })),
    };
  }

  add(settings: ModelProviderSettings): Promise<ModelProviderReport> {
    return this.#inTurn(async () => {
      const candidate = settled(undefined, settings);
      const id = idFor(candidate.name, (other) => this.harnesses.get(other) !== undefined);
      const connectedAt = new Date(this.#options.clock.now()).toISOString();
      return this.#keep({ ...candidate, id, connectedAt });
    });
  }

  update(provider: string, settings: ModelProviderSettings): Promise<ModelProviderReport> {
    return this.#inTurn(async () => {
      const { stored } = this.#owned(provider);
      return this.#keep({ ...settled(stored, settings), id: stored.id, connectedAt: stored.connectedAt });
    });
  }

  remove(provider: string): Promise<void> {
    return this.#inTurn(async () => {
      this.#owned(provider);
      this.#options.records.delete(modelRecords, provider);
      this.#connected.delete(provider);
      this.#show();
    });
  }

  async read(params: CandidateParams, signal: AbortSignal): Promise<ReadModels> {
    const { options, env } = this.#candidate(params);
    return (await models()).readModels(options, { env, signal });
  }

  async test(
    { model, ...params }: CandidateParams & { readonly model?: string | undefined },
    signal: AbortSignal,
  ): Promise<CheckedModel> {
    const { options, env } = this.#candidate(params);
    return (await models()).checkModel(options, model, { env, signal });
  }

  /** The agents that users added besides models. */
  include(agents: readonly Harness[]): void {
    this.#agents = agents;
    this.#show();
  }

  chooseDefault(provider: string): Promise<void> {
    return this.#inTurn(async () => {
      this.harnesses.assertHas(provider);
      this.#default = provider;
      this.#options.records.put(choiceRecords, defaultKey, provider);
      this.#show();
    });
  }

  /** Serializes changes: creating an agent may wait for its provider. */
  #inTurn<Value>(change: () => Promise<Value>): Promise<Value> {
    const run = this.#last.then(change);
    this.#last = run.catch(() => undefined);
    return run;
  }

  async #load(): Promise<void> {
    const { records } = this.#options;
    const [kept, choices] = await Promise.all([records.list(modelRecords), records.list(choiceRecords)]);
    const chosen = choices.find(({ key }) => key === defaultKey)?.value;
    this.#default = typeof chosen === 'string' ? chosen : undefined;
    const stored = kept.map(({ value }) => value as StoredProvider);
    const connected = await Promise.all(stored.map((one) => this.#connect(one)));
    for (const one of connected.toSorted(byAge)) this.#connected.set(one.stored.id, one);
    this.#show();
  }

  async #keep(candidate: StoredProvider): Promise<ModelProviderReport> {
    const stored = await this.#withModels(candidate);
    const { createHarness } = await models();
    const harness = await createHarness(optionsOf(stored.id, stored), contextOf(stored));
    this.#options.records.put(modelRecords, stored.id, stored);
    this.#connected.set(stored.id, { stored, harness });
    this.#show();
    return this.#reportOf(harness);
  }

  /** Stored, so that the next start doesn't have to wait for the provider. */
  async #withModels(stored: StoredProvider): Promise<StoredProvider> {
    if (stored.models.length > 0) return stored;
    const { models: read } = await (await models()).readModels(optionsOf(stored.id, stored), { env: {} });
    return { ...stored, models: read };
  }

  async #connect(stored: StoredProvider): Promise<Connected> {
    try {
      const { createHarness } = await models();
      return { stored, harness: await createHarness(optionsOf(stored.id, stored), contextOf(stored)) };
    } catch (error) {
      this.#options.report(`The models of "${stored.name}" cannot be used; edit or remove it`, error);
      return { stored, harness: undefined };
    }
  }

  /** Models come and go while the host runs: Ollama pulls one, a server loads another. */
  async #refresh(): Promise<void> {
    const harnesses = this.harnesses.all();
    const changes = await Promise.all(harnesses.map(async (harness) => harness.refreshModels?.() ?? false));
    const changed = harnesses.filter((_, at) => changes[at]);
    if (changed.length === 0) return;
    for (const harness of changed) {
      const { describe } = harness;
      const connected = this.#connected.get(describe.provider);
      // It may have been edited or removed meanwhile.
      if (connected?.harness !== harness) continue;
      const stored = { ...connected.stored, models: describe.models.map((model) => ({ ...model })) };
      this.#connected.set(describe.provider, { ...connected, stored });
      this.#options.records.put(modelRecords, describe.provider, stored);
    }
    this.#show();
  }

  /** Connected ones come first: a user who connects a model wants it to answer. */
  #show(): void {
    const withModels = [...this.#connected.values()].flatMap(({ harness }) => (harness ? [harness] : []));
    const connected = [...withModels, ...this.#agents];
    const taken = new Set(connected.map(({ describe }) => describe.provider));
    const configured = this.#options.configured.filter(({ describe }) => !taken.has(describe.provider));
    const all = [...connected, ...configured];
    const first = all.filter(({ describe }) => describe.provider === this.#default);
    this.harnesses.replace([...first, ...all.filter((harness) => !first.includes(harness))]);
  }

  #candidate({ provider, settings = {} }: CandidateParams): {
    readonly options: ModelHarnessOptions;
    readonly env: Environment;
  } {
    const origin = provider === undefined ? undefined : this.#options.origins.get(provider);
    if (provider !== undefined && !this.#connected.has(provider) && origin?.options) {
      if (Object.keys(settings).length > 0) throw readOnly(provider);
      return { options: origin.options, env: this.#options.env };
    }
    const stored = provider === undefined ? undefined : this.#owned(provider).stored;
    return { options: optionsOf(stored?.id ?? 'candidate', settled(stored, settings)), env: {} };
  }

  #owned(provider: string): Connected {
    const found = this.#connected.get(provider);
    if (found) return found;
    if (this.harnesses.get(provider)) throw readOnly(provider);
    throw new ProtocolError(
      'NotFound',
      `No model provider "${provider}" is connected. It may have been removed.`,
    );
  }

  #isNew({ baseURL }: FoundServer): boolean {
    const addresses = [
      ...Array.from(this.#connected.values(), ({ stored }) => stored.baseURL),
      ...Array.from(this.#options.origins.values(), ({ options }) => options?.baseURL),
    ];
    return !addresses.includes(baseURL);
  }

  #reports(): ModelProviderReport[] {
    const broken = [...this.#connected.values()].filter(({ harness }) => harness === undefined);
    return [
      ...this.harnesses.all().map((harness) => this.#reportOf(harness)),
      ...broken.map(({ stored }) => ({ ...reportOfStored(stored), models: [], isDefault: false })),
    ];
  }

  #reportOf({ describe }: Harness): ModelProviderReport {
    const { provider, displayName } = describe;
    const connected = this.#connected.get(provider);
    const isAdded = this.#agents.some((agent) => agent.describe.provider === provider);
    const origin: Omit<AgentOrigin, 'kind'> & { readonly kind: AgentOrigin['kind'] | 'agent' } = isAdded
      ? { kind: 'agent' }
      : (this.#options.origins.get(provider) ?? { kind: 'builtIn' });
    const { options } = origin;
    const shared = {
      models: describe.models.map((model) => ({ ...model })),
      ...(describe.models[0] && { defaultModel: describe.models[0].id }),
      isDefault: this.harnesses.all()[0]?.describe.provider === provider,
    };
    if (connected) return { ...reportOfStored(connected.stored), ...shared };
    return {
      provider,
      name: displayName,
      source: { kind: origin.kind, ...(origin.name !== undefined && { name: origin.name }) },
      ...(options && { kind: options.provider }),
      ...(options?.baseURL !== undefined && { baseURL: withoutUser(options.baseURL) }),
      ...shared,
    };
  }
}

function contextOf({ hasChosenModels, defaultModel }: StoredProvider) {
  const context = { env: {}, enterKeyAt: 'Settings → Models' };
  return hasChosenModels ? context : { ...context, listed: { defaultModel } };
}

function byAge(one: Connected, other: Connected): number {
  return one.stored.connectedAt < other.stored.connectedAt ? -1 : 1;
}

function reportOfStored(stored: StoredProvider) {
  const { id, name, kind, baseURL, key, headers, prices, compactAt } = stored;
  return {
    provider: id,
    name,
    source: { kind: 'connected' as const },
    kind,
    baseURL,
    hasKey: key !== undefined,
    headers: Object.keys(headers),
    ...(prices && { prices }),
    ...(compactAt !== undefined && { compactAt }),
  };
}

/** An address in a variable or file may contain a user name and a password. */
function withoutUser(address: string): string {
  return address.replace(/^(https?:\/\/)[^/@]*@/, '$1');
}

function readOnly(provider: string): ProtocolError {
  return new ProtocolError(
    'InvalidParams',
    `"${provider}" comes from the host's environment or configuration file. Change it there, or connect a provider of your own.`,
  );
}
