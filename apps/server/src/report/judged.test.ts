import type { Expectation } from '@atrium/contract/wire/reportExpectation';
import { expect, it } from 'vitest';
import { judgeExpectations } from './expectations.ts';

it('a refused expectation names its fields by their path; its number is in the sentence, not in the message', () => {
  const given: Expectation[] = [
    { kind: 'includes', subjects: ['P1'] },
    { kind: 'count', least: 5, most: 2 },
    { kind: 'excludes', subjects: [] },
  ];
  expect(judgeExpectations({ given, held: [], seesIds: true })).toEqual({
    errors: [
      'Expectation 2: the least number of subjects is above the most.',
      'Expectation 3: name at least one subject.',
    ],
    refusals: [
      {
        fields: ['expectations.1.least', 'expectations.1.most'],
        code: 'reversed',
        message: 'the least number of subjects is above the most.',
      },
      { fields: ['expectations.2.subjects'], code: 'missing', message: 'name at least one subject.' },
    ],
  });
});
