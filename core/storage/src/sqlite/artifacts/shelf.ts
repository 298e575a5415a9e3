import type { ArtifactFilter, ArtifactRow } from '@loggia/artifacts/store';

type State = NonNullable<ArtifactFilter['states']>[number];

const states: readonly State[] = ['draft', 'committed', 'archived'];

/** The number under which artifacts of one state are listed; those in the trash have separate numbers. */
export function shelfOf({
  archived,
  dirty,
  deletedAt,
}: Pick<ArtifactRow, 'archived' | 'dirty' | 'deletedAt'>): number {
  const unarchived = dirty ? 'draft' : 'committed';
  return shelfFor(archived ? 'archived' : unarchived, deletedAt === undefined ? 'kept' : 'trash');
}

/** The shelves for these states; all shelves if undefined. */
export function shelvesFor(wanted: readonly State[] | undefined, where: 'kept' | 'trash'): number[] {
  return [...new Set(wanted ?? states)].map((state) => shelfFor(state, where));
}

function shelfFor(state: State, where: 'kept' | 'trash'): number {
  return states.indexOf(state) + (where === 'trash' ? states.length : 0);
}
