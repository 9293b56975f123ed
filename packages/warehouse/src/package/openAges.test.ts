import { expect, it } from 'vitest';
import { toPerson } from '../testing/tinyPackage.ts';
import { importTiny } from '../testing/tinyWarehouse.ts';

type Atrium = Readonly<Record<string, unknown>>;

/** Persons with a day of birth and visits at an age. */
async function warningsOf(born: Atrium, age: Atrium, ageType = 'integer'): Promise<readonly string[]> {
  const { report } = await importTiny({
    tables: [
      {
        name: 'person',
        fields: [{ name: 'person_id' }, { name: 'born', type: 'date', atrium: born }],
        schema: { primaryKey: 'person_id' },
        csv: 'person_id,born\np1,2001-05-06\n',
      },
      {
        name: 'visit',
        fields: [{ name: 'person_id' }, { name: 'age', type: ageType, atrium: age }],
        schema: toPerson,
        csv: `person_id,age\np1,${ageType === 'duration' ? 'P3D' : '3'}\n`,
      },
    ],
  });
  return report.warnings;
}

const expectWarning = async (_: string, age: Atrium, type: string) => {
  const [warning, ...more] = await warningsOf({ phi: true }, age, type);
  expect(warning).toContain('Ages in days are open (visit.age) beside protected dates (person.born).');
  expect(more).toEqual([]);
};
it.each([['of durations', {}, 'duration']])(
  'an open age %s beside a protected date is warned of',
  expectWarning,
);
it.each([
  ['counted in days', { type: 'age' }, 'integer'],
  ['said to be in days', { type: 'age', unit: 'days' }, 'number'],
])('an open age %s beside a protected date is warned of', { tags: 'long' }, expectWarning);

const expectNoWarning = async (_: string, born: Atrium, age: Atrium) => {
  expect(await warningsOf(born, age)).toEqual([]);
};
it.each([['the age is protected too', { phi: true }, { type: 'age', phi: true }]])(
  'nothing is warned of where %s',
  expectNoWarning,
);
it.each([
  ['the age is in years', { phi: true }, { type: 'age', unit: 'years' }],
  ['the age is not published', { phi: true }, { type: 'age', publish: false }],
  ['it is a number', { phi: true }, {}],
  ['no date is protected', {}, { type: 'age' }],
  ['the protected date is not published', { phi: true, publish: false }, { type: 'age' }],
])('nothing is warned of where %s', { tags: 'long' }, expectNoWarning);
