import { suffixType, wildcardsOver, type TypeContract } from '@loggia/content';
import { domainOf } from './ownership.ts';

/** How a type is related to a type that serves it. */
export type Relation = 'itself' | 'inherited' | 'suffix' | 'wildcard';

export interface Ancestor {
  readonly mime: string;
  readonly relation: Relation;
}

/** The contract in effect for a type; undefined if there is none. */
export type InEffect = (mime: string) => TypeContract | undefined;

/** Inherited types beyond this number are ignored, to bound the work. */
export const mostInherited = 32;

/**
 * Standard types and the platform's must not depend on third parties' definitions, or an unknown server could change
 * them.
 */
export function mayInherit(mime: string, from: string): boolean {
  return domainOf(mime) === 'vendor' || domainOf(from) !== 'vendor';
}

export function parentsOf(mime: string, inEffect: InEffect): readonly string[] {
  return (inEffect(mime)?.definition.inherits ?? []).filter((from) => mayInherit(mime, from));
}

/**
 * All types that can serve one, nearest first: itself, the types it inherits (breadth first, in the order written), the
 * type of its structured suffix, and the wildcards that match it. Types in a cycle inherit nothing.
 */
export function lineageOf(
  mime: string,
  inEffect: InEffect,
  circles: ReadonlyMap<string, unknown>,
): readonly Ancestor[] {
  const found = new Map<string, Relation>();
  const add = (start: string, relation: Relation) => {
    const queue = [start];
    let added = 0;
    for (let next = queue.shift(); next !== undefined && added <= mostInherited; next = queue.shift()) {
      if (found.has(next)) continue;
      found.set(next, relation === 'itself' && added > 0 ? 'inherited' : relation);
      added += 1;
      if (!circles.has(next)) queue.push(...parentsOf(next, inEffect));
    }
  };
  add(mime, 'itself');
  const suffix = suffixType(mime);
  if (suffix !== undefined) add(suffix, 'suffix');
  for (const wildcard of wildcardsOver(mime)) add(wildcard, 'wildcard');
  return [...found].map(([ancestor, relation]) => ({ mime: ancestor, relation }));
}
