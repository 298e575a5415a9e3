/** The number of lines that were added and removed. */
export function LineCounts({
  added,
  removed,
}: {
  readonly added: number | undefined;
  readonly removed: number | undefined;
}) {
  if (added === undefined || removed === undefined) return null;
  return (
    <span className="changes-counts">
      <span className="call-diff-added">
        <span aria-hidden>{`+${added}`}</span>
        <span className="unseen">{`${added} added`}</span>
      </span>
      <span className="call-diff-removed">
        <span aria-hidden>{`−${removed}`}</span>
        <span className="unseen">{`${removed} removed`}</span>
      </span>
    </span>
  );
}
