/** “The title” of a single artifact, or “3 artifacts”. */
export function named(artifacts: readonly { readonly title: string }[]): string {
  const [first] = artifacts;
  return artifacts.length === 1 && first ? `“${first.title}”` : `${artifacts.length} artifacts`;
}
