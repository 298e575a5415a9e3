import type { Permission } from '@loggia/content';
import type { Clock, Kernel } from '@loggia/kernel';
import type { ArtifactSummary } from '@loggia/protocol';
import type { ContentStore } from './content/content-store.ts';
import type { ArtifactRow, ArtifactStore, ArtifactWrite, EventKind } from './store.ts';
import type { UntouchedDrafts } from './untouched/untouched-drafts.ts';

/** A problem of a context. `path` is a JSON pointer into it. */
export interface ContextProblem {
  readonly path: string;
  /** A sentence that says what to do. */
  readonly message: string;
}

/** The current knowledge of a type in a workspace. */
export interface KnownType {
  /** Whether it has a definition. Artifacts of undefined types are stored all the same. */
  readonly known: boolean;
  /** The file extension, including the dot; undefined if the contract has none. */
  readonly extension?: string;
  /** The title and the initial context and text of a new artifact, if people may create one of this type. */
  readonly template?: {
    readonly title?: string | undefined;
    readonly context?: Readonly<Record<string, unknown>> | undefined;
    readonly content?: string | undefined;
  };
  /** The permissions that its handler acts with. Changing artifacts of this type requires holding them. */
  readonly needs: readonly Permission[];
  /** Empty if the type has no schema. */
  validate(context: unknown): readonly ContextProblem[];
  preview(context: unknown): ArtifactSummary['preview'];
}

/** Knowledge of types. Answers synchronously, from the current state, and doesn't throw. */
export interface TypePort {
  resolve(workspace: string, type: string): KnownType;
  /** The type of a file by its name, or else by its first bytes, of which there may be none. */
  typeForFile(workspace: string, fileName: string, head: Uint8Array): string;
}

/** A transition that is part of the same transaction as its event. */
export interface LifecycleEvent {
  readonly kind: EventKind;
  /** The state after the transition. */
  readonly artifact: ArtifactRow;
  readonly at: string;
  readonly by: string;
  /** The permissions that its author held. Its handler is lent no others. */
  readonly powers: readonly Permission[];
  /** The artifact was restored or came from another workspace; it wasn't created or committed again. */
  readonly cause?: 'undelete' | 'unarchive' | 'move';
  readonly commit?: { readonly id: string; readonly message: string };
}

export interface ArtifactPorts {
  readonly kernel: Kernel;
  readonly store: ArtifactStore;
  readonly content: ContentStore;
  readonly clock: Clock;
  readonly types: TypePort;
  readonly untouched: UntouchedDrafts;
  /** Short, safe in paths and addresses, and unique. */
  newId(): string;
  /** The write that stores an event, in the transaction of its transition. Doesn't throw. */
  emit(event: LifecycleEvent): ArtifactWrite;
  /** Artifacts have durably changed: there may be events to deliver and texts to derive. */
  changed?(ids: readonly string[]): void;
  /** Something was durably purged. Its leftovers in files can be erased now. */
  purged?(): void;
  /** Reports a problem that no caller is waiting for. */
  report(problem: string, error: unknown): void;
}
