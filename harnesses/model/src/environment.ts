import type { ModelHarnessOptions } from './options.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Options for `createHarness` from the usual environment variables: one entry for each provider with a key or an
 * address. Keys are referenced by name, never copied.
 */
export function modelsFromEnvironment(env: Environment): readonly ModelHarnessOptions[] {
  const found: ModelHarnessOptions[] = [];
  if (env['ANTHROPIC_API_KEY']) {
    const baseURL = addressIn(env['ANTHROPIC_BASE_URL']);
    found.push({
      name: 'anthropic',
      displayName: 'Anthropic',
      provider: 'anthropic',
      apiKeyEnv: 'ANTHROPIC_API_KEY',
      // Others write it without the version.
      ...(baseURL && { baseURL: /\/v\d+$/.test(baseURL) ? baseURL : `${baseURL}/v1` }),
    });
  }
  if (env['OPENAI_API_KEY']) {
    const baseURL = addressIn(env['OPENAI_BASE_URL']);
    found.push({
      name: 'openai',
      displayName: 'OpenAI',
      apiKeyEnv: 'OPENAI_API_KEY',
      // Servers behind another address speak the older of OpenAI's two protocols.
      ...(baseURL && new URL(baseURL).hostname !== 'api.openai.com'
        ? { provider: 'openai-compatible', baseURL }
        : { provider: 'openai' }),
    });
  }
  if (env['GOOGLE_GENERATIVE_AI_API_KEY']) {
    found.push({
      name: 'google',
      displayName: 'Google',
      provider: 'google',
      apiKeyEnv: 'GOOGLE_GENERATIVE_AI_API_KEY',
    });
  }
  const ollama = ollamaAddress(env['OLLAMA_HOST']);
  if (ollama) found.push({ name: 'ollama', displayName: 'Ollama', provider: 'ollama', baseURL: ollama });
  return found;
}

function addressIn(value: string | undefined): string | undefined {
  if (!value || !URL.canParse(value)) return undefined;
  const { protocol } = new URL(value);
  return protocol === 'https:' || protocol === 'http:' ? value.replace(/\/+$/, '') : undefined;
}

/** Ollama itself takes `host`, `host:port`, `:port` and whole addresses, and listens on what it is told here. */
export function ollamaAddress(host: string | undefined): string | undefined {
  if (!host) return undefined;
  const hasScheme = /^https?:\/\//i.test(host);
  const written = hasScheme ? host : `http://${host.startsWith(':') ? `127.0.0.1${host}` : host}`;
  if (!URL.canParse(written)) return undefined;
  const url = new URL(written);
  if (!hasScheme && url.port === '') url.port = '11434';
  if (url.hostname === '0.0.0.0' || url.hostname === '[::]') url.hostname = '127.0.0.1';
  const path = url.pathname.replace(/\/+$/, '');
  return `${url.origin}${path.endsWith('/v1') ? path : `${path}/v1`}`;
}
