const { existsSync, readdirSync, readFileSync } = require('node:fs');
const path = require('node:path');

/** Who may import whom. `tools/walls.ts` runs this on a copy with planted forbidden imports, each of which must be found. */
const slices = [
  'audit',
  'access',
  'catalogue',
  'definition',
  'cohort',
  'table',
  'analysis',
  'receipt',
  'methods',
  'report',
  'comparison',
  'beacon',
  'assistant',
  'sshKey',
  'files',
  'news',
  'site',
  'operations',
  'admin',
];
const any = (names) => `(${names.join('|')})`;
const server = 'apps/server/src';
const web = 'apps/web/src';
const infrastructure = '(asking|http|database|mail|jobs|home|portals|richText)';

/** A slice may import an upstream slice, and only its public API. Tests of every slice use operations, as an operator does. */
const sliceRules = slices.flatMap((slice, index) => [
  {
    name: `slice-${slice}-looks-upstream-only`,
    severity: 'error',
    from: { path: `^${server}/${slice}/` },
    to: {
      path: `^${server}/${any(slices.slice(index + 1).concat('none'))}/`,
      pathNot: `^${server}/operations/`,
    },
  },
  {
    name: `slice-${slice}-looks-upstream-only`,
    severity: 'error',
    from: { path: `^${server}/${slice}/`, pathNot: '\\.test\\.ts$' },
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

/**
 * A package orders the folders of its sources from low to high in `folders.json`: each imports itself and lower ones.
 * Only files beside the folders, such as `index.ts`, import all of them.
 */
const folderRules = readdirSync(path.join(__dirname, 'packages')).flatMap((name) => {
  const list = path.join(__dirname, 'packages', name, 'folders.json');
  return existsSync(list) ? rulesOfFolders(name, JSON.parse(readFileSync(list, 'utf8'))) : [];
});

function rulesOfFolders(name, folders) {
  const sources = `^packages/${name}/src`;
  const exempt = '\\.test\\.ts$|/testing/';
  const listed = `${sources}/${any(folders)}/`;
  const areListed = { name: `${name}-folders-are-listed`, severity: 'error' };
  return [
    ...folders.map((folder, index) => ({
      name: `${name}-folders-import-lower-ones`,
      severity: 'error',
      from: { path: `${sources}/${folder}/`, pathNot: exempt },
      to: { path: `${sources}/`, pathNot: `${sources}/${any(folders.slice(0, index + 1))}/` },
    })),
    { ...areListed, from: { path: `${sources}/[^/]+/`, pathNot: `${exempt}|${listed}` }, to: {} },
    {
      ...areListed,
      from: { path: `${sources}/`, pathNot: exempt },
      to: { path: `${sources}/[^/]+/`, pathNot: listed },
    },
  ];
}

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
    only('index-imports-engine-and-contract', '^packages/index/', '^packages/(index|engine|contract)/'),
    only(
      'warehouse-imports-index-engine-and-contract',
      '^packages/warehouse/',
      '^packages/(warehouse|index|engine|contract)/',
    ),
    only('demo-imports-contract', '^packages/demo/', '^packages/(demo|contract)/'),
    only(
      'infrastructure-imports-contract',
      `^${server}/(database|mail|jobs|home|portals|richText)/`,
      `^packages/contract/|^apps/server/migrations/|^${server}/${infrastructure}/`,
    ),
    only(
      'questions-are-asked-below-the-slices',
      `^${server}/(asking|http)/`,
      `^packages/(contract|warehouse)/|^${server}/${infrastructure}/`,
    ),
    only('asking-lies-lowest', `^${server}/asking/`, `^packages/(contract|warehouse)/|^${server}/asking/`),
    only(
      'config-imports-infrastructure-and-warehouse',
      `^${server}/config/`,
      `^packages/(contract|warehouse)/|^${server}/(config|${infrastructure})/`,
    ),
    {
      name: 'command-line-is-imported-by-main-only',
      severity: 'error',
      from: { path: `^${server}/`, pathNot: `^${server}/(cli/|main\\.ts$|testing/|.*\\.test\\.ts$)` },
      to: { path: `^${server}/cli/` },
    },
    only('server-never-enters-the-web', '^apps/server/', '^packages/|^apps/server/'),
    {
      name: 'engine-is-pure',
      severity: 'error',
      from: { path: '^packages/(engine|contract)/', pathNot: '\\.test\\.ts$|/testing/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'packages-are-imported-by-their-exports',
      severity: 'error',
      from: { path: '^(?:packages|apps)/([^/]+)/', pathNot: '\\.test\\.tsx?$|/testing/' },
      to: {
        path: '^packages/',
        pathNot: '^packages/$1/|^packages/contract/src/|^packages/[^/]+/src/(index|plain)\\.ts$',
      },
    },
    {
      name: 'built-files-are-not-imported',
      severity: 'error',
      from: { path: ours },
      to: { path: '(^|/)dist/', pathNot: '(^|/)node_modules/' },
    },
    ...folderRules,
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
      '^(e2e|bench)/|^packages/contract/src/|^packages/[^/]+/src/index\\.ts',
    ),
  ],
  options: {
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    tsConfig: { fileName: 'tsconfig.tests.json' },
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '\\.css$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['source', 'import', 'types', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
};
