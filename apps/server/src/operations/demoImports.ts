import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { importDataset } from './importDataset.ts';
import type { ImportDeps, Watcher } from './operation.ts';

const field = (name: string, type: string) => ({ name, type });

const resource = {
  name: 'visit',
  path: 'visits.csv',
  schema: {
    fields: [
      field('visit_id', 'string'),
      field('visited', 'date'),
      field('weight', 'number'),
      { ...field('severity', 'string'), categories: ['mild', 'severe'] },
    ],
    primaryKey: ['visit_id'],
  },
};

const visits = [
  'visit_id,visited,weight,severity',
  'v1,2026-01-05,61.5,mild',
  'v2,05/02/2026,64,severe',
  'v3,2026-03-11,heavy,mild',
  'v4,2026-04-02,58,moderate',
  '',
].join('\n');

/** A dry run that finds problems, and an import that is refused since a file is missing. */
const examples = [
  {
    source: 'clinic visits of spring.zip',
    dryRun: true,
    files: { 'visits.csv': visits },
    resources: [resource],
  },
  {
    source: 'clinic visits of summer.zip',
    dryRun: false,
    files: {},
    resources: [{ ...resource, path: 'visits_summer.csv' }],
  },
];

/** Two small imports for the log of the demo, made as any other: one reports problems, one is refused. */
export async function makeDemoImports(
  deps: ImportDeps,
  packages: string,
  { signal }: Pick<Watcher, 'signal'>,
): Promise<void> {
  for (const { source, dryRun, files, resources } of examples) {
    const folder = await mkdtemp(path.join(packages, 'example-'));
    try {
      const descriptor = { name: 'clinic', title: 'Clinic visits', resources };
      await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
      for (const [name, content] of Object.entries(files)) await writeFile(path.join(folder, name), content);
      await importDataset(
        deps,
        { kind: 'import', packagePath: folder, dataset: null, dryRun, source },
        { onProgress: () => {}, signal },
      ).catch(() => signal.throwIfAborted());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }
}
