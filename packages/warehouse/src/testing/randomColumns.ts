import fc from 'fast-check';

/** A cell as a file has it, and the value that it means: a number, a text, a day, or nothing. */
export interface WrittenCell {
  readonly text: string;
  readonly value: string | number | boolean | null;
}

/** A column of a file of other people, with what its texts mean. */
export interface WrittenColumn {
  readonly name: string;
  readonly cells: readonly WrittenCell[];
}

type Cells = fc.Arbitrary<readonly WrittenCell[]>;

const cell = (text: string, value: WrittenCell['value'] = text): WrittenCell => ({ text, value });
const all = (rows: number) => ({ minLength: rows, maxLength: rows });

/** Of several whole numbers, all different, so that no two texts are one number. */
const different = (rows: number, range: { min: number; max: number }): fc.Arbitrary<readonly number[]> =>
  fc.uniqueArray(fc.integer(range), all(rows));

/** Some of the cells hold what people write for "no value". */
const withMissing = (cells: Cells, words: readonly string[]): Cells =>
  fc.tuple(cells, fc.constantFrom(...words), fc.infiniteStream(fc.nat(4))).map(([written, word, picks]) => {
    const pick = picks[Symbol.iterator]();
    // The first cells stay, so that a column never is without the texts that say what it is.
    return written.map((one, index) => (pick.next().value === 0 && index > 3 ? cell(word, null) : one));
  });

const missing = ['', 'NA', 'n/a', 'NULL', '.', '-', 'missing'];

const integers = (rows: number): Cells =>
  withMissing(
    different(rows, { min: -500, max: 90_000 }).map((numbers) => numbers.map((n) => cell(String(n), n))),
    missing,
  );

interface Spelling {
  readonly decimal: string;
  readonly group: string;
}

/** A number with digits of its own behind the sign, and figures in groups of three where it has a sign for them. */
function spell(thousandths: number, { decimal, group }: Spelling): string {
  const sign = thousandths < 0 ? '-' : '';
  const whole = String(Math.floor(Math.abs(thousandths) / 100));
  const part = String(Math.abs(thousandths) % 100).padStart(2, '0');
  const grouped = group === '' ? whole : whole.replaceAll(/\B(?=(?:\d{3})+$)/g, group);
  return `${sign}${grouped}${decimal}${part}`;
}

const spellings: readonly Spelling[] = [
  { decimal: '.', group: '' },
  { decimal: ',', group: '' },
  { decimal: '.', group: ',' },
  { decimal: ',', group: '.' },
];

const decimals = (rows: number): Cells =>
  withMissing(
    fc
      .tuple(different(rows, { min: -9_999_999, max: 9_999_999 }), fc.constantFrom(...spellings))
      .map(([numbers, spelling]) =>
        [123_456_789, ...numbers.slice(1)].map((n) => cell(spell(n, spelling), n / 100)),
      ),
    missing,
  );

/** Codes, of which some begin with 0, are equal as numbers or have an E. */
const codes = (rows: number): Cells =>
  fc
    .tuple(
      fc.constantFrom(['038.9', '745.1'], ['745.1', '745.10'], ['1E5', '20'], ['007', '8'], ['2E3', '2000']),
      fc.array(fc.constantFrom('250.0', '250.00', '414', '0', '10.0', '1E2', '+5', '12', '-7'), all(rows)),
    )
    .map(([firsts, others]) => [...firsts, ...others].slice(0, rows).map((text) => cell(text)));

const days = (rows: number) =>
  fc
    .array(
      fc.tuple(fc.integer({ min: 1950, max: 2025 }), fc.integer({ min: 1, max: 12 }), fc.nat(27)),
      all(rows),
    )
    .map((parts) => parts.map(([year, month, day]) => ({ year, month, day: day + 1 })));

interface Day {
  readonly year: number;
  readonly month: number;
  readonly day: number;
}
const two = (n: number): string => String(n).padStart(2, '0');
const isoOf = ({ year, month, day }: Day): string => `${year}-${two(month)}-${two(day)}`;
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

const formsOfDays: readonly ((day: Day) => string)[] = [
  isoOf,
  ({ year, month, day }) => `${two(day)}.${two(month)}.${year}`,
  ({ year, month, day }) => `${month}/${day}/${year}`,
  ({ year, month, day }) => `${year}/${two(month)}/${two(day)}`,
  ({ year, month, day }) => `${day}-${months[month - 1]}-${year}`,
  ({ year, month, day }) => `${months[month - 1]} ${day}, ${year}`,
];

/** Dates in one form or in two, of which no text is another day in the other form. */
const dates = (rows: number): Cells =>
  withMissing(
    fc
      .tuple(days(rows), fc.uniqueArray(fc.constantFrom(...formsOfDays), { minLength: 1, maxLength: 2 }))
      .map(([written, forms]) =>
        // A day after the 12th in each form says which number is the day.
        [{ year: 2001, month: 3, day: 25 }, { year: 2002, month: 4, day: 26 }, ...written.slice(2)].map(
          (day, index) => cell(forms[index % forms.length]?.(day) ?? '', isoOf(day)),
        ),
      ),
    missing,
  );

const quantities = (rows: number): Cells =>
  withMissing(
    fc
      .tuple(
        different(rows, { min: 1, max: 4000 }),
        fc.constantFrom(' kg', 'mg', ' mmol/L', '%', ' cm'),
        fc.constantFrom('.', ','),
      )
      .map(([numbers, unit, decimal]) =>
        numbers.map((n) => cell(`${spell(n * 10 + 1, { decimal, group: '' })}${unit}`, (n * 10 + 1) / 100)),
      ),
    missing,
  );

/** Numbers with bounds and few words beside them; each is a value. */
const numbersWithWords = (rows: number): Cells =>
  withMissing(
    fc
      .tuple(
        different(rows, { min: 1, max: 90_000 }),
        fc.constantFrom('.', ','),
        fc.array(fc.constantFrom('<', '>', '≤', '<=', '> ', '', '', ''), all(rows)),
        fc.constantFrom('not done', 'refused', 'hemolysed'),
      )
      .map(([numbers, decimal, signs, word]) =>
        numbers.map((n, index) => {
          if (index === 2) return cell(word);
          const text = spell(n * 10 + 5, { decimal, group: '' });
          const sign = index === 1 ? '<' : index === 0 ? '' : (signs[index] ?? '');
          return sign === '' ? cell(text, String((n * 10 + 5) / 100)) : cell(`${sign}${text}`);
        }),
      ),
    missing,
  );

/** Texts with everything that a delimiter, a quote or an editor may be taken for. */
const texts = (rows: number): Cells =>
  fc
    .array(
      fc.constantFrom(
        ...[
          'north',
          'a b',
          'x, y',
          'q;r',
          'say "no"',
          '"',
          "it's",
          'Zürich',
          '#',
          '# 5',
          '12',
          '3.5',
          'tab\there',
        ],
        ...['bar|bar', 'two\nlines', '-', 'null', 'undefined', '[not set]', '=1+1', '<b>', 'a, b; c'],
      ),
      all(rows),
    )
    .map((written) => ['the first', ...written.slice(1)].map((text) => cell(text)));

const answers = (rows: number): Cells =>
  withMissing(
    fc
      .tuple(
        fc.array(fc.boolean(), all(rows)),
        fc.constantFrom(['yes', 'no'], ['TRUE', 'FALSE'], ['Y', 'N'], ['1', '0']),
      )
      .map(([written, [yes = '', no = '']]) =>
        [true, false, ...written.slice(2)].map((is) => cell(is ? yes : no, is)),
      ),
    missing,
  );

/** A column of each kind, by its name. */
export const randomColumns = (rows: number): fc.Arbitrary<readonly WrittenColumn[]> =>
  fc
    .record({
      integers: integers(rows),
      decimals: decimals(rows),
      codes: codes(rows),
      dates: dates(rows),
      quantities: quantities(rows),
      numbersWithWords: numbersWithWords(rows),
      texts: texts(rows),
      answers: answers(rows),
    })
    .map((found) => Object.entries(found).map(([name, cells]) => ({ name, cells })));
