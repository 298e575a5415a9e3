/** How long a provider may take. */
export const capabilityTimeoutMs = 60_000;
/** The length of a stored text, in UTF-16 code units. */
export const longestText = 1_000_000;
/** The size of a picture on a card, in bytes. */
export const largestThumbnail = 256 * 1024;
/** The size of a result that is passed on, as JSON. */
export const longestResult = 4_000_000;
/** The size of a result that is cached, as JSON. */
export const longestKeptResult = 256 * 1024;
