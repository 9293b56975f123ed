/** The walls of the house: who may import whom. `tools/walls.ts` runs this and plants forbidden imports to see it bite. */
const slices = [
  'audit',
  'access',
  'catalogue',
  'project',
  'snapshot',
  'cohort',
  'table',
  'analysis',
  'report',
  'files',
  'news',
  'site',
  'admin',
];
const any = (names) => `(${names.join('|')})`;
const server = 'apps/server/src';
const web = 'apps/web/src';

/** A slice may import an upstream slice, and only its public API. */
const sliceRules = slices.flatMap((slice, index) => [
  {
    name: `slice-${slice}-looks-upstream-only`,
    severity: 'error',
    from: { path: `^${server}/${slice}/` },
    to: { path: `^${server}/${any(slices.slice(index + 1).concat('none'))}/` },
  },
  {
    name: `slice-${slice}-is-imported-by-its-index`,
    severity: 'error',
    from: { path: `^${server}/`, pathNot: `^${server}/(${slice}/|testing/|.*\\.test\\.ts$)` },
    to: { path: `^${server}/${slice}/`, pathNot: `^${server}/${slice}/index\\.ts$` },
  },
]);

const ours = '^(packages|apps|e2e|bench)/';
const only = (name, from, allowed) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: '\\.test\\.tsx?$|/testing/' },
  to: { path: ours, pathNot: allowed },
});

module.exports = {
  forbidden: [
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    {
      name: 'imports-are-declared',
      severity: 'error',
      from: { path: '^(packages|apps)/', pathNot: '\\.test\\.tsx?$|/testing/|vite\\.config' },
      to: { dependencyTypes: ['npm-no-pkg', 'unknown'] },
    },
    { name: 'imports-resolve', severity: 'error', from: {}, to: { couldNotResolve: true } },
    only('contract-imports-nothing-of-ours', '^packages/contract/', '^packages/contract/'),
    only('engine-imports-contract', '^packages/engine/', '^packages/(engine|contract)/'),
    only(
      'warehouse-imports-engine-and-contract',
      '^packages/warehouse/',
      '^packages/(warehouse|engine|contract)/',
    ),
    only('demo-imports-contract', '^packages/demo/', '^packages/(demo|contract)/'),
    only(
      'infrastructure-imports-contract',
      `^${server}/(http|database|mail|jobs|home)/`,
      `^packages/contract/|^apps/server/migrations/|^${server}/(http|database|mail|jobs|home)/`,
    ),
    only('server-never-enters-the-web', '^apps/server/', '^packages/|^apps/server/'),
    {
      name: 'engine-is-pure',
      severity: 'error',
      from: { path: '^packages/(engine|contract)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { dependencyTypes: ['core'] },
    },
    ...sliceRules,
    only('web-parts-know-no-portal', `^${web}/(ui|charts|lib)/`, `^${web}/(ui|charts|lib)/`),
    only('web-api-imports-contract', `^${web}/api/`, `^${web}/(api|lib)/|^packages/contract/`),
    {
      name: 'features-keep-to-themselves',
      severity: 'error',
      from: { path: `^${web}/features/([^/]+)/` },
      to: { path: `^${web}/(features|app)/`, pathNot: `^${web}/features/$1/` },
    },
    only('web-gets-the-contract-only', '^apps/web/', '^apps/web/|^packages/contract/'),
    only(
      'outsiders-use-the-public-surface',
      '^(e2e|bench)/',
      '^(e2e|bench)/|^packages/[^/]+/(src/index\\.ts|dist/)',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.tests.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
