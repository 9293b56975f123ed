import fc from 'fast-check';

const texts = [
  '',
  ' ',
  'a\u0000b',
  '\ud800',
  "'; drop table account; --",
  '" OR 1=1 --',
  '$1',
  '%',
  '_',
  '\\',
  '<script>alert(1)</script>',
  '<img src=x onerror=alert(1)>',
  '{{7*7}}',
  '=1+1',
  '__proto__',
  'constructor',
  'prototype',
  'hasOwnProperty',
  'undefined',
  'null',
  'NaN',
  '-Infinity',
  '1e400',
  '99999999999999999999',
  '-1',
  '0x10',
  '2019-02-30',
  '0000-00-00',
  '13/45/2020',
  '../../etc/passwd',
  '\u202etxt.exe',
  'x'.repeat(10_000),
  '🫀'.repeat(600),
];

const numbers = [0, -0, -1, 0.5, 1e308, -1e308, 2 ** 31, 2 ** 53, 2 ** 63, 5e-324];

const nested = (depth: number): unknown => {
  let value: unknown = 'x';
  for (let level = 0; level < depth; level += 1) value = level % 2 === 0 ? [value] : { deep: value };
  return value;
};

/** Values that no form would send, as far as JSON can hold them. */
export const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...texts) },
  { weight: 2, arbitrary: fc.constantFrom(...numbers) },
  {
    weight: 3,
    arbitrary: fc.constantFrom<unknown>(
      null,
      true,
      false,
      [],
      {},
      [[]],
      [null],
      [{}],
      ['a', 7, null],
      { a: 1 },
      { code: 7 },
    ),
  },
  { weight: 1, arbitrary: fc.constantFrom(5, 30, 60, 3000).map(nested) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 40 }) },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 3 }) },
);

export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...texts.filter((text) => text.length < 5000)),
  fc.string({ unit: 'binary', maxLength: 40 }),
);

/** Keys that no field has; some of them have a meaning in JavaScript. */
export const strayKey: fc.Arbitrary<string> = fc.constantFrom(
  '__proto__',
  'constructor',
  'toString',
  'extra',
  '',
  '0',
  'a\u0000',
  'type ',
  'entry_id\n',
  '<b>',
);
