import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import type { TypeLookup } from '../ui/type-lookup.ts';

export type TypeAction = TypeView['actions'][number];

/** What can be done with artifacts that are chosen together, and with which of them. */
export interface Applicable {
  readonly commit: readonly string[];
  readonly publish: readonly string[];
  readonly archive: readonly string[];
  readonly unarchive: readonly string[];
  readonly download: readonly string[];
  /** What their types offer to all of them alike. */
  readonly actions: readonly TypeAction[];
}

export function applicableTo(artifacts: readonly ArtifactSummary[], lookUp: TypeLookup): Applicable {
  const idsOf = (meets: (artifact: ArtifactSummary) => boolean) =>
    artifacts.filter(meets).map(({ id }) => id);
  return {
    commit: idsOf(({ state }) => state === 'draft'),
    publish: idsOf(({ version }) => version > 0),
    archive: idsOf(({ state }) => state !== 'archived'),
    unarchive: idsOf(({ state }) => state === 'archived'),
    download: idsOf(({ content }) => content !== undefined),
    actions: actionsOfAll(artifacts, lookUp),
  };
}

function actionsOfAll(artifacts: readonly ArtifactSummary[], lookUp: TypeLookup): readonly TypeAction[] {
  const [first] = artifacts;
  if (!first || artifacts.some(({ type }) => type !== first.type)) return [];
  const offered = lookUp(first.type)?.actions ?? [];
  return offered.filter(({ states }) => artifacts.every(({ state }) => states?.includes(state) ?? true));
}

/** "3 artifacts", or the title where it is one. */
export function named(artifacts: readonly Pick<ArtifactSummary, 'title'>[]): string {
  const [first] = artifacts;
  return artifacts.length === 1 && first ? `“${first.title}”` : `${artifacts.length} artifacts`;
}
