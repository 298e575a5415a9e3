import { defineConfig } from 'vitest/config';

// Unit tests resolve our packages to their sources, so they need no build.
const conditions = ['@loggia/source', 'module', 'node', 'development|production'];

/** Tests that drive a real Chromium. */
const inBrowsers = ['e2e/{apps,shell}-*.test.ts', 'e2e/{details,renderers,sandbox,views-layer}.test.ts'];

/** They download the test suite of the MCP project: `npm run conformance:mcp`. */
const conformance = ['e2e/mcp-conformance.test.ts'];

/** They download published agents: `npm run test:agents`. */
const agents = ['e2e/real-agents.test.ts'];

/** Floods that take the machine for minutes, time limits of the host, and restores: `npm run stress`, and not `npm test`. */
const long = [
  'e2e/apps-hostile-{flooding,screen}.test.ts',
  'e2e/{flooding-servers,restore,shell-slow-texts,silent-browser}.test.ts',
  'harnesses/acp/src/long-call.process.test.ts',
];

/**
 * Views of others, the longest tests of the shell, and packages installed from the registry, most of the time in
 * Chromium: `npm run stress`, too.
 */
const longInBrowsers = [
  'e2e/apps-{consent,reference,requirements-*,tools,hostile-{asking,leaving,looking,offering,pretending}}.test.ts',
  'e2e/{details,packages,renderers,sandbox,views-layer}.test.ts',
  'e2e/shell-{accessible,agents,decisions,desk,first-hour,models,new,path,search,servers}.test.ts',
  'e2e/shell-{table,terminals,together,transcript,windows,writing}.test.ts',
];

export default defineConfig({
  test: {
    // Playwright throws this inside itself if a frame goes while its events are arriving; no test can catch it.
    onUnhandledError: ({ message, stack = '' }) =>
      message !== 'Frame has been detached.' || !stack.includes('playwright-core'),
    projects: [
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'unit',
          include: ['{contracts,core,handlers,harnesses,kit,presentation,testing,tooling}/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', '**/*.process.test.ts'],
          // Nothing that they test keeps anything for itself: a process for each file was half of their time.
          isolate: false,
          maxWorkers: '100%',
          setupFiles: ['testing/src/property-limits.ts'],
          // A busy machine takes longer for a property test, which doesn't mean that the property fails.
          testTimeout: 120_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'process',
          include: ['**/*.process.test.ts', 'e2e/**/*.test.ts'],
          exclude: [
            '**/node_modules/**',
            '**/dist/**',
            ...inBrowsers,
            ...long,
            ...longInBrowsers,
            ...conformance,
            ...agents,
          ],
          setupFiles: ['testing/src/property-limits.ts'],
          // They mostly wait for processes to start.
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'browser',
          include: inBrowsers,
          exclude: ['**/node_modules/**', '**/dist/**', ...long, ...longInBrowsers],
          // They mostly wait for pages, and none of them measures time.
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'browser-long',
          include: longInBrowsers,
          exclude: ['**/node_modules/**', '**/dist/**'],
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'long',
          include: long,
          exclude: ['**/node_modules/**', '**/dist/**'],
          fileParallelism: false,
          sequence: { groupOrder: 3 },
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'conformance',
          include: conformance,
          exclude: ['**/node_modules/**', '**/dist/**'],
          testTimeout: 120_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'agents',
          include: agents,
          exclude: ['**/node_modules/**', '**/dist/**'],
          // Some of them are half a gigabyte to fetch.
          testTimeout: 1_200_000,
        },
      },
    ],
  },
});
