import type { ContextPart } from '@loggia/sessions/harness';

export type PartOrigin = Pick<ContextPart, 'kind' | 'label'>;

const origins = new WeakMap<object, PartOrigin>();

/** Notes where a part of a message comes from, for the meter. Whoever sends the part on needn't know of it. */
export function from<Part extends object>(origin: PartOrigin, part: Part): Part {
  origins.set(part, origin);
  return part;
}

export function originOf(part: object): PartOrigin | undefined {
  return origins.get(part);
}
