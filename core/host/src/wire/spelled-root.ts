import { withRootSpelled } from '@loggia/protocol';

type Json = Record<string, unknown>;

/** The parameters that hold URIs of channels; in 0.1, a channel is called a resource. */
const uris = ['channel', 'resource', 'initialSubscriptions', 'subscriptions'] as const;

/** A message's parameters with the root channel spelled as the host spells it. */
export function withSpelledRoot(params: Json): Json {
  const spelled = uris.flatMap((key) => (key in params ? [[key, spell(params[key])] as const] : []));
  return { ...params, ...Object.fromEntries(spelled) };
}

function spell(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(spell);
  return typeof value === 'string' ? withRootSpelled(value) : value;
}
