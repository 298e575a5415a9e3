import type { Annotation, AnnotationEntry, AnnotationsAction, AnnotationsState } from '@loggia/protocol';
import type { Refusal } from '../rules/refusal.ts';

export const annotationLimits = {
  annotations: 500,
  entries: 100,
  /** In one entry. */
  characters: 10_000,
  idCharacters: 256,
  /** All annotations of a session together, in characters of JSON. */
  allCharacters: 1_000_000,
} as const;

/** Why a client may not do this to the annotations of a session. Sizes are checked on the state that it leads to. */
export function refuseAnnotationsAction(
  before: AnnotationsState,
  action: AnnotationsAction,
  after: AnnotationsState,
): Refusal {
  const isAdded = action.type === 'annotations/set';
  const id = isAdded ? action.annotation.id : action.annotationId;
  const known = before.annotations.find((annotation) => annotation.id === id);
  if (!known && !isAdded) return 'This comment was deleted. Nothing was changed.';
  if (action.type === 'annotations/removed') return undefined;
  if (action.type === 'annotations/entryRemoved') return refuseEntryRemoved(known, action.entryId);
  const changed = after.annotations.find((annotation) => annotation.id === id);
  return (
    (changed && refuseAnnotation(changed)) ??
    refuseSize(after, after.annotations.length > before.annotations.length)
  );
}

function refuseEntryRemoved(known: Annotation | undefined, entryId: string): Refusal {
  const entries = known?.entries ?? [];
  if (!entries.some(({ id }) => id === entryId)) return 'This reply was deleted already.';
  return entries.length > 1
    ? undefined
    : 'This is the only text of the comment. Delete the comment instead (annotations/removed).';
}

function refuseAnnotation({ id, entries, range }: Annotation): Refusal {
  if (!isId(id)) return badId;
  if (entries.length === 0) return 'A comment needs at least one entry with text.';
  if (entries.length > annotationLimits.entries)
    return `A comment has at most ${annotationLimits.entries} entries. Add another comment.`;
  if (new Set(entries.map((entry) => entry.id)).size < entries.length)
    return 'Two entries of this comment have the same id. Give each its own.';
  if (range && !isOrdered(range))
    return 'The range of a comment starts at line 0 or later and ends after that.';
  return entries.map(refuseEntry).find((refusal) => refusal !== undefined);
}

function refuseEntry({ id, text }: AnnotationEntry): Refusal {
  if (!isId(id)) return badId;
  const said = typeof text === 'string' ? text : text.markdown;
  if (said.trim() === '') return 'A comment needs some text.';
  return said.length > annotationLimits.characters
    ? `A comment has at most ${annotationLimits.characters} characters. Shorten it, or split it into replies.`
    : undefined;
}

function refuseSize(after: AnnotationsState, grows: boolean): Refusal {
  if (grows && after.annotations.length > annotationLimits.annotations)
    return `A session has at most ${annotationLimits.annotations} comments. Delete some first.`;
  return JSON.stringify(after).length > annotationLimits.allCharacters
    ? 'The comments of this session are too long altogether. Delete some first.'
    : undefined;
}

const badId = `The id of a comment or entry has 1 to ${annotationLimits.idCharacters} characters.`;

function isId(id: string): boolean {
  return id.length > 0 && id.length <= annotationLimits.idCharacters;
}

function isOrdered({ start, end }: NonNullable<Annotation['range']>): boolean {
  const numbers = [start.line, start.character, end.line, end.character];
  if (!numbers.every((number) => Number.isSafeInteger(number) && number >= 0)) return false;
  return end.line > start.line || (end.line === start.line && end.character >= start.character);
}
