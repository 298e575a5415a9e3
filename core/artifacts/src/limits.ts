/** The size of a context, as JSON text. */
export const maxContextBytes = 1_000_000;
/** The depth of a context: far beyond anything written by hand, far below a stack overflow. */
export const maxContextDepth = 100;
/** The number of artifacts in one change. */
export const maxChosen = 10_000;
/** The total size of all contexts in one change: it is in memory as a whole. */
export const maxChangeBytes = 64_000_000;
/** The number of artifacts in one action on the wire. */
export const summariesPerAction = 200;
export const defaultPage = 100;
/** The number of artifacts of a commit that a list of commits names. */
export const namedPerCommit = 100;
/** How long bytes without references are kept. */
export const contentGraceMs = 3_600_000;
/** The number of ids that an error lists. */
export const namedInErrors = 5;
