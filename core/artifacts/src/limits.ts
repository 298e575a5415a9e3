/** Of a context, as JSON text. */
export const maxContextBytes = 1_000_000;
/** How deep a context may be nested: far beyond what anybody writes, far below what overflows a stack. */
export const maxContextDepth = 100;
/** How many artifacts one change may be about. */
export const maxChosen = 10_000;
/** How much all contexts of one change may hold together: it is in memory as a whole. */
export const maxChangeBytes = 64_000_000;
/** How many artifacts one action on the wire tells of. */
export const summariesPerAction = 200;
export const defaultPage = 100;
/** How many artifacts of a commit are named in a list of commits. */
export const namedPerCommit = 100;
/** How long bytes are kept that nothing names yet. */
export const contentGraceMs = 3_600_000;
/** How many ids an error spells out. */
export const namedInErrors = 5;
