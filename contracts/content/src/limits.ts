/** What a server may bring along. More is refused with a sentence, so that no server can fill the host. */
export const typeLimits = {
  fileCharacters: 256 * 1024,
  filesPerType: 40,
  typesPerServer: 200,
  /** How deep objects and lists in a file may lie in each other. */
  depth: 64,
  inherits: 16,
  extensions: 64,
  actions: 32,
  capabilities: 40,
} as const;
