import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createChance } from '../chance.ts';

/** A subject of the planted dataset: for each concept the values it has, as an axis labels them. */
export type PlantedSubject = Readonly<Record<string, readonly string[]>>;

/** A dataset in which some groups are small: alone, in combination, and as the complement of large ones. */
export interface Planted {
  readonly packagePath: string;
  readonly subjects: readonly PlantedSubject[];
}

/** The post code of each site; each determines the other. */
export const postOf = { Bern: '3000', Zug: '6300', Lugano: '6900', Chur: '7000' } as const;

/** Concepts by name, with all their values; `topics` has several a subject, `visit` is on records of their own. */
export const plantedValues = {
  sex: ['Female', 'Male', 'Unknown'],
  site: ['Bern', 'Chur', 'Lugano', 'Zug'],
  post: ['3000', '6300', '6900', '7000'],
  lesion: ['ASD', 'HLHS', 'TOF', 'VSD', '[not set]'],
  smoker: ['false', 'true'],
  score: ['0 - 9', '10 - 19', '20 - 29', '30 - 39', '40 - 49'],
  band: ['high', 'low'],
  topics: ['genetics', 'imaging', '[not set]'],
  visit: ['clinic', 'home', '[not set]'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type PlantedConcept = keyof typeof plantedValues;

const size = 320;

export async function writePlantedPackage(folder: string): Promise<Planted> {
  const chance = createChance(4);
  const drawn = Array.from({ length: size }, (_, index) => drawSubject(`S${index}`, chance));
  const packageFolder = path.join(folder, 'planted');
  await mkdir(packageFolder, { recursive: true });
  await writeFile(path.join(packageFolder, 'datapackage.json'), JSON.stringify(descriptor));
  await writeFile(
    path.join(packageFolder, 'subject.csv'),
    csv(
      subjectColumns,
      drawn.map(({ line }) => line),
    ),
  );
  const visits = drawn.flatMap(({ line, visits: own }) => own.map((kind) => [line[0] ?? '', kind]));
  await writeFile(path.join(packageFolder, 'visit.csv'), csv(['subject_id', 'visit'], visits));
  return { packagePath: packageFolder, subjects: drawn.map(({ subject }) => subject) };
}

const csv = (columns: readonly string[], lines: readonly (readonly string[])[]): string =>
  [columns, ...lines].map((line) => line.join(',')).join('\n');

/** One of the values, the first ones much more often than the last ones. */
function pick<T>(values: readonly [T, ...T[]], chance: () => number, skew: number): T {
  return values[Math.floor(values.length * chance() ** skew)] ?? values[0];
}

const orNotSet = (values: readonly string[]): readonly string[] =>
  values.length === 0 ? ['[not set]'] : values;

function drawSubject(id: string, chance: () => number) {
  const sex = pick(['Female', 'Male', 'Unknown'], chance, 1.6);
  const site = pick(['Zug', 'Bern', 'Chur', 'Lugano'] as const, chance, 2);
  const post = postOf[site];
  const lesion = pick(['VSD', 'ASD', 'TOF', '', 'HLHS'], chance, sex === 'Unknown' ? 1 : 2.5);
  const smoker = String(chance() < (site === 'Lugano' ? 0.5 : 0.06));
  const score = Math.floor(50 * chance() ** 2);
  const band = score < 30 ? 'low' : 'high';
  const topics = ['genetics', 'imaging'].filter(() => chance() < 0.4);
  const visits = ['clinic', 'home'].filter((kind) => chance() < (kind === 'clinic' ? 0.9 : 0.07));
  const low = Math.floor(score / 10) * 10;
  return {
    line: [id, sex, site, post, lesion, smoker, String(score), band, topics.join(';')],
    visits,
    subject: {
      sex: [sex],
      site: [site],
      post: [post],
      lesion: [lesion === '' ? '[not set]' : lesion],
      smoker: [smoker],
      score: [`${low} - ${low + 9}`],
      band: [band],
      topics: orNotSet(topics),
      visit: orNotSet(visits),
    },
  };
}

const subjectColumns = ['subject_id', 'sex', 'site', 'post', 'lesion', 'smoker', 'score', 'band', 'topics'];

const category = (name: string) => ({ name, title: name, type: 'string', atrium: { type: 'category' } });

const descriptor = {
  name: 'planted',
  atrium: { root: 'subject' },
  resources: [
    {
      name: 'subject',
      path: 'subject.csv',
      schema: {
        primaryKey: 'subject_id',
        fields: [
          { name: 'subject_id', type: 'string', atrium: { phi: true } },
          category('sex'),
          category('site'),
          category('post'),
          category('lesion'),
          { name: 'smoker', title: 'smoker', type: 'boolean' },
          { name: 'score', title: 'score', type: 'integer' },
          category('band'),
          {
            name: 'topics',
            title: 'topics',
            type: 'list',
            delimiter: ';',
            itemType: 'string',
            atrium: { type: 'category' },
          },
        ],
      },
    },
    {
      name: 'visit',
      path: 'visit.csv',
      schema: {
        foreignKeys: [{ fields: 'subject_id', reference: { resource: 'subject', fields: 'subject_id' } }],
        fields: [
          { name: 'subject_id', type: 'string', atrium: { publish: false } },
          { ...category('visit'), atrium: { type: 'category', id: 'visit' } },
        ],
      },
    },
  ],
};
