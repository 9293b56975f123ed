import { describe, expect, it } from 'vitest';
import { persons, type TinyPackage, toPerson } from '../testing/tinyPackage.ts';
import { importTiny, refusalOf } from '../testing/tinyWarehouse.ts';

type Json = Readonly<Record<string, unknown>>;

const status = {
  name: 'status',
  categories: [
    { value: 1, label: 'found' },
    { value: 2, label: 'not found' },
  ],
};
const fields: readonly Json[] = [
  { name: 'person_id' },
  { name: 'excluded', type: 'boolean' },
  { ...status, type: 'integer' },
  { name: 'note', type: 'string' },
  { name: 'open', type: 'boolean', atrium: { publish: false } },
  { name: 'several', type: 'list', itemType: 'boolean' },
];

/** Persons with signs, which declare a polarity. */
const signs = (polarity?: Json, given: readonly Json[] = fields): TinyPackage => ({
  tables: [
    persons(['p1']),
    {
      name: 'sign',
      fields: given,
      schema: toPerson,
      csv: `${given.map(({ name }) => String(name)).join(',')}\n${['p1', 'true', '2', 'x', 'true', 'true'].slice(0, given.length).join(',')}\n`,
      ...(polarity === undefined ? {} : { rest: { atrium: { polarity } } }),
    },
  ],
});

describe('a polarity is refused (rule 2.20)', () => {
  const expectRefusal = async (_: string, polarity: Json, why: string) => {
    expect((await refusalOf(signs(polarity))).join('\n')).toContain(why);
  };
  it.each([
    [
      'that names no field',
      { field: 'gone', absent: [true] },
      'its polarity "gone" is not a field of the table',
    ],
    ['of a field that is not published', { field: 'open', absent: [true] }, 'is not published'],
    ['with a value that the field does not have', { field: 'status', absent: ['2'] }, 'has no value "2"'],
  ])('%s', expectRefusal);
  it.each([
    [
      'of a text',
      { field: 'note', absent: ['x'] },
      'must be a boolean, or a category that declares its values',
    ],
    ['of a list', { field: 'several', absent: [true] }, 'is a list'],
    ['with a word for a boolean', { field: 'excluded', absent: ['true'] }, 'has no value "true"'],
    ['with a value twice', { field: 'excluded', absent: [true, true] }, 'names a value twice'],
    [
      'by which nothing is present',
      { field: 'excluded', absent: [true, false] },
      'leaves no value for present',
    ],
    ['that names no value', { field: 'excluded', absent: [] }, 'absent'],
  ])('%s', { tags: 'long' }, expectRefusal);

  it('on the root', async () => {
    const [root] = persons().fields;
    const tiny: TinyPackage = {
      tables: [
        {
          ...persons(),
          fields: [{ ...root }, { name: 'alive', type: 'boolean' }],
          csv: 'person_id,alive\np1,true\n',
          rest: { atrium: { polarity: { field: 'alive', absent: [false] } } },
        },
      ],
    };
    expect(await refusalOf(tiny)).toEqual(['resource person: the root cannot have a polarity']);
  });
});

const expectPolarity = async (
  _: string,
  polarity: { readonly field: string; readonly absent: readonly unknown[] },
  conceptId: string,
) => {
  const { warehouse, report } = await importTiny(signs(polarity));
  const lookup = await warehouse.questions.open('r1');
  expect(lookup.collection('sign')?.polarity).toEqual({ conceptId, absent: polarity.absent });
  expect(lookup.collection('person')?.polarity).toBeUndefined();
  expect(report.warnings).toEqual([]);
};
it.each([['a category by its labels', { field: 'status', absent: ['not found'] }, 'sign_status']])(
  'the dictionary keeps the polarity of %s',
  expectPolarity,
);
it.each([['a boolean', { field: 'excluded', absent: [true, null] }, 'sign_excluded']])(
  'the dictionary keeps the polarity of %s',
  { tags: 'long' },
  expectPolarity,
);

describe('a boolean by a usual name', () => {
  const warnings = async (name: string, type = 'boolean', atrium: Json = {}) =>
    (await importTiny(signs(undefined, [{ name: 'person_id' }, { name, type, atrium }]))).report.warnings;

  const expectWarning = async (name: string) => {
    const [warning, ...more] = await warnings(name);
    expect(warning).toContain(`present or absent: sign.${name}.`);
    expect(more).toEqual([]);
  };
  it.each(['is_absent'])('is warned of where no polarity is declared: %s', expectWarning);
  it.each(['excluded', 'sign_negated', 'Observed'])(
    'is warned of where no polarity is declared: %s',
    { tags: 'long' },
    expectWarning,
  );

  const expectNoWarning = async (name: string, type: string, atrium: Json) => {
    expect(await warnings(name, type, atrium)).toEqual([]);
  };
  it.each([['severe', 'boolean', {}]])('is all that is warned of: not %s, %s, %j', expectNoWarning);
  it.each([
    ['excluded', 'string', {}],
    ['excluded', 'boolean', { publish: false }],
  ])('is all that is warned of: not %s, %s, %j', { tags: 'long' }, expectNoWarning);
});
