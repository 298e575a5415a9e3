import { ProtocolError, type ListedModel, type ModelProviderSettings } from '@loggia/protocol';
import type { ModelHarnessOptions } from '@loggia/model';
import { providerOffers } from '@loggia/model/offers';

/** A provider as it is stored, in one encrypted record. */
export interface StoredProvider {
  readonly id: string;
  readonly name: string;
  readonly kind: ModelHarnessOptions['provider'];
  readonly baseURL: string;
  readonly key?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly models: readonly ListedModel[];
  /** The user chose the models. Otherwise they are those that the provider listed last. */
  readonly hasChosenModels?: true;
  readonly defaultModel?: string;
  readonly prices?: NonNullable<ModelProviderSettings['prices']>;
  readonly compactAt?: number | false;
  /** ISO 8601; determines the order of the list. */
  readonly connectedAt: string;
}

export type Candidate = Omit<StoredProvider, 'id' | 'connectedAt'>;

/**
 * A provider with these settings applied. Stored secrets are only sent to the address they were entered for:
 * redirecting them would reveal them.
 */
export function settled(stored: StoredProvider | undefined, settings: ModelProviderSettings): Candidate {
  const kind = settings.kind ?? stored?.kind;
  if (kind === undefined) throw invalid('Choose the kind of provider.');
  const baseURL = addressOf(
    settings.baseURL ?? (kind === stored?.kind ? stored.baseURL : usualAddress(kind)),
  );
  const moved = stored !== undefined && stored.baseURL !== baseURL;
  const key = keyOf(stored, settings, moved);
  const defaultModel = settings.defaultModel ?? (moved ? undefined : stored?.defaultModel);
  const { prices = stored?.prices, compactAt = stored?.compactAt } = settings;
  const hasChosenModels = settings.models ? settings.models.length > 0 : !moved && stored?.hasChosenModels;
  return {
    name: settings.name ?? stored?.name ?? usualName(kind, baseURL),
    kind,
    baseURL,
    ...(key !== undefined && { key }),
    headers: headersOf(stored, settings, moved),
    models: settings.models ?? (moved ? [] : (stored?.models ?? [])),
    ...(hasChosenModels && { hasChosenModels }),
    ...(defaultModel !== undefined && { defaultModel }),
    ...(prices && { prices }),
    ...(compactAt !== undefined && { compactAt }),
  };
}

function keyOf(
  stored: StoredProvider | undefined,
  { key }: ModelProviderSettings,
  moved: boolean,
): string | undefined {
  if (key !== undefined) return key ?? undefined;
  if (moved && stored?.key !== undefined) {
    throw invalid(
      'The address has changed. Enter the key again: a stored key only goes to the address it was entered for.',
    );
  }
  return stored?.key;
}

function headersOf(
  stored: StoredProvider | undefined,
  { headers }: ModelProviderSettings,
  moved: boolean,
): Readonly<Record<string, string>> {
  const wanted: Readonly<Record<string, string | null>> =
    headers ?? Object.fromEntries(Object.keys(stored?.headers ?? {}).map((name) => [name, null]));
  return Object.fromEntries(
    Object.entries(wanted).map(([name, value]) => {
      if (value !== null) return [name, assertPrintable(name, value)];
      const kept = stored?.headers[name];
      if (moved || kept === undefined) throw invalid(`Enter the value of the header "${name}" again.`);
      return [name, kept];
    }),
  );
}

/** A line break would start another header. */
function assertPrintable(name: string, value: string): string {
  if (/^[\t\x20-\x7e\x80-\xff]*$/.test(value)) return value;
  throw invalid(`The value of the header "${name}" has characters that headers can't have.`);
}

function addressOf(text: string | undefined): string {
  if (text === undefined) throw invalid('Enter the address of the server, such as http://127.0.0.1:8000/v1.');
  const url = new URL(text);
  if (url.username !== '' || url.password !== '' || url.search !== '' || url.hash !== '') {
    throw invalid(
      'Enter the address alone: no user, password, "?" or "#" in it. A key goes into its own field.',
    );
  }
  return url.href.replace(/\/+$/, '');
}

function usualAddress(kind: StoredProvider['kind']): string | undefined {
  return kind === 'openai-compatible' ? undefined : offerOf(kind)?.baseURL;
}

function usualName(kind: StoredProvider['kind'], baseURL: string): string {
  return kind === 'openai-compatible' ? new URL(baseURL).host : (offerOf(kind)?.label ?? kind);
}

function offerOf(kind: StoredProvider['kind']) {
  return providerOffers.find((offer) => offer.kind === kind);
}

/** In the agent's format: the default model comes first. */
export function optionsOf(id: string, candidate: Candidate): ModelHarnessOptions {
  const { name, kind, baseURL, key, headers, models, defaultModel, prices, compactAt } = candidate;
  const first = models.find((model) => model.id === defaultModel);
  const ordered = [
    ...(defaultModel === undefined ? [] : [first ?? { id: defaultModel }]),
    ...models.filter((model) => model.id !== defaultModel),
  ];
  return {
    name: id,
    displayName: name,
    provider: kind,
    baseURL,
    ...(key !== undefined && { apiKey: key }),
    ...(Object.keys(headers).length > 0 && { headers: { ...headers } }),
    ...(ordered.length > 0 && { models: ordered.map(plainModel) }),
    ...(prices && { prices }),
    ...(compactAt !== undefined && { compactAt }),
  };
}

/** The protocol allows more fields than the agent accepts. */
function plainModel(model: ListedModel) {
  const { id, name, maxContextWindow, maxOutputTokens, supportsVision } = model;
  return {
    id,
    ...(name !== undefined && { name }),
    ...(maxContextWindow !== undefined && { maxContextWindow }),
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(supportsVision !== undefined && { supportsVision }),
  };
}

/** Sessions store it, so the same name gets the same id again. */
export function idFor(name: string, isTaken: (id: string) => boolean): string {
  const letters = name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 40);
  const base = letters === '' ? 'model' : letters;
  let id = base;
  for (let number = 2; isTaken(id); number++) id = `${base}-${number}`;
  return id;
}

function invalid(sentence: string): ProtocolError {
  return new ProtocolError('InvalidParams', sentence);
}
