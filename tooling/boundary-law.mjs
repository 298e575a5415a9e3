// Lists the packages that each package may import. A closed world: an unlisted edge is an error, and so is an unlisted
// package. A listed edge that nobody uses is an error too.

/**
 * @typedef {object} PackageLaw
 * @property {string} at the package's directory; a trailing `/*` stands for each directory below
 * @property {readonly string[]} mayImport our packages by name. `@loggia/x` is its whole public surface,
 *   `@loggia/x/part` only that entry, `*` every package
 * @property {'any' | readonly string[]} npm the dependencies it may import, which its manifest must declare too
 * @property {boolean} node whether it may import Node's built-in modules
 * @property {boolean} pure whether time, randomness, timers and I/O are forbidden: they enter through ports
 * @property {'anywhere' | readonly string[]} computedImports the files, below its directory, that may import what only
 *   the running program knows
 */

/**
 * @param {string} at
 * @param {Partial<Omit<PackageLaw, 'at'>>} law
 * @returns {PackageLaw}
 */
const law = (at, { mayImport = [], npm = 'any', node = true, pure = false, computedImports = [] }) => ({
  at,
  mayImport,
  npm,
  node,
  pure,
  computedImports,
});

const contract = { node: false, pure: true };

/** @type {readonly PackageLaw[]} */
export const boundaryLaw = [
  law('contracts/protocol', { ...contract, npm: ['zod'] }),
  law('contracts/content', { ...contract, npm: ['zod'] }),
  // A library for everybody: it depends on nothing else.
  law('contracts/csv', { ...contract, npm: [] }),

  law('core/kernel', { npm: [], node: false, pure: true }),
  // The ports are declared where they are needed; this implements them on disk.
  law('core/storage', { mayImport: ['@loggia/kernel', '@loggia/artifacts/store'] }),
  law('core/access', { mayImport: ['@loggia/protocol'] }),
  law('core/files', { mayImport: ['@loggia/protocol', '@loggia/access'], npm: [] }),
  law('core/terminals', {
    mayImport: ['@loggia/protocol', '@loggia/kernel', '@loggia/access'],
    npm: ['@lydell/node-pty', 'zod'],
    // Loads the library for pseudo-terminals, in a process of its own.
    computedImports: ['src/pty/program.ts'],
  }),
  law('core/changes', {
    mayImport: ['@loggia/protocol', '@loggia/kernel', '@loggia/access', '@loggia/files'],
    npm: [],
  }),
  law('core/sessions', { mayImport: ['@loggia/protocol', '@loggia/kernel'] }),
  law('core/artifacts', {
    mayImport: ['@loggia/protocol', '@loggia/content', '@loggia/csv', '@loggia/kernel', '@loggia/access'],
  }),
  law('core/registry', { mayImport: ['@loggia/content', '@loggia/protocol'] }),
  law('core/mcp', { mayImport: ['@loggia/protocol', '@loggia/kernel', '@loggia/access'] }),
  law('core/sandbox', {
    mayImport: ['@loggia/protocol', '@loggia/kernel', '@loggia/access', '@loggia/mcp'],
    npm: [],
  }),
  // It decides which servers a session has; the gateway runs them, and sessions are told through their port.
  law('core/customizations', {
    mayImport: [
      '@loggia/protocol',
      '@loggia/kernel',
      '@loggia/access',
      '@loggia/files',
      '@loggia/mcp',
      '@loggia/sessions/equipment',
    ],
  }),
  // It combines servers, types and artifacts in a workspace, as customizations do in a session.
  law('core/workspaces', {
    mayImport: [
      '@loggia/protocol',
      '@loggia/content',
      '@loggia/kernel',
      '@loggia/access',
      '@loggia/artifacts',
      '@loggia/registry',
      '@loggia/mcp',
      '@loggia/customizations',
      '@loggia/sessions/equipment',
    ],
    npm: ['zod'],
  }),
  law('core/host', {
    mayImport: [
      '@loggia/protocol',
      '@loggia/kernel',
      '@loggia/storage',
      '@loggia/access',
      '@loggia/files',
      '@loggia/sandbox',
      '@loggia/sessions',
      '@loggia/terminals',
      '@loggia/changes',
      '@loggia/artifacts',
      '@loggia/registry',
      '@loggia/mcp',
      '@loggia/customizations',
      '@loggia/workspaces',
      '@loggia/operator',
      '@loggia/model',
      '@loggia/model/offers',
      '@loggia/acp',
      '@loggia/acp/node-version',
    ],
    // Loads the agents that the configuration names.
    computedImports: ['src/config/load-harnesses.ts'],
  }),

  // The port, and the choice of tools that every agent with a window makes in the same way.
  law('harnesses/*', {
    mayImport: ['@loggia/protocol', '@loggia/sessions/harness', '@loggia/sessions/tools'],
  }),

  law('kit', { mayImport: ['@loggia/content'], npm: ['@modelcontextprotocol/server', 'zod'] }),
  law('handlers/*', { mayImport: ['@loggia/content', '@loggia/csv', '@loggia/kit'] }),

  law('presentation/client', { mayImport: ['@loggia/protocol'], npm: ['oauth4webapi'], node: false }),
  // One command for both: it is a client of a running host, and `serve` runs the host itself.
  law('presentation/cli', { mayImport: ['@loggia/protocol', '@loggia/client', '@loggia/host/main'] }),
  law('presentation/shell', {
    mayImport: ['@loggia/protocol', '@loggia/client', '@loggia/csv'],
    node: false,
  }),

  law('testing', {
    mayImport: [
      '@loggia/protocol',
      '@loggia/kernel',
      '@loggia/storage',
      '@loggia/sessions',
      '@loggia/artifacts',
      '@loggia/client',
    ],
  }),
  law('bench', { mayImport: ['*'] }),
  law('e2e', { mayImport: ['*'] }),
  law('tooling', { computedImports: 'anywhere' }),
];

/** The largest packages: their folders must not import each other in cycles. */
export const foldersWithoutCycles = ['core/host/src', 'presentation/shell/src'];

/** Source files outside any package: the tools at the root read them. */
export const rootFiles = ['vitest.config.ts'];

/** The additional imports of every test. */
export const testOnly = { ours: ['@loggia/testing'], npm: ['vitest', 'fast-check'] };
