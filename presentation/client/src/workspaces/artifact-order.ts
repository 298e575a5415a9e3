import type { ArtifactSummary } from '@loggia/protocol';

/** `modified` and `created` newest first, `title` from A to Z without regard to case. */
export type ArtifactOrder = 'modified' | 'created' | 'title';

/** Where an artifact stands in a list. Negative: `a` comes before `b`. Only an artifact and itself are equal. */
export type CompareArtifacts = (a: ArtifactSummary, b: ArtifactSummary) => number;

/** Exactly the orders of the host's lists, or the synchronized list would differ from a page of it. */
export const comparing: Readonly<Record<ArtifactOrder, CompareArtifacts>> = {
  title: (a, b) => byCodePoint(a.title.toLowerCase(), b.title.toLowerCase()) || byCodePoint(a.id, b.id),
  created: (a, b) => byCodePoint(b.createdAt, a.createdAt) || byCodePoint(b.id, a.id),
  modified: (a, b) => byCodePoint(b.modifiedAt, a.modifiedAt) || byCodePoint(b.id, a.id),
};

/**
 * Compares like databases that sort UTF-8. JavaScript's own comparison puts surrogate pairs before some single code
 * units.
 */
function byCodePoint(a: string, b: string): number {
  const shorter = Math.min(a.length, b.length);
  for (let index = 0; index < shorter; index += 1) {
    const ofA = a.charCodeAt(index);
    const ofB = b.charCodeAt(index);
    if (ofA !== ofB) return rank(ofA) - rank(ofB);
  }
  return a.length - b.length;
}

/** Moves surrogates behind everything else that is one unit. */
function rank(unit: number): number {
  if (unit < 0xd800) return unit;
  return unit < 0xe000 ? unit + 0x2000 : unit - 0x800;
}
