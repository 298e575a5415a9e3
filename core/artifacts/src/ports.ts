import type { Permission } from '@loggia/content';
import type { Clock, Kernel } from '@loggia/kernel';
import type { ArtifactSummary } from '@loggia/protocol';
import type { ContentStore } from './content/content-store.ts';
import type { ArtifactRow, ArtifactStore, ArtifactWrite, EventKind } from './store.ts';

/** What stands in the way of a context. `path` is a JSON pointer into it. */
export interface ContextProblem {
  readonly path: string;
  /** A sentence that says what to do. */
  readonly message: string;
}

/** What is known of a type in a workspace now. */
export interface KnownType {
  /** Somebody defines it. Artifacts of types that nobody defines are kept all the same. */
  readonly known: boolean;
  /** What the names of its files end with, dot included; undefined where it does not say. */
  readonly extension?: string;
  /** The context and the text that a new artifact of this type starts with, where its contract says so. */
  readonly template?: {
    readonly context?: Readonly<Record<string, unknown>> | undefined;
    readonly content?: string | undefined;
  };
  /** The permissions that its handler acts with. Whoever changes artifacts of this type has to hold them. */
  readonly needs: readonly Permission[];
  /** Empty where the type has no schema. */
  validate(context: unknown): readonly ContextProblem[];
  preview(context: unknown): ArtifactSummary['preview'];
}

/** Who knows types. Answers at once, from what is known now, and does not throw. */
export interface TypePort {
  resolve(workspace: string, type: string): KnownType;
  /** The type of a file by its name, else by its first bytes, which may be none. */
  typeForFile(workspace: string, fileName: string, head: Uint8Array): string;
}

/** A transition that succeeds in the very transaction that its event is written in. */
export interface LifecycleEvent {
  readonly kind: EventKind;
  /** As the transition left it. */
  readonly artifact: ArtifactRow;
  readonly at: string;
  readonly by: string;
  /** The permissions that whoever did it held. Its handler is lent no others. */
  readonly powers: readonly Permission[];
  /** It came back; nobody did that anew. */
  readonly cause?: 'undelete' | 'unarchive';
  readonly commit?: { readonly id: string; readonly message: string };
}

export interface ArtifactPorts {
  readonly kernel: Kernel;
  readonly store: ArtifactStore;
  readonly content: ContentStore;
  readonly clock: Clock;
  readonly types: TypePort;
  /** Short, safe in paths and addresses, never given before. */
  newId(): string;
  /** What to store of an event, in the transaction of its transition. Does not throw. */
  emit(event: LifecycleEvent): ArtifactWrite;
  /** Artifacts have changed, durably: there may be events to deliver and texts to derive. */
  changed?(ids: readonly string[]): void;
  /** Something was purged, durably. What it leaves behind in files can be erased now. */
  purged?(): void;
  /** Something went wrong that nobody waits to hear about. */
  report(problem: string, error: unknown): void;
}
