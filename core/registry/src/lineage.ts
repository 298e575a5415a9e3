import { suffixType, wildcardsOver, type TypeContract } from '@loggia/content';
import { domainOf } from './ownership.ts';

/** How a type came to be among those that serve another. */
export type Relation = 'itself' | 'inherited' | 'suffix' | 'wildcard';

export interface Ancestor {
  readonly mime: string;
  readonly relation: Relation;
}

/** The types that one in effect inherits from. Undefined where the type has no contract in effect. */
export type InEffect = (mime: string) => TypeContract | undefined;

/** A type that inherits more than this is read up to here: enough for everybody, and bounded. */
export const mostInherited = 32;

/**
 * Standard types and the platform's must not depend on what third parties define, or a stranger could change them
 * from below.
 */
export function mayInherit(mime: string, from: string): boolean {
  return domainOf(mime) === 'vendor' || domainOf(from) !== 'vendor';
}

export function parentsOf(mime: string, inEffect: InEffect): readonly string[] {
  return (inEffect(mime)?.definition.inherits ?? []).filter((from) => mayInherit(mime, from));
}

/**
 * All types that can serve one, nearest first: itself, what it inherits (breadth first, in the order written), the
 * type of its structured suffix, and the wildcards over it. Types in a circle inherit nothing.
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
