import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';

/** What the package opens although it may say who somebody is (rule 10.28). */
export const openInChanging = ({ hasKey = true }: ChangingOptions = {}): string[] =>
  hasKey ? ['person.note'] : ['person.note', 'person.id'];

/** A subject in the package. Members who see aggregates only may not use the note. */
export interface ChangingSubject {
  readonly id: string;
  readonly sex: string;
  readonly site: string;
  /** In completed years. */
  readonly age: number;
  readonly note: string;
  readonly findings: readonly string[];
  /** Beside the findings, on the same records. */
  readonly wards?: readonly string[];
}

const category = (name: string) => ({ name, type: 'string', atrium: { id: name, type: 'category' } });

const descriptor = (settings: object, hasKey: boolean, extra: boolean) => ({
  name: 'changing',
  atrium: { root: 'person', settings },
  resources: [
    {
      name: 'person',
      path: 'person.csv',
      schema: {
        ...(hasKey ? { primaryKey: 'id' } : {}),
        fields: [
          { name: 'id', type: 'string', atrium: { id: 'person_id' } },
          category('sex'),
          category('site'),
          { name: 'age', type: 'integer', atrium: { id: 'age', type: 'age' } },
          { name: 'note', type: 'string', atrium: { id: 'note', type: 'text' } },
          ...(extra ? [category('region')] : []),
        ],
      },
    },
    ...(hasKey
      ? [
          {
            name: 'visit',
            path: 'visit.csv',
            schema: {
              foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }],
              fields: [
                { name: 'id', type: 'string', atrium: { publish: false } },
                category('finding'),
                category('ward'),
              ],
            },
          },
        ]
      : []),
  ],
});

export interface ChangingOptions {
  readonly settings?: object;
  /** Whether the root has a key, and so a table of visits. */
  readonly hasKey?: boolean;
  /** Whether there is one more concept. */
  readonly extra?: boolean;
}

/** Writes one version of the package. */
export async function writeVersion(
  folder: string,
  subjects: readonly ChangingSubject[],
  { settings = {}, hasKey = true, extra = false }: ChangingOptions = {},
): Promise<string> {
  await mkdir(folder, { recursive: true });
  const lines = {
    person: subjects.map(({ id, sex, site, age, note }) =>
      [id, sex, site, Math.trunc(age * 365.25) + 1, note, ...(extra ? ['north'] : [])].join(','),
    ),
    visit: subjects.flatMap(({ id, findings, wards = [] }) =>
      findings.map((finding, index) => `${id},${finding},${wards[index] ?? ''}`),
    ),
  };
  const heading = `id,sex,site,age,note${extra ? ',region' : ''}`;
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor(settings, hasKey, extra)));
  await writeFile(path.join(folder, 'person.csv'), [heading, ...lines.person, ''].join('\n'));
  await writeFile(path.join(folder, 'visit.csv'), ['id,finding,ward', ...lines.visit, ''].join('\n'));
  return folder;
}

/** The values of a subject that members who see aggregates only see, by concept. */
export const seenOf = ({ sex, site, age, findings }: ChangingSubject): Readonly<Record<string, string>> => ({
  sex,
  site,
  age: String(age),
  finding: findings.length === 0 ? '[not set]' : [...new Set(findings)].toSorted().join(),
});

/** How many contents are gone and have come, counted one by one. */
export function countChange(
  before: readonly string[],
  after: readonly string[],
): { readonly gone: number; readonly come: number } {
  const left = [...before];
  let come = 0;
  for (const content of after) {
    const found = left.indexOf(content);
    if (found === -1) come += 1;
    else left.splice(found, 1);
  }
  return { gone: left.length, come };
}
