export interface Reviews {
  readonly reviews: readonly { readonly server: string; readonly tool?: string | undefined }[];
  readonly configured: readonly string[];
}

/** Whether results are reviewed, and the reason if this can't be changed here. */
export function isReviewed(
  { reviews, configured }: Reviews,
  {
    server,
    name,
    tool,
  }: { readonly server: string; readonly name: string; readonly tool?: string | undefined },
): { readonly checked: boolean; readonly fixedBy?: string } {
  const inFile = configured.includes(name) || (tool !== undefined && configured.includes(`${name}/${tool}`));
  if (inFile) return { checked: true, fixedBy: 'The configuration of the host asks for this.' };
  const chosen = (wanted: string | undefined): boolean =>
    reviews.some((review) => review.server === server && review.tool === wanted);
  if (tool !== undefined && chosen(undefined))
    return { checked: true, fixedBy: 'Results of all tools of this server are reviewed.' };
  return { checked: chosen(tool) };
}
