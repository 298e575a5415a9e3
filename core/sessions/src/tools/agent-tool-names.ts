import { createHash } from 'node:crypto';

/** The longest name that every provider of models takes. */
const longestName = 64;

export interface NameRules {
  /** Names that are taken already. */
  readonly taken?: readonly string[];
  /** Fewer than 64 characters, for an agent that puts something before the name. */
  readonly longest?: number;
}

/**
 * A tool's name within what every provider takes: at most 64 of the letters a to z, digits, `_` and `-`, with a letter
 * or `_` first (Gemini's rule). A name that is fit stays as it is; one that is too long ends with a hash of it.
 */
export function agentToolName(name: string, longest = longestName): string {
  const legal = name.replaceAll(/[^a-zA-Z0-9_-]/g, '_');
  const fit = /^[a-zA-Z_]/.test(legal) ? legal : `_${legal}`;
  return fit.length <= longest ? fit : hashed(fit, name, longest);
}

/**
 * Names for many tools, by which they are found again: no two alike, and independent of their order. Names that are fit
 * stay as they are. If other names become alike, a hash of the original makes each of them different.
 */
export function agentToolNames(
  names: readonly string[],
  { taken = [], longest = longestName }: NameRules = {},
): Map<string, string> {
  const all = [...new Set(names)];
  const reserved = new Set(taken);
  const isKept = (name: string) => agentToolName(name, longest) === name && !reserved.has(name);
  const used = new Set([...taken, ...all.filter(isKept)]);
  const renamed = all.filter((name) => !isKept(name)).toSorted();
  const wished = new Map<string, number>();
  for (const name of renamed) {
    const wish = agentToolName(name, longest);
    wished.set(wish, (wished.get(wish) ?? 0) + 1);
  }
  const given = new Map(all.filter(isKept).map((name) => [name, name]));
  for (const name of renamed) {
    const wish = agentToolName(name, longest);
    let candidate = wish;
    for (let round = 0; used.has(candidate) || (round === 0 && wished.get(wish) !== 1); round++)
      candidate = hashed(wish, `${round || ''}${name}`, longest);
    used.add(candidate);
    given.set(name, candidate);
  }
  return new Map(all.map((name) => [given.get(name) ?? name, name]));
}

function hashed(name: string, of: string, longest: number): string {
  const hash = createHash('sha256').update(of).digest('hex').slice(0, 8);
  return `${name.slice(0, longest - hash.length - 1)}_${hash}`;
}
