import type { ListedModel, ModelOffer, ModelProviderReport, ModelProviderSettings } from '@loggia/protocol';

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
}

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
  } = provider;
  return {
    kind: kind as ProviderForm['kind'],
    name,
    baseURL,
    key: '',
    headers: headers.map((header) => `${header}: ${keptValue}`).join('\n'),
    models,
    model: defaultModel,
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
  return {
    kind,
    baseURL: baseURL.trim(),
    ...(name.trim() !== '' && { name: name.trim() }),
    ...(key.trim() !== '' && { key: key.trim() }),
    ...((edited !== undefined || Object.keys(headers).length > 0) && { headers }),
    ...(model.trim() !== '' && { defaultModel: model.trim() }),
  };
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
