/** The fields whose JSON can't be read, by pointer, after one of them was typed into. */
export function withJsonState(
  broken: ReadonlySet<string>,
  pointer: string,
  state: 'valid' | 'broken',
): ReadonlySet<string> {
  const next = new Set(broken);
  if (state === 'broken') next.add(pointer);
  else next.delete(pointer);
  return next;
}
