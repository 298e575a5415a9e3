import { defineConfig } from 'vitest/config';

// Unit tests resolve our packages to their sources, so they need no build.
const conditions = ['@loggia/source', 'module', 'node', 'development|production'];

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
        },
      },
      {
        resolve: { conditions },
        ssr: { resolve: { conditions, externalConditions: conditions } },
        test: {
          name: 'process',
          include: ['**/*.process.test.ts', 'e2e/**/*.test.ts'],
          exclude: ['**/node_modules/**', '**/dist/**'],
          // They measure time and use both cores: one file at a time, once the unit tests are through.
          fileParallelism: false,
          sequence: { groupOrder: 1 },
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
});
