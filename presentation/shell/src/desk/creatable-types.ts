import type { TypeView } from '@loggia/protocol';

export function creatableTypes(types: readonly TypeView[]): readonly TypeView[] {
  return types
    .filter(({ creatable }) => creatable !== undefined)
    .toSorted((a, b) => newLabel(a).localeCompare(newLabel(b)));
}

/** Definitions say "New board" or "Board"; under the heading New the word is not needed twice. */
export function newLabel({ creatable, label }: TypeView): string {
  const said = (creatable?.label ?? label).replace(/^new\s+/i, '');
  return said.charAt(0).toUpperCase() + said.slice(1);
}
