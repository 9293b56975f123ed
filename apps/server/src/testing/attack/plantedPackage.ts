import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createChance } from '../chance.ts';

/** A subject of the planted dataset: for each concept the values it has, as an axis labels them. */
export interface PlantedSubject {
  readonly values: Readonly<Record<string, readonly string[]>>;
  /** Its visits; one of which nothing is set where it has none. */
  readonly visits: readonly Visit[];
}

/** A record of the collection of visits; both of its concepts may be asked of one record. */
export interface Visit {
  readonly visit: string;
  readonly outcome: string;
}

export const isAboutVisits = (concept: string): concept is keyof Visit =>
  concept === 'visit' || concept === 'outcome';

/** Whether the subject has these values, those about visits on one record. */
export function hasValues(
  { values, visits }: PlantedSubject,
  labels: Readonly<Record<string, string>>,
): boolean {
  const [own, ofVisit]: [[string, string][], [keyof Visit, string][]] = [[], []];
  for (const [concept, value] of Object.entries(labels)) {
    if (isAboutVisits(concept)) ofVisit.push([concept, value]);
    else own.push([concept, value]);
  }
  return (
    own.every(([concept, value]) => values[concept]?.includes(value)) &&
    visits.some((visit) => ofVisit.every(([concept, value]) => visit[concept] === value))
  );
}

/** A dataset in which some groups are small: alone, in combination, and as the complement of large ones. */
export interface Planted {
  readonly packagePath: string;
  readonly subjects: readonly PlantedSubject[];
}

/** The zips of each region; all but one of each are rare. */
export const zipsOf = { north: ['8001', '8002'], south: ['8003', '8004'] } as const;

/** The post code of each site; each determines the other. */
export const postOf = { Bern: '3000', Zug: '6300', Lugano: '6900', Chur: '7000' } as const;

/**
 * Concepts by name, with all their values. `topics` has several a subject; `visit` and `outcome` are on records, of which
 * a subject has none, one or many; `zip` and `floor` are on records, of which a subject has one or, seldom, none; the zip lies
 * in the subject's `region`. `ended` and `seen` are ages in years.
 */
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
  outcome: ['good', 'poor', '[not set]'],
  zip: ['8001', '8002', '8003', '8004', '[not set]'],
  floor: ['ground', 'upper', '[not set]'],
  region: ['north', 'south'],
  ended: ['0', '1', '2', '3', '4', '[not set]'],
  seen: ['0', '1', '2', '3', '4', '5'],
} as const satisfies Readonly<Record<string, readonly string[]>>;
export type PlantedConcept = keyof typeof plantedValues;

const size = 320;

export async function writePlantedPackage(folder: string): Promise<Planted> {
  const [chance, agesChance] = [createChance(4), createChance(5)];
  const drawn = Array.from({ length: size }, (_, index) =>
    withAges(drawSubject(`S${index}`, chance), agesChance),
  );
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
  const visits = drawn.flatMap(({ line, visits: own }) =>
    own.map(({ visit, outcome }) => [line[0] ?? '', visit, outcome]),
  );
  await writeFile(path.join(packageFolder, 'visit.csv'), csv(['subject_id', 'visit', 'outcome'], visits));
  const homes = drawn.flatMap(({ line, home }) => (home === null ? [] : [[line[0] ?? '', ...home]]));
  await writeFile(path.join(packageFolder, 'home.csv'), csv(['subject_id', 'zip', 'floor'], homes));
  return { packagePath: packageFolder, subjects: drawn.map(({ subject }) => subject) };
}

const csv = (columns: readonly string[], lines: readonly (readonly string[])[]): string =>
  [columns, ...lines].map((line) => line.join(',')).join('\n');

/** One of the values, the first ones much more often than the last ones. */
function pick<T>(values: readonly [T, ...T[]], chance: () => number, skew: number): T {
  return values[Math.floor(values.length * chance() ** skew)] ?? values[0];
}

export const noVisit: Visit = { visit: '[not set]', outcome: '[not set]' };

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
  const kinds = ['clinic', 'home'].filter((kind) => chance() < (kind === 'clinic' ? 0.85 : 0.3));
  const visits = kinds.flatMap((visit) => {
    const outcomes = ['good', 'poor'].filter(() => chance() < 0.6);
    return (outcomes.length === 0 ? ['good'] : outcomes).map((outcome) => ({ visit, outcome }));
  });
  const region = chance() < 0.8 ? 'north' : 'south';
  const zip = zipsOf[region][chance() < 0.97 ? 0 : 1];
  const floor = chance() < 0.3 ? 'ground' : 'upper';
  const home = chance() < 0.02 ? null : ([zip, floor] as const);
  const low = Math.floor(score / 10) * 10;
  return {
    line: [id, sex, site, post, lesion, smoker, String(score), band, topics.join(';'), region],
    visits,
    home,
    subject: {
      values: {
        sex: [sex],
        site: [site],
        post: [post],
        lesion: [lesion === '' ? '[not set]' : lesion],
        smoker: [smoker],
        score: [`${low} - ${low + 9}`],
        band: [band],
        topics: orNotSet(topics),
        zip: [home === null ? '[not set]' : zip],
        floor: [home === null ? '[not set]' : floor],
        region: [region],
      },
      visits: visits.length === 0 ? [noVisit] : visits,
    },
  };
}

const daysPerYear = 365.25;

/** Drawn by a chance of their own, so that the other values stay what they were. */
function withAges({ line, subject, ...drawn }: ReturnType<typeof drawSubject>, chance: () => number) {
  const ended = chance() < 0.5 ? Math.floor(5 * chance() ** 1.6) : null;
  const seen = Math.floor(6 * chance() ** 0.8);
  const days = (years: number | null) =>
    years === null ? '' : String(Math.ceil(years * daysPerYear) + Math.floor(300 * chance()));
  const label = (years: number | null) => [years === null ? '[not set]' : String(years)];
  const values = { ...subject.values, ended: label(ended), seen: label(seen) };
  return { ...drawn, line: [...line, days(ended), days(seen)], subject: { ...subject, values } };
}

const subjectColumns = [
  'subject_id',
  'sex',
  'site',
  'post',
  'lesion',
  'smoker',
  'score',
  'band',
  'topics',
  'region',
  'ended',
  'seen',
];

const age = (name: string) => ({ name, title: name, type: 'integer', atrium: { type: 'age' } });

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
          category('region'),
          age('ended'),
          age('seen'),
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
          { ...category('outcome'), atrium: { type: 'category', id: 'outcome' } },
        ],
      },
    },
    {
      name: 'home',
      path: 'home.csv',
      schema: {
        foreignKeys: [{ fields: 'subject_id', reference: { resource: 'subject', fields: 'subject_id' } }],
        fields: [
          { name: 'subject_id', type: 'string', atrium: { publish: false } },
          { ...category('zip'), atrium: { type: 'category', id: 'zip' } },
          { ...category('floor'), atrium: { type: 'category', id: 'floor' } },
        ],
      },
    },
  ],
};
