import { createHash } from 'node:crypto';
import { mkdir, truncate, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** How much the package has of what a greedy account asks for. */
export const greedySize = { subjects: 30_000, categories: 6, files: 10_000 } as const;

/** The fields of free or distinct texts, which an import asks about before they go live open. */
export const openFields: readonly string[] = [
  'subject.note',
  ...labelsOf().map((label) => `subject.${label}`),
];

const fileBytes = 20_000;

/** The id of a file; the same number always gives the same id. */
export const fileIdOf = (number: number): string => `F${String(number).padStart(6, '0')}`;

/** Every stored file is sparse, so that many of them need no disk. */
const checksum = createHash('sha256').update(Buffer.alloc(fileBytes)).digest('hex');

/** The id under which DRS knows a file of the package. */
export function drsIdOf(dataset: string, number: number): string {
  const tag = createHash('sha256')
    .update(JSON.stringify({ size: fileBytes, kind: 'sha256', value: checksum }))
    .digest('base64url')
    .slice(0, 16);
  return [dataset, Buffer.from(fileIdOf(number)).toString('base64url'), tag].join('.');
}

interface Folders {
  readonly packageFolder: string;
  readonly storage: string;
}

/**
 * Writes a data package with long lists of values and many files, and the files themselves. The same size always
 * gives the same bytes.
 */
export async function writeGreedyPackage({ packageFolder, storage }: Folders): Promise<void> {
  await mkdir(packageFolder, { recursive: true });
  await mkdir(path.join(storage, filesFolder), { recursive: true });
  const labels = labelsOf();
  const subjects = Array.from({ length: greedySize.subjects }, (_, n) =>
    [`P${n}`, `N-${String(n).padStart(6, '0')}`, ...labels.map((label) => labelOf(label, n))].join(','),
  );
  await writeFile(
    path.join(packageFolder, 'subject.csv'),
    [`id,note,${labels.join(',')}`, ...subjects, ''].join('\n'),
  );
  const columns = [
    'file_id',
    'path',
    'size',
    'sha256',
    'category',
    'data_type',
    'experiment_type',
    'file_format',
    'subject',
  ];
  const files = Array.from({ length: greedySize.files }, (_, n) =>
    [
      fileIdOf(n),
      pathOf(n),
      fileBytes,
      checksum,
      'data',
      'Sequence',
      `Experiment ${n % 8}`,
      'CRAM',
      `P${n}`,
    ].join(','),
  );
  await writeFile(path.join(packageFolder, 'file.csv'), [columns.join(','), ...files, ''].join('\n'));
  await writeFile(path.join(packageFolder, 'datapackage.json'), JSON.stringify(descriptor(labels, columns)));
  for (let n = 0; n < greedySize.files; n += 1) {
    await writeFile(path.join(storage, pathOf(n)), '');
    await truncate(path.join(storage, pathOf(n)), fileBytes);
  }
}

function labelsOf(): readonly string[] {
  return Array.from({ length: greedySize.categories }, (_, index) => `label${index + 1}`);
}

/** Below the storage root: files belong to the dataset of their first folder. */
const filesFolder = 'greedy/many';

const pathOf = (n: number): string => `${filesFolder}/${fileIdOf(n)}.cram`;

/** A value of which each subject has its own, so that a search reads them all. */
const labelOf = (label: string, n: number): string => `${label} of the ward ${n % 97} with remark ${n}`;

function descriptor(labels: readonly string[], fileColumns: readonly string[]) {
  const text = (name: string) => ({ name, type: 'string' });
  const category = (name: string) => ({ name, type: 'string', atrium: { type: 'category' } });
  return {
    name: 'greedy',
    atrium: { files: 'file' },
    resources: [
      {
        name: 'subject',
        path: 'subject.csv',
        schema: { primaryKey: 'id', fields: [text('id'), text('note'), ...labels.map(category)] },
      },
      {
        name: 'file',
        path: 'file.csv',
        schema: {
          fields: fileColumns.map(text),
          foreignKeys: [{ fields: 'subject', reference: { resource: 'subject', fields: 'id' } }],
        },
      },
    ],
  };
}
