import type { Annotation } from '../channels/annotations/state.ts';

const key = 'loggia.title';

/** The `_meta` of an annotation about something that has a name besides its address. */
export function titledAnnotation(title: string): NonNullable<Annotation['_meta']> {
  return { [key]: title.slice(0, 200) };
}

/** The name at the time of the annotation; undefined if its client gave none. */
export function titleOfAnnotation({ _meta }: Pick<Annotation, '_meta'>): string | undefined {
  const title = _meta?.[key];
  return typeof title === 'string' && title.trim() !== '' ? title.slice(0, 200) : undefined;
}
