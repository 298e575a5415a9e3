import { defineConfig } from 'vitest/config';

// Unit tests resolve our packages to their sources, so they need no build.
const conditions = ['@loggia/source', 'module', 'node', 'development|production'];

/** What drives a real Chromium. */
const inBrowsers = ['e2e/{apps,shell}-*.test.ts', 'e2e/{details,renderers,sandbox,views-layer}.test.ts'];

/** What floods the machine for minutes: `npm run stress`, and not `npm test`. */
const long = [
  'e2e/apps-hostile-{flooding,screen}.test.ts',
  'e2e/{flooding-servers,shell-slow-texts}.test.ts',
];

export default defineConfig({
  test: {
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
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'process',
          include: ['**/*.process.test.ts', 'e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**', ...inBrowsers, ...long],
          // They measure time and use both cores: one file at a time, once the unit tests are through.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'browser',
          include: inBrowsers,
          exclude: ['**/node_modules/**', '**/dist/**', ...long],
          // Most of their time goes by in waiting for pages; none of them measures any.
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
    ],
  },
});
