/** Limits for a server's types. More is refused with a sentence, so that no server can fill the host. */
export const typeLimits = {
  fileCharacters: 256 * 1024,
  filesPerType: 40,
  typesPerServer: 200,
  /** The maximum nesting of objects and lists in a file. */
  depth: 64,
  inherits: 16,
  extensions: 64,
  actions: 32,
  capabilities: 40,
} as const;
