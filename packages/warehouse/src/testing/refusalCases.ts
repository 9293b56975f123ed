import { expect, it } from 'vitest';
import { key, persons, type TinyPackage, type TinyTable, toPerson } from './tinyPackage.ts';
import { refusalOf } from './tinyWarehouse.ts';

type Json = Readonly<Record<string, unknown>>;

/** What is refused, the package, and the problems that the refusal names. */
export type RefusalCase = readonly [rule: string, tiny: TinyPackage, ...problems: readonly string[]];

export const person = persons();
export const sample: TinyTable = {
  name: 'sample',
  fields: [key('person_id'), { name: 'tube' }],
  schema: toPerson,
  csv: 'person_id,tube,extra\np1,a,b\n',
};
export const sampleWith = (rest: Partial<TinyTable>): TinyPackage => ({
  tables: [person, { ...sample, ...rest }],
});
export const field = (given: Json): TinyPackage =>
  sampleWith({ fields: [...sample.fields, { name: 'extra', type: 'string', ...given }] });
export const reference = (given: Json): TinyPackage =>
  sampleWith({ schema: { foreignKeys: [...toPerson.foreignKeys, given] } });
export const packageWith = (atrium: Json, rest: Json = {}): TinyPackage => ({
  tables: [person, sample],
  atrium,
  rest,
});
export const event = (type: string, given: Json): TinyPackage =>
  sampleWith({
    fields: [...sample.fields, { name: 'extra', type }],
    rest: { atrium: { event: given } },
  });

export function testRefusals(cases: readonly RefusalCase[]): void {
  for (const [rule, tiny, ...problems] of cases) {
    it(rule, async () => {
      expect(await refusalOf(tiny)).toEqual(problems);
    });
  }
}
