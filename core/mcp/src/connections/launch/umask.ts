/**
 * Runs something with another file mode creation mask. A child that is started meanwhile keeps it.
 *
 * The mask belongs to the whole process, so it must be back before anything else runs here, and `use` can't wait for
 * anything. Other threads see it as well: whatever the host writes for its owner alone names its mode.
 */
export function withUmask<Result>(mask: number | undefined, use: () => Result): Result {
  if (mask === undefined) return use();
  const own = process.umask(mask);
  try {
    return use();
  } finally {
    process.umask(own);
  }
}
