import type { Resolution } from '@loggia/registry';

/**
 * Whether a server may get keys to artifacts of a type: it owns the type, came with the host for a type of the
 * platform, or the user chose it. A claim alone, such as one to a wildcard, isn't enough.
 */
export function answersFor(resolution: Resolution, server: string): boolean {
  const { owner, provider, rule, alternates, mime } = resolution;
  const serves = provider?.kind === 'server' && provider.server === server;
  if (serves && (rule === 'chosen' || rule === 'precedence')) return true;
  if (owner?.kind === 'server') return owner.server === server;
  if (owner?.kind !== 'platform') return false;
  // The platform's own servers count as the platform, even where its built-in definition comes first.
  const own = alternates
    .filter((alternate) => alternate.mime === mime)
    .map((alternate) => alternate.provider);
  return [...(provider && resolution.contract?.mime === mime ? [provider] : []), ...own].some(
    (candidate) =>
      candidate.kind === 'server' && candidate.server === server && candidate.trust === 'platform',
  );
}
