import type { Problem } from '../schema/coerce.ts';
import type { ListedArtifact, ListedType, HarnessTool, Named } from '@loggia/sessions/harness';

/** The lists that a sentence can ask for without naming anything. */
export type Listing =
  | 'artifacts'
  | 'trash'
  | 'archived'
  | 'collections'
  | 'servers'
  | 'sessions'
  | 'types'
  | 'tools'
  | 'workspaces';

/** The changes to a whole artifact that the host's own commands make. */
export type Change = 'restore' | 'archive' | 'unarchive' | 'discard' | 'delete';

/** The action that one sentence asks for. */
export type Act =
  /** `leave`: something is not to be done. */
  | { readonly kind: 'help' | 'greet' | 'leave' }
  /** One after the other, until one doesn't come to its end. */
  | { readonly kind: 'steps'; readonly acts: readonly Act[]; readonly requests: readonly string[] }
  | { readonly kind: 'referral'; readonly to: 'models' | 'servers' }
  | {
      readonly kind: 'list';
      readonly what: Listing;
      readonly types?: readonly ListedType[];
      readonly state?: string;
      readonly isAll?: boolean;
    }
  | { readonly kind: 'list-collection'; readonly collection: Named }
  | { readonly kind: 'open'; readonly artifact: ListedArtifact }
  | { readonly kind: 'open-session'; readonly session: Named }
  | { readonly kind: 'read'; readonly artifact: ListedArtifact }
  | { readonly kind: 'find'; readonly query: string }
  | { readonly kind: 'changed'; readonly artifact?: ListedArtifact }
  | { readonly kind: 'create'; readonly type: ListedType; readonly title?: string | undefined }
  | { readonly kind: 'create-collection' | 'create-workspace'; readonly title: string }
  | { readonly kind: 'rename'; readonly artifact: ListedArtifact; readonly title: string }
  | {
      readonly kind: 'commit';
      readonly artifacts: readonly ListedArtifact[];
      readonly message?: string | undefined;
    }
  | {
      readonly kind: 'publish' | 'unpublish';
      readonly artifact: ListedArtifact;
      readonly collection: Named;
    }
  | {
      readonly kind: Change;
      readonly artifacts: readonly ListedArtifact[];
      /** For `restore`: the version to go back to; without one, out of the trash. */
      readonly version?: number;
    }
  /** A tool, with what the sentence says for it. */
  | {
      readonly kind: 'call';
      readonly tool: HarnessTool;
      readonly values: ReadonlyMap<string, unknown>;
      readonly problems?: ReadonlyMap<string, Problem>;
      /** How the result is shown. */
      readonly shows?: 'count' | 'chart';
      readonly about?: ListedArtifact;
      /** Whether the sentence has the tool's own words. Without them, a tool that may write is asked about. */
      readonly inOwnWords: boolean;
    }
  /** Which of several is meant, and what would then be done. */
  | { readonly kind: 'which'; readonly question: string; readonly options: readonly Option[] }
  /** Something has to be written by the user. */
  | { readonly kind: 'what'; readonly question: string; readonly label: string; next(text: string): Act }
  | { readonly kind: 'which-tool'; readonly tools: readonly HarnessTool[] }
  /** It is clear what is meant, and that it can't be done. */
  | { readonly kind: 'no'; readonly because: string }
  | { readonly kind: 'decline'; readonly about?: ListedArtifact };

export interface Option {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
  readonly act: Act;
}
