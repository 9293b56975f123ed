import { describe, expect, it } from 'vitest';
import type { CastRule, FieldPlan } from '../../package/packagePlan.ts';
import type { Cell } from '../rows/rowSource.ts';
import { type CodeBook, castField } from './castField.ts';

const textRule: CastRule = {
  lexical: 'string',
  target: 'text',
  ageUnit: 'days',
  datePatterns: null,
  units: null,
  keepsTime: false,
  trueValues: null,
  falseValues: null,
  decimalChar: '.',
  groupChar: null,
  bareNumber: true,
};

function fieldWith(rule: Partial<CastRule>, rest: Partial<FieldPlan> = {}): FieldPlan {
  return {
    name: 'f',
    index: 0,
    rule: { ...textRule, ...rule },
    declaredRule: { ...textRule, ...rule },
    delimiter: null,
    listEscape: null,
    missingValues: new Set(['']),
    isRequired: false,
    isUnique: false,
    allowedValues: null,
    labels: null,
    limits: null,
    ontologyId: null,
    codeOf: null,
    spellings: null,
    concept: null,
    isEventTime: false,
    isKey: false,
    ...rest,
  };
}

/** The values of a cell, or the kind of problem where there is one and no value. */
function cast(field: FieldPlan, cell: Cell, codes: CodeBook | null = null) {
  const problems: string[] = [];
  const values = castField(field, codes)(cell, (kind, text) => problems.push(`${kind} ${text}`));
  return problems.length === 0 ? values : [...values, ...problems.map((problem) => `! ${problem}`)];
}

const text = fieldWith({});
const integer = fieldWith({ lexical: 'integer', target: 'number' });
const number = fieldWith({ lexical: 'number', target: 'number' });
const german = fieldWith({ lexical: 'number', target: 'number', decimalChar: ',', groupChar: '.' });
const grouped = fieldWith({ lexical: 'integer', target: 'number', groupChar: ' ' });
const percent = fieldWith({ lexical: 'number', target: 'number', bareNumber: false });
const boolean = fieldWith({ lexical: 'boolean', target: 'boolean' });
const ownWords = fieldWith({
  lexical: 'boolean',
  target: 'boolean',
  trueValues: ['ja'],
  falseValues: ['nein', '-'],
});
const date = fieldWith({ lexical: 'date', target: 'date' });
const germanDate = fieldWith({ lexical: 'date', target: 'date', datePatterns: ['%d.%m.%Y'] });
const oddDate = fieldWith({ lexical: 'date', target: 'date', datePatterns: ['%Y-%m-%d 00:00:00'] });
const wordyDate = fieldWith({ lexical: 'date', target: 'date', datePatterns: ['%B %d, %y at %H:%M'] });
const instant = fieldWith({ lexical: 'datetime', target: 'date' });
const year = fieldWith({ lexical: 'year', target: 'number' });
const duration = fieldWith({ lexical: 'duration', target: 'age' });
const days = fieldWith({ lexical: 'integer', target: 'age' });
const years = fieldWith({ lexical: 'number', target: 'age', ageUnit: 'years' });
const fractionalDays = fieldWith({ lexical: 'number', target: 'age' });
const list = fieldWith({}, { delimiter: ';' });
const numbers = fieldWith({ lexical: 'integer', target: 'number' }, { delimiter: ',' });
const required = fieldWith({}, { isRequired: true });
const enumerated = fieldWith({ target: 'category' }, { allowedValues: new Set(['a', 'b']) });
const missing = fieldWith(
  { lexical: 'integer', target: 'number' },
  { missingValues: new Set(['-', 'NA', '99']) },
);
const category = fieldWith({ lexical: 'integer', target: 'category' });

type Case = readonly [rule: string, field: FieldPlan, cell: Cell, ...values: unknown[]];

describe('a cell', () => {
  const cases: readonly Case[] = [
    ['text is trimmed', text, '  a b ', 'a b'],
    ['empty text is null', text, ''],
    ['blank text is null', text, '  '],
    ['a null stays one', text, null],
    ['a category of whole numbers keeps the text', category, '007', '007'],
    ['integer', integer, ' 42 ', 42],
    ['negative integer', integer, '-7', -7],
    ['an integer with a sign', integer, '+7', 7],
    ['zero', integer, '0', 0],
    ['an integer with an empty fraction', integer, '3.0', 3],
    ['a fraction is no integer', integer, '3.5', '! notAnInteger 3.5'],
    ['text is no integer', integer, 'x3', '! notAnInteger x3'],
    ['an integer with groups', grouped, '1 234 567', 1234567],
    [
      'a huge integer is rounded',
      integer,
      '12345678901234567891',
      12345678901234567000,
      '! inexactInteger 12345678901234567891',
    ],
    ['number', number, '-1.5e3', -1500],
    ['a number without a whole part', number, '.5', 0.5],
    ['hexadecimal is no number', number, '0x10', '! notANumber 0x10'],
    ['NaN is no number', number, 'NaN', '! notANumber NaN'],
    ['INF is no number', number, '-INF', '! notANumber -INF'],
    ['too large a number', number, '1e999', '! notANumber 1e999'],
    ['a decimal comma', german, '1.234,5', 1234.5],
    ['text around a number', percent, '€ 95.5 %', 95.5],
    ['a negative number with text around', percent, '-5%', -5],
    ['text around a bare number', number, '95%', '! notANumber 95%'],
    ['true', boolean, 'TRUE', true],
    ['t', boolean, 't', true],
    ['yes', boolean, 'Yes', true],
    ['y', boolean, 'y', true],
    ['1', boolean, '1', true],
    ['false', boolean, 'false', false],
    ['f', boolean, 'F', false],
    ['no', boolean, 'no', false],
    ['n', boolean, 'n', false],
    ['0', boolean, '0', false],
    ['none', boolean, 'None'],
    ['null', boolean, 'null'],
    ['n/a', boolean, 'N/A'],
    ['unknown', boolean, 'unknown'],
    ['neither', boolean, 'maybe', '! notABoolean maybe'],
    ['own word for true', ownWords, 'ja', true],
    ['own word for false', ownWords, '-', false],
    ['own words are exact', ownWords, 'Ja', '! notABoolean Ja'],
    ['own words replace the usual', ownWords, 'true', '! notABoolean true'],
    ['date', date, '2020-02-29', '2020-02-29'],
    ['a day that does not exist', date, '2019-02-29', '! notADate 2019-02-29'],
    ['a date of another form', date, '02/29/2020', '! notADate 02/29/2020'],
    ['half a date', date, '2020', '! notADate 2020'],
    ['a date in its format', germanDate, '1.9.2020', '2020-09-01'],
    ['an ISO date where there is a format', germanDate, '2020-09-01', '! notADate 2020-09-01'],
    ['a format with fixed text', oddDate, '1963-12-31 00:00:00', '1963-12-31'],
    ['a format with words', wordyDate, 'March 04, 99 at 12:30', '1999-03-04'],
    ['the day of an instant', instant, '2020-01-31T23:59:59Z', '2020-01-31'],
    ['the day of an instant with a space', instant, '2020-01-31 23:59:59.5', '2020-01-31'],
    ['year', year, '1980', 1980],
    ['no year', year, '19.5', '! notAYear 19.5'],
    ['17 years', duration, 'P17Y', 6209],
    ['5 months', duration, 'P5M', 152],
    ['6 months', duration, 'P6M', 182],
    ['18 months', duration, 'P18M', 547],
    ['years, months and days', duration, 'P1Y11M3D', 365 + 334 + 3],
    ['days that carry into a year', duration, 'P11M31D', 365],
    ['weeks', duration, 'P2W', 14],
    ['hours', duration, 'P1DT36H', 2],
    ['nothing', duration, 'P0D', 0],
    ['a negative duration', duration, '-P6M', -182],
    ['no duration', duration, 'P', '! notADuration P'],
    ['no duration either', duration, '5 years', '! notADuration 5 years'],
    ['age in days', days, '6210', 6210],
    ['negative age in days', days, '-3', -3],
    ['age in years', years, '17', 6209],
    ['age in years and a half', years, '1.5', 547],
    ['an age below zero mirrors the same age above, in years', years, '-1.5', -547],
    ['an age below zero mirrors the same age above, in days', fractionalDays, '-3.5', -3],
    ['no age', years, 'old', '! notANumber old'],
    ['too large an age', days, '99999999999', '! notAnAge 99999999999'],
    ['list', list, 'b; a ;b;;', 'b', 'a'],
    ['empty list', list, ''],
    ['a list that came as one', list, ['b', null, ' a'], 'b', 'a'],
    ['a list with a bad item', numbers, '1,x,2', 1, 2, '! notAnInteger x'],
    ['a required value', required, 'a', 'a'],
    ['a required value that is missing', required, ' ', '! required '],
    ['a declared value', enumerated, 'a', 'a'],
    ['a value that was not declared is kept', enumerated, 'c', 'c', '! undeclaredValue c'],
    ['a missing value', missing, '-'],
    ['a missing value with space', missing, ' NA '],
    ['a missing value that looks like one', missing, '99'],
    ['an empty cell, whatever is declared missing', missing, ''],
  ];
  for (const [rule, field, cell, ...values] of cases) {
    it(rule, () => {
      expect(cast(field, cell)).toEqual(values);
    });
  }
});

describe('a code of an ontology', () => {
  const codes: CodeBook = {
    terms: new Set(['A:1']),
    alternatives: new Map([['A:2', 'A:1']]),
    obsolete: new Set(['A:3']),
  };
  const term = fieldWith({ target: 'ontology' });

  it.each([
    ['a current one stays', 'A:1', ['A:1']],
    ['a merged one becomes the current', 'A:2', ['A:1']],
    ['an obsolete one is kept and reported', 'A:3', ['A:3', '! obsoleteTerm A:3']],
    ['an unknown one is kept and reported', 'B:1', ['B:1', '! unknownTerm B:1']],
  ])('%s', (_, cell, values) => {
    expect(cast(term, cell, codes)).toEqual(values);
  });
});

describe('what a package says of the spelling of cells', () => {
  it.each([
    ['2020-01-31', ['2020-01-31']],
    ['31.01.2020', ['2020-01-31']],
    ['31/01/2020', ['! notADate 31/01/2020']],
  ])('a date has the first of several forms that it fits: %s', (given, wanted) => {
    const several = fieldWith({
      lexical: 'date',
      target: 'date',
      datePatterns: ['%Y-%m-%d', '%d.%m.%Y'],
    });
    expect(cast(several, given)).toEqual(wanted);
  });

  const kilograms = new Map([['kg', 1]]);
  const weights = new Map([
    ['kg', 1],
    ['g', 0.001],
  ]);
  it.each([
    [kilograms, '80 kg', [80]],
    [kilograms, '80kg', [80]],
    [kilograms, '80', [80]],
    [kilograms, '80 lb', ['! notANumber 80 lb']],
    [kilograms, '-1.5 kg', [-1.5]],
    [kilograms, 'kg', ['! notANumber kg']],
    [weights, '700 g', [0.7]],
    [weights, '80', ['! notANumber 80']],
  ])('a number counts by its unit: %j %s', (units, given, wanted) => {
    expect(cast(fieldWith({ lexical: 'number', target: 'number', units }), given)).toEqual(wanted);
  });

  it('another spelling of a value is the value', () => {
    const sex = fieldWith({ target: 'category' }, { spellings: new Map([['m', 'male']]) });
    expect([cast(sex, ' m '), cast(sex, 'male'), cast(sex, 'M')]).toEqual([['male'], ['male'], ['M']]);
  });
});
