import type { ServerDefinition } from '../definition.ts';

const telling = /key|token|secret|passw|auth|credential|cookie|session|dsn|connection/i;
/** Shorter values would remove ordinary words from the text. */
const shortest = 6;

/** Removes values from a text that the definition holds under a name that sounds like a secret. */
export function hiderOf({ transport, oauthClient }: ServerDefinition): (text: string) => string {
  const named = Object.entries(transport.kind === 'stdio' ? transport.env : transport.headers);
  const values = named
    .filter(([name]) => telling.test(name))
    .flatMap(([, value]) => [value, value.replace(/^(?:Bearer|Basic)\s+/i, '')]);
  if (oauthClient?.clientSecret !== undefined) values.push(oauthClient.clientSecret);
  const secrets = [...new Set(values)].filter((value) => value.length >= shortest);
  // Longest first: one secret may be part of another.
  secrets.sort((a, b) => b.length - a.length);
  return (text) => secrets.reduce((rest, secret) => rest.replaceAll(secret, '•••'), text);
}
