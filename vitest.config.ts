import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const source = { conditions: ['source'] };
const runsSql = '**/*.sql.test.ts';
/** The gate leaves out long tests: whole files, and tests with the tag `long`. `npm run explore` sets the variable and runs them. */
const isGate = process.env['ATRIUM_LONG'] === undefined;
const tooLong = isGate ? ['**/*.long.test.ts'] : [];
const withoutLong = isGate ? { tagsFilter: ['not long'] } : {};
/** For tests that hang, so that no test has one of its own: a busy machine makes a test slower, and nothing else. */
const limit = 600_000 * Math.max(1, Number(process.env['ATRIUM_TEST_EFFORT'] ?? 1));

/**
 * New objects have 64 MB until they are collected, not 16: pages and databases are made and left all the time, and to
 * collect them took a sixth of the processor time of the component tests. The WebAssembly of the embedded database is
 * compiled without optimising it, which would pay only after minutes.
 */
const execArgv = ['--max-semi-space-size=64', '--liftoff-only'];

/**
 * A project in one worker, in its turn before those that share all cores. A worker loads what it tests and compiles it by
 * itself, which takes as long as the tests of this project; the checks of the gate, or PostgreSQL, use the other core.
 */
const alone = (groupOrder: number) => ({ maxWorkers: 1, sequence: { groupOrder } });
const together = { sequence: { groupOrder: 2 } };

const warehouseUrl = process.env['ATRIUM_TEST_WAREHOUSE_URL'] ?? process.env['ATRIUM_TEST_CITUS_URL'];
if (warehouseUrl === undefined) {
  process.stderr.write(
    '!!! ATRIUM_TEST_WAREHOUSE_URL names no PostgreSQL server: compiled SQL is tested on DuckDB only.\n',
  );
}

/** Functions only: no database (an import of one fails), no document. */
const pure: TestProjectInlineConfiguration = {
  extends: true,
  resolve: {
    alias: ['@duckdb/node-api', '@electric-sql/pglite', 'pg'].map((name) => ({
      find: new RegExp(`^${name}($|/)`),
      replacement: `${import.meta.dirname}/tools/testing/noDatabase.ts`,
    })),
  },
  test: {
    name: 'pure',
    include: [
      'packages/{contract,engine,index}/src/**/*.test.ts',
      'apps/web/src/**/*.test.ts',
      'tools/**/*.test.ts',
    ],
    exclude: [runsSql, '**/*.dom.test.ts', ...tooLong],
    setupFiles: ['./tools/testing/fixedSeed.ts', './tools/testing/quietConsole.ts'],
    testTimeout: limit,
    hookTimeout: limit,
    isolate: false,
    ...alone(0),
  },
};

/** What a person sees and does, in a document. */
const component: TestProjectInlineConfiguration = {
  extends: './apps/web/vite.config.ts',
  resolve: { conditions: ['source', 'module', 'browser', 'development|production'] },
  test: {
    name: 'component',
    root: './apps/web',
    environment: 'happy-dom',
    // This project extends another file, which has neither.
    ...withoutLong,
    execArgv,
    include: ['src/**/*.test.tsx', 'src/**/*.dom.test.ts'],
    exclude: [...configDefaults.exclude, ...tooLong],
    setupFiles: ['./src/testing/setup.ts'],
    testTimeout: limit,
    hookTimeout: limit,
    isolate: false,
    ...together,
  },
};

/** What opens a state database or a warehouse, and the engine's SQL on DuckDB. */
const database: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'database',
    // It offers its sources under the same condition as our packages, and Node takes no TypeScript.
    server: { deps: { inline: [/node_modules\/(@modelcontextprotocol\/sdk|eventsource-parser)\//] } },
    globalSetup: ['./apps/server/src/testing/programs.ts'],
    setupFiles: [
      './tools/testing/fixedSeed.ts',
      './packages/warehouse/src/testing/oneThread.ts',
      './apps/server/src/testing/quickPasswords.ts',
    ],
    include: [
      'packages/{warehouse,demo}/src/**/*.test.ts',
      'bench/index/*.test.ts',
      'apps/server/src/**/*.test.ts',
      `packages/{engine,index}/src/${runsSql}`,
    ],
    exclude: [...configDefaults.exclude, ...tooLong],
    testTimeout: limit,
    hookTimeout: limit,
    isolate: false,
    ...together,
  },
};

/** Questions that statements answer once more, by the index of the release alone. */
const index: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'index',
    setupFiles: [
      './tools/testing/fixedSeed.ts',
      './packages/warehouse/src/testing/oneThread.ts',
      './packages/index/src/testing/indexAlone.ts',
    ],
    include: [
      ...['cohort', 'statistics', 'analysis', 'table', 'comparison'].map(
        (room) => `packages/engine/src/${room}/**/*.sql.test.ts`,
      ),
      'packages/engine/src/visibility/{topCodedYears,visibility}.sql.test.ts',
      'apps/server/src/cohort/barsAndFilters.sql.test.ts',
    ],
    exclude: [...configDefaults.exclude, '**/cohort.property.sql.test.ts', ...tooLong],
    testTimeout: limit,
    hookTimeout: limit,
    isolate: false,
    ...alone(1),
  },
};

/**
 * Portals that the gate starts on DuckDB only: what these ask of PostgreSQL, the tests of the engine and the other portals
 * ask there, too.
 */
const onDuckDbInGate = [
  'cohort/{absentWords,numberWords}',
  'files/totals',
  'operations/{leastChange,repair}',
  'table/export/{exportAudit,exports}',
].map((name) => `apps/server/src/${name}.sql.test.ts`);

/** The same SQL once more, on PostgreSQL. */
const postgres: TestProjectInlineConfiguration = {
  extends: true,
  test: {
    name: 'postgres',
    setupFiles: [
      './tools/testing/fixedSeed.ts',
      './packages/warehouse/src/testing/oneThread.ts',
      './apps/server/src/testing/quickPasswords.ts',
    ],
    include: ['packages', 'apps'].map((room) => `${room}/*/src/${runsSql}`),
    exclude: [...configDefaults.exclude, ...(isGate ? onDuckDbInGate : []), ...tooLong],
    env: { ATRIUM_TEST_ENGINE: 'postgres' },
    testTimeout: limit,
    hookTimeout: limit,
    isolate: false,
    ...alone(1),
  },
};

export default defineConfig({
  resolve: source,
  ssr: { resolve: source },
  test: {
    environment: 'node',
    execArgv,
    expect: { poll: { timeout: limit, interval: 20 } },
    maxWorkers: availableParallelism(),
    env: { ATRIUM_TEST_SEED: process.env['ATRIUM_TEST_SEED'] ?? '20260504' },
    tags: [{ name: 'long', description: 'Runs in npm run explore, and not in the gate.' }],
    ...withoutLong,
    // A source is transformed once for all projects and runs, not for each anew.
    experimental: { fsModuleCache: true },
    projects: [pure, component, database, index, ...(warehouseUrl === undefined ? [] : [postgres])],
  },
});
