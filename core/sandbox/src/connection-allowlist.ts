import type { DeclaredDomains } from './content-policy.ts';

/**
 * The header that covers what a content security policy does not: WebRTC, names that are looked up and connections that
 * are opened in advance, also those for a navigation that is then refused. Browsers without it go by the policy alone.
 *
 * Redirects are left to the policy, which looks at every step of them.
 */
export function connectionAllowlist(granted: DeclaredDomains | undefined): string {
  const { connectDomains = [], resourceDomains = [], frameDomains = [] } = granted ?? {};
  const sources = [...connectDomains, ...resourceDomains, ...frameDomains];
  const patterns = new Set(sources.flatMap(patternsOf));
  const quoted = [...patterns].map((pattern) => `"${pattern}"`);
  return `(${['response-origin', ...quoted].join(' ')});redirects=allow`;
}

/** As a policy understands a source: without a scheme it is either one, and whatever may come plainly may come over TLS. */
function patternsOf(source: string): readonly string[] {
  const [, scheme, authority] = /^(?:(\w+):\/\/)?(.+)$/.exec(source) ?? [];
  if (scheme === 'https' || scheme === 'wss') return [`https://${authority}`];
  return [`http://${authority}`, `https://${authority}`];
}
