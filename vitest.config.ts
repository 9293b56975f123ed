import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const source = { conditions: ['source'] };

const warehouseUrl = process.env['ATRIUM_TEST_WAREHOUSE_URL'];
if (warehouseUrl === undefined) {
  process.stderr.write(
    '!!! ATRIUM_TEST_WAREHOUSE_URL names no PostgreSQL server: the engine is tested on DuckDB only.\n',
  );
}

/** The engine's tests and those of exports once more, with PostgreSQL in the place of DuckDB. */
const onPostgres: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'postgres',
    environment: 'node',
    include: ['packages/engine/src/**/*.test.ts', 'apps/server/src/table/export/*.test.ts'],
    env: { ATRIUM_TEST_ENGINE: 'postgres' },
    testTimeout: 300_000,
    hookTimeout: 120_000,
  },
};

export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    projects: [
      ...(warehouseUrl === undefined ? [] : [onPostgres]),
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          include: ['packages/*/src/**/*.test.ts', 'apps/server/src/**/*.test.ts', 'tools/**/*.test.ts'],
          testTimeout: 60_000,
          hookTimeout: 120_000,
        },
      },
      {
        extends: './apps/web/vite.config.ts',
        resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
        test: {
          name: 'web',
          root: './apps/web',
          environment: 'happy-dom',
          include: ['src/**/*.test.{ts,tsx}'],
          setupFiles: ['./src/testing/setup.ts'],
          testTimeout: 90_000,
        },
      },
    ],
  },
});
