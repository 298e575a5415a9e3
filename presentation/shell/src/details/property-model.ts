import { HostError } from '@loggia/client';
import type { Artifact } from '@loggia/protocol';
import { checkForm, type Complaints } from '../forms/check-form.ts';
import { withJsonState } from '../forms/json-states.ts';
import { makeForm, type FormField, type FormHints, type JsonSchema } from '../forms/schema-form.ts';

export type Context = Readonly<Record<string, unknown>>;

interface Edited {
  readonly context: Context;
  /** While it is edited, the revision that it was made from; once it is saved, the one that holds it. */
  readonly revision: number;
}

/** The part of an editor that the artifact doesn't know. */
export interface EditState {
  readonly edited?: Edited | undefined;
  /** Shown until the artifact comes back with it. */
  readonly saved?: Edited | undefined;
  readonly isSaving: boolean;
  readonly problem?: Error | undefined;
  /** From the first attempt to save on, everything that is wrong is shown. */
  readonly hasTried: boolean;
  /** Fields whose JSON can't be read, by pointer. */
  readonly broken: ReadonlySet<string>;
  /** Grows when the controls have to forget what was typed. */
  readonly round: number;
}

export const untouched: EditState = { isSaving: false, hasTried: false, broken: new Set(), round: 0 };

export type EditEvent =
  | { readonly type: 'changed'; readonly context: Context; readonly revision: number }
  | { readonly type: 'jsonTyped'; readonly pointer: string; readonly state: 'valid' | 'broken' }
  | { readonly type: 'saveTried' }
  | { readonly type: 'saveStarted' }
  | { readonly type: 'saved'; readonly context: Context; readonly revision: number }
  | { readonly type: 'saveFailed'; readonly error: Error }
  | { readonly type: 'reset' };

export function edit(state: EditState, event: EditEvent): EditState {
  switch (event.type) {
    case 'changed': {
      const revision = state.edited?.revision ?? event.revision;
      return { ...state, edited: { context: event.context, revision } };
    }
    case 'jsonTyped':
      return { ...state, broken: withJsonState(state.broken, event.pointer, event.state) };
    case 'saveTried':
      return { ...state, hasTried: true };
    case 'saveStarted':
      return { ...state, isSaving: true, problem: undefined };
    case 'saved': {
      const { context, revision } = event;
      return { ...untouched, saved: { context, revision }, round: state.round + 1 };
    }
    case 'saveFailed':
      return { ...state, isSaving: false, problem: event.error };
    case 'reset':
      return { ...untouched, saved: state.saved, round: state.round + 1 };
  }
}

export interface TypeForm {
  readonly schema: JsonSchema | undefined;
  readonly hints: FormHints;
}

/** Everything that the editor shows. */
export interface PropertyView {
  readonly context: Context;
  /** Undefined where the type doesn't describe its properties. */
  readonly fields: readonly FormField[] | undefined;
  readonly complaints: Complaints;
  readonly status: string;
  readonly isReadOnly: boolean;
  readonly isEdited: boolean;
  /** Somebody else changed the artifact since the editing began. */
  readonly isConflict: boolean;
  readonly canReset: boolean;
  readonly canSave: boolean;
}

/** `hostComplaints` are those that a commit would be refused for, as the artifact stands. */
export function propertyView(
  state: EditState,
  artifact: Pick<Artifact, 'context' | 'revision' | 'state'>,
  { schema, hints }: TypeForm,
  hostComplaints: Complaints,
): PropertyView {
  const { edited, saved, broken, problem } = state;
  const known = saved && saved.revision > artifact.revision ? saved.context : artifact.context;
  const context = edited?.context ?? known;
  const fields = schema && makeForm(schema, hints, context);
  const own: Complaints = fields ? checkForm(fields, context) : new Map();
  const isRefused = problem instanceof HostError && problem.kind === 'Conflict';
  const isEdited = edited !== undefined;
  return {
    context,
    fields,
    complaints:
      isEdited && !state.hasTried ? whileTyping(own, hostComplaints) : new Map([...hostComplaints, ...own]),
    status: statusOf(state, own.size),
    isReadOnly: artifact.state === 'archived',
    isEdited,
    isConflict: isEdited && (edited.revision < artifact.revision || isRefused),
    canReset: isEdited && !state.isSaving,
    canSave: isEdited && !state.isSaving && broken.size === 0,
  };
}

/** A value that is missing is pointed out only if it was before the editing began. */
function whileTyping(own: Complaints, hostComplaints: Complaints): Complaints {
  return new Map([...own].filter(([pointer, { kind }]) => kind !== 'missing' || hostComplaints.has(pointer)));
}

function statusOf({ edited, broken }: EditState, mistakes: number): string {
  if (broken.size > 0) return 'Some of it isn’t valid JSON.';
  if (mistakes > 0) return `${mistakes} to correct before it can be committed.`;
  return edited ? 'Unsaved changes.' : '';
}
