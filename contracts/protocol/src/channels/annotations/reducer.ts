import { removeAt, replaceAt, upsert } from '../../common/objects.ts';
import { reducerOf } from '../../define-actions.ts';
import type { AnnotationsAction } from './actions.ts';
import type { Annotation, AnnotationsState } from './state.ts';

export const reduceAnnotations = reducerOf<AnnotationsState, AnnotationsAction>({
  'annotations/set': (state, { annotation }) => ({
    ...state,
    annotations: upsert(state.annotations, annotation, ({ id }) => id === annotation.id),
  }),
  'annotations/updated': (state, { annotationId, origin, resource, range, resolved }) =>
    changed(state, annotationId, (annotation) => ({
      ...annotation,
      ...(origin && { origin }),
      ...(resource !== undefined && { resource }),
      ...(range && { range }),
      ...(resolved !== undefined && { resolved }),
    })),
  'annotations/removed': (state, { annotationId }) => {
    const index = state.annotations.findIndex(({ id }) => id === annotationId);
    return index < 0 ? state : { ...state, annotations: removeAt(state.annotations, index) };
  },
  'annotations/entrySet': (state, { annotationId, entry }) =>
    changed(state, annotationId, (annotation) => ({
      ...annotation,
      entries: upsert(annotation.entries, entry, ({ id }) => id === entry.id),
    })),
  'annotations/entryRemoved': (state, { annotationId, entryId }) =>
    changed(state, annotationId, (annotation) => {
      const index = annotation.entries.findIndex(({ id }) => id === entryId);
      return index < 0 ? annotation : { ...annotation, entries: removeAt(annotation.entries, index) };
    }),
});

function changed(
  state: AnnotationsState,
  annotationId: string,
  change: (annotation: Annotation) => Annotation,
): AnnotationsState {
  const index = state.annotations.findIndex(({ id }) => id === annotationId);
  const before = state.annotations[index];
  const after = before && change(before);
  if (!after || after === before) return state;
  return { ...state, annotations: replaceAt(state.annotations, index, after) };
}
