import type { CapabilityEntry, LifecycleEvent, Permission } from './files/behaviors.ts';
import type { ContextForm } from './files/context-form.ts';
import type { Presentation } from './files/presentation.ts';
import type { Preview } from './files/preview.ts';
import type { TypeDefinition } from './files/type-definition.ts';

/** The events and capabilities of a type: `behaviors.json` and `handlers/*.json` in one. */
export interface TypeBehaviors {
  readonly events: Readonly<Partial<Record<LifecycleEvent, { readonly tool: string }>>>;
  readonly capabilities: Readonly<Record<string, CapabilityEntry>>;
  readonly needs: readonly Permission[];
}

/** A whole type, read from its files. Immutable, so that it can be compared by identity. */
export interface TypeContract {
  readonly mime: string;
  readonly definition: TypeDefinition;
  readonly presentation: Presentation;
  /** The JSON Schema of `context`, as written. */
  readonly schema?: Readonly<Record<string, unknown>>;
  readonly ui?: ContextForm;
  readonly preview?: Preview;
  readonly behaviors: TypeBehaviors;
}

export interface TypeProblem {
  /** Relative to the type: `presentation.json`. */
  readonly file: string;
  /** A JSON pointer into the file; empty for the file as a whole. */
  readonly path: string;
  /** A sentence that says what to do, without the file's name and path. */
  readonly message: string;
}
