import fc from 'fast-check';
import type { PlainRelease } from './plainRelease.ts';

/** Ages in days of one subject. */
export interface Life {
  readonly enrolled: number | null;
  readonly seen: number | null;
  readonly operations: readonly { readonly kind: string; readonly age: number | null }[];
}

export const ninetyYears = 32_872;
const age = fc.option(
  fc.oneof(fc.nat(12), fc.nat(12), fc.integer({ min: ninetyYears - 2, max: ninetyYears + 2 })),
);
export const lives: fc.Arbitrary<readonly Life[]> = fc.array(
  fc.record({
    enrolled: age,
    seen: age,
    operations: fc.array(fc.record({ kind: fc.constantFrom('first', 'second', 'end'), age }), {
      maxLength: 5,
    }),
  }),
  { minLength: 1, maxLength: 25 },
);

export const releaseOf = (people: readonly Life[]): PlainRelease => ({
  eventTime: 'age',
  collections: [
    {
      id: 'subject',
      concepts: [
        { id: 'subject_id', type: 'text' },
        { id: 'enrolled', type: 'age' },
        { id: 'seen', type: 'age' },
      ],
      rows: people.map(({ enrolled, seen }, index) => ({
        subjects: [`S${index}`],
        values: { subject_id: `S${index}`, enrolled, seen },
      })),
    },
    {
      id: 'operation',
      event: { start: 'age' },
      concepts: [
        { id: 'kind', type: 'category' },
        { id: 'age', type: 'age' },
      ],
      rows: people.flatMap(({ operations }, index) =>
        operations.map((operation) => ({ subjects: [`S${index}`], values: { ...operation } })),
      ),
    },
  ],
});
