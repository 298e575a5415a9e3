import { isWildcard } from '@loggia/content';
import { isTrusted, type Candidate } from './claim.ts';
import type { TypeDecision } from './type-decision.ts';

export interface ExtensionMatch {
  readonly mime: string;
  readonly extension: string;
}

interface Entry extends ExtensionMatch {
  readonly rank: number;
}

const mostDots = 4;

function rankOf({ provider }: Candidate): number {
  if (provider.kind === 'builtin') return 0;
  if (provider.trust === 'platform') return 1;
  return isTrusted(provider) ? 2 : 3;
}

function compare(one: Entry, other: Entry): number {
  if (one.rank !== other.rank) return one.rank - other.rank;
  return one.mime < other.mime ? -1 : 1;
}

/**
 * Finds types by file name: the longest extension first, then the platform's types, then those of trusted servers, then
 * the others, so that no unknown server takes an extension over.
 */
export function extensionIndex(
  decisions: Iterable<TypeDecision>,
): (fileName: string) => readonly ExtensionMatch[] {
  const byExtension = new Map<string, Map<string, Entry>>();
  for (const { mime, selected, alternates } of decisions) {
    if (isWildcard(mime)) continue;
    const own = alternates.find(({ provider }) => provider.kind === 'builtin');
    for (const candidate of [selected, own]) {
      if (candidate === undefined) continue;
      for (const extension of candidate.contract.definition.extensions ?? []) {
        const entries = byExtension.get(extension) ?? new Map<string, Entry>();
        const rank = Math.min(rankOf(candidate), entries.get(mime)?.rank ?? Infinity);
        byExtension.set(extension, entries.set(mime, { mime, extension, rank }));
      }
    }
  }
  return (fileName) => {
    const name = fileName
      .slice(-1024)
      .toLowerCase()
      .replace(/^.*[/\\]/s, '');
    const parts = name.split('.').slice(1).slice(-mostDots);
    return parts
      .map((_, index) => `.${parts.slice(index).join('.')}`)
      .flatMap((extension) => [...(byExtension.get(extension)?.values() ?? [])].sort(compare))
      .map(({ mime, extension }) => ({ mime, extension }));
  };
}
