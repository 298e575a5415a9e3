/**
 * Runs something with another file mode creation mask. A child started meanwhile keeps it.
 *
 * The mask belongs to the whole process, so it must be restored before anything else runs here, and `use` must not
 * await. Other threads see it as well: files that are private to the owner set their mode explicitly.
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
