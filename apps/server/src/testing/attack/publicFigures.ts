import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type MetricTrait, metricGroupKey, metricGroupOf } from '@atrium/contract/documents/dataPackage';
import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { createBounds } from './bounds.ts';

/** Somebody by the traits that they have. */
type Person = ReadonlySet<MetricTrait>;

const races = ['asian', 'black', 'white'] as const;
const others = ['genomes', 'exomes', 'male', 'hispanic'] as const;

/**
 * Everybody who is possible: a trio is that of a proband, a sequenced one that of a proband with a genome, and everybody has
 * one race.
 */
const kinds: readonly Person[] = others
  .reduce<readonly Person[]>(
    (some, trait) => some.flatMap((person) => [person, new Set<MetricTrait>([...person, trait])]),
    ([[], ['proband'], ['proband', 'trio']] as const).flatMap((family) =>
      races.map((race) => new Set<MetricTrait>([...family, race])),
    ),
  )
  .flatMap((person): readonly Person[] => [
    person,
    ...(person.has('trio') && person.has('genomes')
      ? [new Set<MetricTrait>([...person, 'trioGenomes'])]
      : []),
  ]);

/** 60 to 900 people; each trait is rare, common or nearly always there. */
export function drawPeople(chance: () => number): readonly Person[] {
  const draw = (): number => [0.04, 0.1, 0.3, 0.5, 0.9, 0.97][Math.floor(chance() * 6)] ?? 0.5;
  const share = { proband: 0.4 + chance() / 2, trio: draw(), asian: draw() / 2, black: draw() / 2 };
  const shares = others.map((trait) => [trait, draw()] as const);
  const sequenced = draw();
  return Array.from({ length: 60 + Math.floor(chance() * 840) }, () => {
    const family: MetricTrait[] = chance() < share.proband ? ['proband'] : [];
    if (family.length > 0 && chance() < share.trio) family.push('trio');
    const at = chance();
    const race = at < share.asian ? 'asian' : at < share.asian + share.black ? 'black' : 'white';
    const own: MetricTrait[] = [
      ...family,
      race,
      ...shares.flatMap(([trait, is]) => (chance() < is ? [trait] : [])),
    ];
    const isTrio = own.includes('trio') && own.includes('genomes');
    return new Set<MetricTrait>([
      ...own,
      ...(isTrio && chance() < sequenced ? ['trioGenomes' as const] : []),
    ]);
  });
}

const has = (person: Person, key: string): boolean =>
  (metricGroupOf(key) ?? []).every((trait) => person.has(trait));

export const countGroup = (people: readonly Person[], key: string): number =>
  people.filter((person) => has(person, key)).length;

/** The traits that these people may have; a package about them defines no other. */
export const isDrawn = (key: string): boolean =>
  (metricGroupOf(key) ?? []).every((trait) => kinds.some((person) => person.has(trait)));

/** A condition on people, in words. */
interface Condition {
  readonly name: string;
  readonly holds: (person: Person) => boolean;
}

const everybody: Condition = { name: 'everybody', holds: () => true };
const both = (one: Condition, other: Condition): Condition => ({
  name: `${one.name}, ${other.name}`,
  holds: (person) => one.holds(person) && other.holds(person),
});
const either = (trait: MetricTrait): readonly Condition[] => [
  { name: trait, holds: (person) => person.has(trait) },
  { name: `not ${trait}`, holds: (person) => !person.has(trait) },
];

/** Every set of people that has some of the traits and is without others. */
const conditions: readonly Condition[] = [
  [
    ...either('proband'),
    ...[...either('trio'), ...either('trioGenomes')].map((one) =>
      both(one, { ...everybody, holds: (p) => p.has('proband') }),
    ),
    { name: 'trio, not trioGenomes', holds: (p: Person) => p.has('trio') && !p.has('trioGenomes') },
  ],
  races.flatMap(either),
  ...others.map(either),
].reduce<readonly Condition[]>(
  (some, more) => some.flatMap((one) => [one, ...more.map((other) => both(one, other))]),
  [everybody],
);

/** The sets of fewer people than the threshold of which these figures leave one number only. */
export async function learnedFrom(
  figures: ReadonlyMap<string, number>,
  people: readonly Person[],
  threshold: number,
): Promise<readonly string[]> {
  const cellsWhere = (holds: Condition['holds']): number[] =>
    kinds.flatMap((person, index) => (holds(person) ? [index] : []));
  const bounds = await createBounds({
    cells: kinds.length,
    equations: [...figures].map(([key, sum]) => ({ cells: cellsWhere((person) => has(person, key)), sum })),
    least: [],
  });
  return conditions.flatMap(({ name, holds }) => {
    const count = people.filter(holds).length;
    const isSmall = count > 0 && count < threshold;
    return isSmall && bounds.isCertain(cellsWhere(holds), count) ? [`${name}: ${count}`] : [];
  });
}

/** A data package of these people; genomes and exomes are records of their own. */
export async function writePeople(folder: string, people: readonly Person[]): Promise<string> {
  const field = (name: string, type = 'string') => ({
    name,
    type,
    atrium: { id: name, type: type === 'string' ? 'category' : type },
  });
  const id = { name: 'id', type: 'string', atrium: { publish: false } };
  const descriptor = {
    name: 'people',
    resources: [
      {
        name: 'person',
        data: people.map((person, number) => ({
          id: `P${number}`,
          role: person.has('proband') ? 'Proband' : number % 2 === 0 ? 'Mother' : 'Father',
          trio: person.has('trio'),
          sequenced: person.has('trioGenomes'),
          sex: person.has('male') ? 'Male' : 'Female',
          ethnicity: person.has('hispanic') ? 'Hispanic' : 'Not Hispanic',
          race: races.find((race) => person.has(race)),
        })),
        schema: {
          primaryKey: 'id',
          fields: [
            id,
            field('role'),
            field('trio', 'boolean'),
            field('sequenced', 'boolean'),
            field('sex'),
            field('ethnicity'),
            field('race'),
          ],
        },
      },
      {
        name: 'assay',
        data: people.flatMap((person, number) =>
          (['genomes', 'exomes'] as const)
            .filter((kind) => person.has(kind))
            .map((kind) => ({ id: `P${number}`, kind })),
        ),
        schema: {
          fields: [id, field('kind')],
          foreignKeys: [{ fields: 'id', reference: { resource: 'person', fields: 'id' } }],
        },
      },
    ],
    atrium: {
      metrics: {
        traits: {
          proband: { concept: 'role', values: ['Proband'] },
          trio: { concept: 'trio', values: [true] },
          trioGenomes: { concept: 'sequenced', values: [true] },
          male: { concept: 'sex', values: ['Male'] },
          hispanic: { concept: 'ethnicity', values: ['Hispanic'] },
          genomes: { concept: 'kind', values: ['genomes'] },
          exomes: { concept: 'kind', values: ['exomes'] },
          ...Object.fromEntries(races.map((race) => [race, { concept: 'race', values: [race] }])),
        },
      },
    },
  };
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'datapackage.json'), JSON.stringify(descriptor));
  return folder;
}

const block = z.record(z.string(), z.number().nullable());
const homeReply = z.object({ metrics: z.record(z.string(), block) });
const infoReply = z.object({
  proband_and_trio: z.record(z.string(), block),
  trio_characteristics: z.record(z.string(), block),
  sequenced_trios: block,
});

const populations: Readonly<Record<string, readonly MetricTrait[]>> = {
  individual: [],
  proband: ['proband'],
  trio: ['proband', 'trio'],
  probands: ['proband'],
  trios: ['proband', 'trio'],
  wgs: ['proband', 'trio', 'genomes'],
  wes: ['proband', 'trio', 'exomes'],
};
const spellings: Readonly<Record<string, readonly MetricTrait[]>> = {
  all: [],
  total: [],
  wgs: ['genomes'],
  wes: ['exomes'],
  ...Object.fromEntries([...races, ...others].map((trait) => [trait, [trait]])),
};

/** Every figure about these people that anybody can read without signing in, by the name of its group. */
export async function readFigures(stranger: Caller): Promise<ReadonlyMap<string, number>> {
  const { metrics } = homeReply.parse((await stranger.get('/pcgc/core/home-data/')).json());
  const info = infoReply.parse((await stranger.get('/pcgc/core/metrics-info/')).json());
  const sequenced = info.sequenced_trios['wgs'] ?? null;
  const blocks = [metrics, info.proband_and_trio, info.trio_characteristics].flatMap(
    Object.entries<z.infer<typeof block>>,
  );
  return new Map([
    ...(sequenced === null ? [] : [[metricGroupKey(['proband', 'trioGenomes']), sequenced] as const]),
    ...blocks.flatMap(([name, cells]) => {
      const population = populations[name];
      if (population === undefined) return [];
      return Object.entries(cells).flatMap(([spelling, count]) => {
        const traits = spellings[spelling];
        return traits === undefined || count === null
          ? []
          : [[metricGroupKey([...population, ...traits]), count] as const];
      });
    }),
  ]);
}
