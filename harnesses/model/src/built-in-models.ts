import type { ModelSettings, ProviderKind } from './options.ts';

const claude = { maxContextWindow: 1_000_000, maxOutputTokens: 128_000, supportsVision: true };
const gpt = { maxContextWindow: 1_050_000, maxOutputTokens: 128_000, supportsVision: true };
const gemini = { maxContextWindow: 1_048_576, maxOutputTokens: 65_536, supportsVision: true };

/** Offered where the configuration names no models; the first one is the default. */
export const builtInModels: Readonly<Partial<Record<ProviderKind, readonly ModelSettings[]>>> = {
  anthropic: [
    { id: 'claude-sonnet-5-5', name: 'Claude Sonnet 5.5', ...claude },
    { id: 'claude-opus-5-5', name: 'Claude Opus 5.5', ...claude },
    { id: 'claude-haiku-5-5', name: 'Claude Haiku 5.5', ...claude },
  ],
  openai: [
    { id: 'gpt-6.1-sol', name: 'GPT-6.1 Sol', ...gpt },
    { id: 'gpt-6-luna', name: 'GPT-6 Luna', ...gpt },
  ],
  google: [
    { id: 'gemini-3.8-flash', name: 'Gemini 3.8 Flash', ...gemini },
    { id: 'gemini-3.6-flash', name: 'Gemini 3.6 Flash', ...gemini },
    { id: 'gemini-2.5-pro', name: 'Gemini 2.5 Pro', ...gemini },
  ],
};
