import path from 'node:path';
import { configDefaults, defineConfig } from 'vitest/config';

const source = { conditions: ['source'] };
const withoutLong = { tagsFilter: ['not long'] };

/**
 * What may differ between versions of Node: calendar, texts and numbers of the engine's functions, the driver of the
 * database with the worked examples, and the kernel of the index, which is WebAssembly. One worker loads the engine once;
 * each further one takes as much processor time as a third of the tests.
 */
export default defineConfig({
  root: path.join(import.meta.dirname, '../..'),
  resolve: source,
  ssr: { resolve: source },
  test: {
    include: [
      'packages/contract/src/calendar/*.test.ts',
      'packages/engine/src/{concepts,ontology,statistics}/**/*.test.ts',
      'packages/engine/src/**/worked*.sql.test.ts',
      'packages/index/src/kernel/*.test.ts',
    ],
    exclude: [
      ...configDefaults.exclude,
      'packages/engine/src/{concepts,ontology,statistics}/**/!(worked*).sql.test.ts',
      '**/*.long.test.ts',
    ],
    setupFiles: ['./tools/testing/fixedSeed.ts', './packages/warehouse/src/testing/oneThread.ts'],
    env: { ATRIUM_TEST_SEED: process.env['ATRIUM_TEST_SEED'] ?? '20260504' },
    tags: [{ name: 'long' }],
    ...withoutLong,
    experimental: { fsModuleCache: true },
    maxWorkers: 1,
    execArgv: ['--max-semi-space-size=64', '--single-threaded-gc', '--always-sparkplug'],
    isolate: false,
    testTimeout: 600_000,
    hookTimeout: 600_000,
  },
});
