import type { ArtifactSummary } from '@loggia/protocol';
import type { ArtifactOrder } from './artifact-order.ts';

type State = 'draft' | 'committed' | 'archived';

/** Which artifacts a list shows, and in which order. */
export type ArtifactQuery = {
  /** All, unless given. */
  readonly states?: readonly State[] | undefined;
  /** Exact types, or a category with a wildcard. */
  readonly types?: readonly string[] | undefined;
  readonly order?: ArtifactOrder | undefined;
} & (
  | {
      readonly workspace: string;
      /** Those in the trash, and no others. */
      readonly deleted?: boolean | undefined;
    }
  /** As they were last committed. */
  | { readonly collection: string }
);

/** Whether an artifact of the workspace that is not in the trash belongs into the list. */
export function meets({ states, types }: ArtifactQuery): (artifact: ArtifactSummary) => boolean {
  const wanted = types?.map((type) => type.trim().toLowerCase());
  return ({ state, type, deletedAt }) =>
    deletedAt === undefined &&
    (states === undefined || states.some((one) => one === state)) &&
    (wanted === undefined || wanted.some((pattern) => fits(pattern, type)));
}

function fits(pattern: string, type: string): boolean {
  if (pattern === '*/*') return true;
  return pattern.endsWith('/*') ? type.startsWith(pattern.slice(0, -1)) : type === pattern;
}
