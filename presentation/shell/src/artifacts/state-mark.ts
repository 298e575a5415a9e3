import type { ArtifactSummary, TypeView } from '@loggia/protocol';
import { colorOf } from '../ui/type-lookup.ts';

/** How a state is marked on cards and windows. */
export interface StateMark {
  readonly label: string;
  /** As CSS takes it, where the type has a color of its own for the state. */
  readonly color?: string;
}

const words: Readonly<Record<string, string>> = {
  draft: 'Draft',
  committed: 'Committed',
  archived: 'Archived',
};
/** Marked where a type does not say which states are. */
const usual: readonly string[] = ['draft', 'archived'];

/** The mark of the artifact's state, as its type declares it; undefined where the state is not marked. */
export function stateMarkOf(
  { state }: Pick<ArtifactSummary, 'state'>,
  type: Pick<TypeView, 'states'> | undefined,
): StateMark | undefined {
  const declared = type?.states?.find((each) => each.state === state);
  if (type?.states ? !declared : !usual.includes(state)) return undefined;
  const color = colorOf(declared?.color);
  return { label: declared?.label ?? words[state] ?? state, ...(color !== undefined && { color }) };
}
