/** How long a provider may take. */
export const capabilityTimeoutMs = 60_000;
/** Of a text that is kept, in UTF-16 code units. */
export const longestText = 1_000_000;
/** Of a picture on a card, in bytes. */
export const largestThumbnail = 256 * 1024;
/** Of a result that is passed on, as JSON. */
export const longestResult = 4_000_000;
/** Of a result that is worth keeping, as JSON. */
export const longestKeptResult = 256 * 1024;
