import type { ModelProviderReport } from '@loggia/protocol';

/** The source of a provider, and its settings. */
export function sourceWords({ source, baseURL, hasKey, headers = [] }: ModelProviderReport): string {
  const from =
    source.kind === 'environment'
      ? `From the host’s environment variable ${source.name ?? ''}. Change it there and restart the host`
      : source.kind === 'file'
        ? `From ${source.name ?? 'the configuration file'}. Change it there and restart the host`
        : source.kind === 'builtIn'
          ? 'Built in. Answers without a model'
          : source.kind === 'agent'
            ? 'An agent that runs as a program. Change it under Settings → Agents'
            : 'Connected here';
  const parts = [
    from,
    ...(baseURL === undefined ? [] : [addressWords(baseURL)]),
    ...(hasKey === true ? ['key stored'] : []),
    ...(headers.length === 0 ? [] : [`headers ${headers.join(', ')}`]),
  ];
  return parts.join(' · ');
}

export function modelWords({ models, defaultModel, kind }: ModelProviderReport): string {
  if (models.length === 0)
    return kind === undefined ? '' : 'No model known yet. Test it, or edit it to load the list.';
  const name = models.find(({ id }) => id === defaultModel)?.name ?? defaultModel ?? '';
  return models.length === 1 ? name : `${name} and ${models.length - 1} more`;
}

function addressWords(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}
