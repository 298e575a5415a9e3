import type {
  ListedModel,
  ModelOffer,
  ModelPrice,
  ModelProviderReport,
  ModelProviderSettings,
} from '@loggia/protocol';

/** The values in the fields of the dialog. */
export interface ProviderForm {
  readonly kind: NonNullable<ModelProviderSettings['kind']>;
  readonly name: string;
  readonly baseURL: string;
  readonly key: string;
  /** One `Name: value` to a line. */
  readonly headers: string;
  readonly models: readonly ListedModel[];
  readonly model: string;
  /** By model, as they are written. */
  readonly prices: Readonly<Record<string, PriceTexts>>;
  readonly compactAt: string;
}

export type PriceTexts = Readonly<Partial<Record<keyof ModelPrice, string>>>;

/** The value of `compactAt` for never. */
export const never = 'never';
const usualShare = '0.8';

/** Stands for the hidden value of a stored header. */
export const keptValue = '••••••';

export function formFor({ kind, label, baseURL = '', id, found }: ModelOffer): ProviderForm {
  return {
    kind: kind as ProviderForm['kind'],
    name: id === 'other' ? '' : label,
    baseURL: found?.baseURL ?? baseURL,
    key: '',
    headers: '',
    models: [],
    model: '',
    prices: {},
    compactAt: usualShare,
  };
}

export function formOf(provider: ModelProviderReport): ProviderForm {
  const {
    kind = 'openai-compatible',
    name,
    baseURL = '',
    headers = [],
    models,
    defaultModel = '',
    prices = {},
    compactAt = Number(usualShare),
  } = provider;
  return {
    kind: kind as ProviderForm['kind'],
    name,
    baseURL,
    key: '',
    headers: headers.map((header) => `${header}: ${keptValue}`).join('\n'),
    models,
    model: defaultModel,
    prices: Object.fromEntries(Object.entries(prices).map(([id, price]) => [id, textsOf(price)])),
    compactAt: compactAt === false ? never : String(compactAt),
  };
}

/** A stored key only goes to the address that it was entered for. */
export function needsKeyAgain(form: ProviderForm, edited: ModelProviderReport | undefined): boolean {
  return edited?.hasKey === true && form.key === '' && plain(form.baseURL) !== plain(edited.baseURL ?? '');
}

/**
 * The settings as the host takes them: without the models that were read, because the host reads them itself and keeps
 * the list up to date. Throws a sentence that says what to enter.
 */
export function settingsIn(
  form: ProviderForm,
  edited: ModelProviderReport | undefined,
): ModelProviderSettings {
  const { kind, name, baseURL, key, model } = form;
  if (!URL.canParse(baseURL.trim()) || !/^https?:/.test(baseURL.trim())) {
    throw new Error('Enter the address of the server, such as http://127.0.0.1:8000/v1.');
  }
  if (needsKeyAgain(form, edited)) {
    throw new Error('The address has changed. Enter the key again.');
  }
  const headers = headersIn(form.headers);
  const prices = pricesIn(form.prices);
  return {
    kind,
    baseURL: baseURL.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(key.trim() !== '' && { key: key.trim() }),
    ...((edited !== undefined || Object.keys(headers).length > 0) && { headers }),
    ...(model.trim() !== '' && { defaultModel: model.trim() }),
    ...((edited?.prices !== undefined || Object.keys(prices).length > 0) && { prices }),
    ...(form.compactAt !== (edited ? formOf(edited).compactAt : usualShare) && {
      compactAt: form.compactAt === never ? false : Number(form.compactAt),
    }),
  };
}

function textsOf(price: ModelPrice): PriceTexts {
  return Object.fromEntries(Object.entries(price).map(([name, dollars]) => [name, String(dollars)]));
}

function pricesIn(texts: ProviderForm['prices']): Record<string, ModelPrice> {
  return Object.fromEntries(
    Object.entries(texts).flatMap(([model, written]) => {
      const { input, output, cacheRead, cacheWrite } = Object.fromEntries(
        Object.entries(written).map(([name, text]) => [name, dollarsIn(text)]),
      ) as Partial<ModelPrice>;
      if ([input, output, cacheRead, cacheWrite].every((price) => price === undefined)) return [];
      if (input === undefined || output === undefined) {
        throw new Error('Enter the price of input and of output, or leave all prices empty.');
      }
      const cached = {
        ...(cacheRead !== undefined && { cacheRead }),
        ...(cacheWrite !== undefined && { cacheWrite }),
      };
      return [[model, { input, output, ...cached }]];
    }),
  );
}

function dollarsIn(text: string | undefined): number | undefined {
  const plainText = (text ?? '').trim().replace(/^\$/, '').replace(',', '.');
  if (plainText === '') return undefined;
  const dollars = Number(plainText);
  if (Number.isFinite(dollars) && dollars >= 0) return dollars;
  throw new Error(`Enter prices in dollars, such as 3 or 0.25; “${(text ?? '').trim()}” isn’t one.`);
}

/** `null` keeps the stored value. */
function headersIn(text: string): Record<string, string | null> {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf(':');
      const name = line.slice(0, at).trim();
      if (at < 1 || name === '')
        throw new Error(`Write each header as “Name: value”; “${line.trim()}” isn’t.`);
      const value = line.slice(at + 1).trim();
      return [name, value === keptValue ? null : value];
    }),
  );
}

function plain(address: string): string {
  return address.trim().replace(/\/+$/, '');
}

/** Whether a key would cross a network that others can listen to. */
export function isOverheard({ baseURL, key }: ProviderForm): boolean {
  if (key === '' || !URL.canParse(baseURL)) return false;
  const { protocol, hostname } = new URL(baseURL);
  return protocol === 'http:' && !/^(127\.|localhost$|\[::1\]$)/.test(hostname);
}
