// Who may import whom. A closed world: an edge that is not listed is an error, and so is a package that is not. An edge
// that is listed and that nobody uses is an error too.

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
  // A library for everybody: it knows nothing of the rest.
  law('contracts/csv', { ...contract, npm: [] }),

  law('core/kernel', { npm: [], node: false, pure: true }),
  // The ports are declared where they are needed; here they are kept on disks.
  law('core/storage', { mayImport: ['@loggia/kernel', '@loggia/artifacts/store'] }),
  law('core/access', { mayImport: ['@loggia/protocol'] }),
  law('core/files', { mayImport: ['@loggia/protocol', '@loggia/access'], npm: [] }),
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
      '@loggia/mcp',
      '@loggia/sessions/equipment',
    ],
  }),
  // It brings servers, types and artifacts together in a workspace, as customizations do in a session.
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
      '@loggia/artifacts',
      '@loggia/registry',
      '@loggia/mcp',
      '@loggia/customizations',
      '@loggia/workspaces',
      '@loggia/operator',
      '@loggia/model',
    ],
    // Agents that the configuration names.
    computedImports: ['src/config/load-harnesses.ts'],
  }),

  law('harnesses/*', { mayImport: ['@loggia/protocol', '@loggia/sessions/harness'] }),

  law('kit', { mayImport: ['@loggia/content'], npm: ['@modelcontextprotocol/server', 'zod'] }),
  law('handlers/*', { mayImport: ['@loggia/content', '@loggia/csv', '@loggia/kit'] }),

  law('presentation/client', { mayImport: ['@loggia/protocol'], npm: ['oauth4webapi'], node: false }),
  // One command for both: it is a client of a running host, and `serve` hands over to the host itself.
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

/** The packages that are too large to be one thing: their folders must not import each other in cycles. */
export const foldersWithoutCycles = ['core/host/src', 'presentation/shell/src'];

/** Source files that belong to no package: the tools at the root read them. */
export const rootFiles = ['vitest.config.ts'];

/** What every test may import, beside what its package may. */
export const testOnly = { ours: ['@loggia/testing'], npm: ['vitest', 'fast-check'] };
