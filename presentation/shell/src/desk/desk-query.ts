import type { ArtifactOrder, ArtifactQuery } from '@loggia/client';
import type { ArtifactCounts } from '@loggia/protocol';

/** Which part of a workspace the desk shows. */
export type DeskView = 'all' | 'drafts' | 'archived' | 'trash';

export interface DeskFilter {
  readonly view: DeskView;
  /** Only these types; all if empty. */
  readonly types: readonly string[];
  readonly order: ArtifactOrder;
}

export const wholeDesk: DeskFilter = { view: 'all', types: [], order: 'modified' };

const statesOf = {
  all: ['draft', 'committed'],
  drafts: ['draft'],
  archived: ['archived'],
} as const;

export function queryOf(workspace: string, { view, types, order }: DeskFilter): ArtifactQuery {
  return {
    workspace,
    order,
    ...(types.length > 0 && { types }),
    ...(view === 'trash' ? { deleted: true } : { states: statesOf[view] }),
  };
}

/** How many a view holds while no types are chosen. */
export function countOf(view: DeskView, counts: ArtifactCounts): number {
  switch (view) {
    case 'all':
      return counts.drafts + counts.committed;
    case 'drafts':
      return counts.drafts;
    case 'archived':
      return counts.archived;
    case 'trash':
      return counts.deleted;
  }
}
