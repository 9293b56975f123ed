import { type ColumnReading, columnReading } from '@atrium/contract/documents/fileReading';

/** How values of a column may be read, with the properties of its field that say so. */
export const readingKinds = [
  ['text', { type: 'string', atrium: { type: 'text' } }],
  ['category', { type: 'string', atrium: { type: 'category' } }],
  ['integer', { type: 'integer' }],
  ['number', { type: 'number' }],
  ['number_words', { type: 'number', atrium: { type: 'number_with_categories' } }],
  ['boolean', { type: 'boolean' }],
  ['date', { type: 'date' }],
  ['datetime', { type: 'datetime' }],
  ['year', { type: 'year' }],
  ['age_days', { type: 'integer', atrium: { type: 'age', unit: 'days' } }],
  ['age_years', { type: 'number', atrium: { type: 'age', unit: 'years' } }],
  ['duration', { type: 'duration' }],
  ['list', { type: 'list', itemType: 'string', atrium: { type: 'category' } }],
] as const satisfies readonly (readonly [string, ColumnReading])[];
export type ReadingKind = (typeof readingKinds)[number][0];

export interface UnitText {
  readonly text: string;
  /** By which its numbers are counted; empty for 1. */
  readonly factor: string;
}

/** A reading as a person fills it in. What a kind does not have is kept for the case that the kind changes back. */
export interface ReadingForm {
  readonly kind: ReadingKind;
  /** Texts that mean "no value". */
  readonly missing: readonly string[];
  readonly decimal: '.' | ',';
  /** The sign between thousands; empty for none. */
  readonly thousands: string;
  /** Forms of dates, in the order in which they are tried; none: ISO. */
  readonly formats: readonly string[];
  readonly unit: string;
  /** Texts behind the number; none: there is no unit in the cells. */
  readonly units: readonly UnitText[];
  readonly spellings: ReadonlyMap<string, string>;
  readonly delimiter: string;
}

export const hasNumbers = (kind: ReadingKind): boolean =>
  ['integer', 'number', 'number_words', 'age_days', 'age_years'].includes(kind);
/** Whether a unit may be shown: the kind of an age has it. */
export const hasUnit = (kind: ReadingKind): boolean => ['integer', 'number', 'number_words'].includes(kind);
export const hasDates = (kind: ReadingKind): boolean => kind === 'date' || kind === 'datetime';
export const hasWords = (kind: ReadingKind): boolean => kind === 'text' || kind === 'category';

interface KindParts {
  readonly type?: string | undefined;
  readonly atrium?: { readonly type?: string | undefined; readonly unit?: string | undefined } | undefined;
}

export function kindOf({ type, atrium }: KindParts): ReadingKind {
  if (type === 'list') return 'list';
  if (atrium?.type === 'age') return atrium.unit === 'years' ? 'age_years' : 'age_days';
  if (atrium?.type === 'number_with_categories') return 'number_words';
  if (atrium?.type === 'category') return 'category';
  if (atrium?.type === 'text') return 'text';
  return readingKinds.find(([kind]) => kind === type)?.[0] ?? 'text';
}

export function formOf(reading: ColumnReading): ReadingForm {
  const { missingValues = [], decimalChar, groupChar, format, delimiter, atrium = {} } = reading;
  const { formats, unit, units = [], spellings = [] } = atrium;
  const kind = kindOf(reading);
  return {
    kind,
    missing: missingValues.filter((text) => text !== ''),
    decimal: decimalChar === ',' ? ',' : '.',
    thousands: groupChar ?? '',
    formats: formats ?? (format === undefined || format === 'default' ? [] : [format]),
    unit: hasUnit(kind) ? (unit ?? '') : '',
    units: units.map(({ text, factor }) => ({ text, factor: factor === undefined ? '' : String(factor) })),
    spellings: new Map(spellings.map(({ text, value }) => [text, value])),
    delimiter: delimiter ?? ';',
  };
}

/** The properties that say a kind. */
export const kindReading = (kind: ReadingKind): ColumnReading =>
  (readingKinds.find(([one]) => one === kind) ?? readingKinds[0])[1];

/** The reading that a form says; parts that are empty are left out. */
export function readingOf(form: ReadingForm): ColumnReading {
  const { kind, missing } = form;
  const read = kindReading(kind);
  const atrium = { ...read.atrium, ...extrasOf(form) };
  return {
    ...read,
    ...(hasNumbers(kind) && form.decimal === ',' ? { decimalChar: ',' } : {}),
    ...(hasNumbers(kind) && form.thousands !== '' ? { groupChar: form.thousands } : {}),
    ...(hasDates(kind) && form.formats.length === 1 ? { format: form.formats[0] } : {}),
    ...(kind === 'list' ? { delimiter: form.delimiter === '' ? ';' : form.delimiter } : {}),
    ...(missing.length === 0 ? {} : { missingValues: ['', ...missing] }),
    ...(Object.keys(atrium).length === 0 ? {} : { atrium }),
  };
}

function extrasOf({ kind, formats, unit, units, spellings }: ReadingForm): ColumnReading['atrium'] {
  const unitTexts = units.filter(({ text }) => text.trim() !== '');
  const others = [...spellings].filter(([text, value]) => value.trim() !== '' && value !== text);
  return {
    ...(hasDates(kind) && formats.length > 1 ? { formats: [...formats] } : {}),
    ...(hasUnit(kind) && unit.trim() !== '' ? { unit: unit.trim() } : {}),
    ...(hasNumbers(kind) && unitTexts.length > 0 ? { units: unitTexts.map(presentUnit) } : {}),
    ...(hasWords(kind) && others.length > 0
      ? { spellings: others.map(([text, value]) => ({ text, value: value.trim() })) }
      : {}),
  };
}

function presentUnit({ text, factor }: UnitText) {
  const number = Number(factor.replace(',', '.'));
  return { text: text.trim(), ...(factor.trim() !== '' && number > 0 ? { factor: number } : {}) };
}

/** Forms of dates that a person may choose, as an import spells them. */
export const dateForms: readonly string[] = [
  '%Y-%m-%d',
  '%d.%m.%Y',
  '%d/%m/%Y',
  '%m/%d/%Y',
  '%d-%m-%Y',
  '%m-%d-%Y',
  '%Y/%m/%d',
  '%d.%m.%y',
  '%d/%m/%y',
  '%m/%d/%y',
  '%d %b %Y',
  '%d-%b-%Y',
  '%d-%b-%y',
  '%d %B %Y',
  '%b %d, %Y',
  '%B %d, %Y',
  '%Y%m%d',
];

const partsOfDate: Readonly<Record<string, string>> = {
  Y: '2024',
  y: '24',
  m: '03',
  d: '31',
  b: 'Mar',
  B: 'March',
  H: '14',
  M: '05',
  S: '09',
};

/** The 31st of March 2024 in a form of dates, for people who do not know its signs. */
export const exampleOfDate = (form: string): string =>
  form.replaceAll(/%([A-Za-z])/g, (sign, letter: string) => partsOfDate[letter] ?? sign);

/** Whether two readings say the same, in whatever order. */
export const isSameReading = (one: ColumnReading, other: ColumnReading): boolean =>
  JSON.stringify(columnReading.parse(one)) === JSON.stringify(columnReading.parse(other));

/** An alternative within a part of the form; its fit is shown beside it. */
export interface Alternative {
  readonly part: 'kind' | 'decimal' | 'thousands' | 'format';
  readonly value: string;
  readonly reading: ColumnReading;
}

/** A choice of the form with how much fits; undefined while that is counted. */
export interface CountedAlternative extends Alternative {
  readonly fit: { readonly cells: number; readonly ofCells: number } | undefined;
}

const decimals = ['.', ','] as const;
const thousandsSigns = ['', ',', '.', ' ', "'"] as const;

/** Every choice that a person has within a form, each with the rest of the form as it is. */
export function alternativesOf(form: ReadingForm): readonly Alternative[] {
  const of = (part: Alternative['part'], value: string, change: Partial<ReadingForm>): Alternative => ({
    part,
    value,
    reading: readingOf({ ...form, ...change }),
  });
  const forms = [...new Set([...form.formats, ...dateForms])];
  return [
    ...readingKinds.map(([kind]) => of('kind', kind, { kind })),
    ...(hasNumbers(form.kind)
      ? [
          ...decimals.map((decimal) => of('decimal', decimal, { decimal })),
          ...thousandsSigns
            .filter((sign) => sign !== form.decimal)
            .map((thousands) => of('thousands', thousands, { thousands })),
        ]
      : []),
    ...(hasDates(form.kind) ? forms.map((format) => of('format', format, { formats: [format] })) : []),
  ];
}
