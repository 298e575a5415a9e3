import type { DeclaredDomains } from './content-policy.ts';

/**
 * The header that covers what a content security policy doesn't: WebRTC, DNS prefetches and preconnects, including
 * those for a navigation that is then refused. Browsers without it rely on the policy alone.
 *
 * Redirects are left to the policy, which checks every step of them.
 */
export function connectionAllowlist(granted: DeclaredDomains | undefined): string {
  const { connectDomains = [], resourceDomains = [], frameDomains = [] } = granted ?? {};
  const sources = [...connectDomains, ...resourceDomains, ...frameDomains];
  const patterns = new Set(sources.flatMap(patternsOf));
  const quoted = [...patterns].map((pattern) => `"${pattern}"`);
  return `(${['response-origin', ...quoted].join(' ')});redirects=allow`;
}

/** Expands a source as a policy does: without a scheme it stands for either one, and http also allows https. */
function patternsOf(source: string): readonly string[] {
  const [, scheme, authority] = /^(?:(\w+):\/\/)?(.+)$/.exec(source) ?? [];
  if (scheme === 'https' || scheme === 'wss') return [`https://${authority}`];
  return [`http://${authority}`, `https://${authority}`];
}
