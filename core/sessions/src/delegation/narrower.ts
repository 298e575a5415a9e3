/** The tools that both lists allow; undefined and `*` mean all. */
export function narrower(
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): readonly string[] | undefined {
  if (one === undefined || one.includes('*')) return other;
  if (other === undefined || other.includes('*')) return one;
  return one.filter((name) => other.includes(name));
}
