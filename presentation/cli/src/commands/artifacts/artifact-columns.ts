import type { ArtifactSummary } from '@loggia/protocol';
import type { Style } from '../../output/style.ts';
import type { Column } from '../../output/table.ts';
import { uniqueStarts } from '../unique-starts.ts';

/** The state in a word or two. */
export function stateWords({
  state,
  version,
  deletedAt,
}: Pick<ArtifactSummary, 'state' | 'version' | 'deletedAt'>): string {
  if (deletedAt !== undefined) return 'in the trash';
  return version === 0 ? state : `${state}, v${version}`;
}

function paintState({ state }: Pick<ArtifactSummary, 'state'>, text: string, style: Style): string {
  if (state === 'draft') return style.warning(text);
  return state === 'committed' ? style.good(text) : style.faint(text);
}

export function artifactColumns(artifacts: readonly ArtifactSummary[]): readonly Column<ArtifactSummary>[] {
  const ids = uniqueStarts(artifacts.map(({ id }) => id));
  return [
    { title: 'id', cell: ({ id }) => ids.get(id) ?? id, whole: true },
    { title: 'title', cell: ({ title }) => title },
    { title: 'type', cell: ({ type }) => type },
    { title: 'state', cell: stateWords, paint: paintState, whole: true },
    { title: 'changed', cell: ({ modifiedAt }) => modifiedAt.replace(/\.\d+Z$/, 'Z'), whole: true },
  ];
}
