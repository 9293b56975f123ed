import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const source = { conditions: ['source'] };

/**
 * The tests of the engine on Node 24: of those on a database the worked examples and the properties. One worker loads the
 * engine once; each further one takes as much processor time as a third of the tests.
 */
export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  resolve: source,
  ssr: { resolve: source },
  test: {
    include: ['packages/contract/src/calendar/*.test.ts', 'packages/engine/src/**/*.test.ts'],
    exclude: [
      ...configDefaults.exclude,
      'packages/engine/src/**/!(worked*|*.property|anyTable).sql.test.ts',
      '**/*.long.test.ts',
    ],
    setupFiles: ['./tools/testing/fixedSeed.ts', './packages/warehouse/src/testing/oneThread.ts'],
    env: { ATRIUM_TEST_SEED: process.env['ATRIUM_TEST_SEED'] ?? '20260504' },
    tags: [{ name: 'long' }],
    tagsFilter: ['not long'],
    experimental: { fsModuleCache: true },
    maxWorkers: 1,
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
