import { createHash } from 'node:crypto';
import type { ModelMessage, SystemModelMessage } from 'ai';
import type { ProviderKind } from './options.ts';
import type { ProviderOptions } from './provider.ts';

/** A prompt as the library takes it. */
export interface Prompt {
  readonly system: string | SystemModelMessage;
  readonly messages: readonly ModelMessage[];
  readonly providerOptions: ProviderOptions;
}

const breakpoint = { anthropic: { cacheControl: { type: 'ephemeral' as const } } };

/**
 * The same prompt with what the provider needs to keep it in its cache: every step sends all that went before it. Google
 * and most servers do so unasked.
 */
export function cached(
  prompt: Prompt & { readonly system: string },
  kind: ProviderKind,
  key: string,
): Prompt {
  if (kind === 'openai') {
    // Requests with the same key go where the beginning of the conversation is still known.
    const promptCacheKey = createHash('sha256').update(key).digest('hex').slice(0, 32);
    return { ...prompt, providerOptions: merged(prompt.providerOptions, { openai: { promptCacheKey } }) };
  }
  if (kind !== 'anthropic') return prompt;
  const { system, messages, providerOptions } = prompt;
  return {
    // With the tools, which come before it: both stay when the conversation is summarized.
    system: { role: 'system', content: system, providerOptions: breakpoint },
    messages: withBreakpoint(messages),
    // At the end of the conversation.
    providerOptions: merged(providerOptions, breakpoint),
  };
}

/** Where the last request ended: Anthropic looks back only so far by itself, and a step can have many calls. */
function withBreakpoint(messages: readonly ModelMessage[]): readonly ModelMessage[] {
  const end = messages.findLastIndex(({ role }) => role === 'assistant') - 1;
  return messages.map((message, at) =>
    at === end ? { ...message, providerOptions: { ...message.providerOptions, ...breakpoint } } : message,
  );
}

function merged(one: ProviderOptions, other: ProviderOptions): ProviderOptions {
  const names = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries(Array.from(names, (name) => [name, { ...one[name], ...other[name] }]));
}
