/** A value as a test writes it; a list holds several. */
export type WrittenCell = string | number | boolean | null | readonly string[] | readonly number[];

/** A kind of column: how the package declares it, and the value of each row by a formula of the row's number. */
export interface ColumnKind {
  /** As a field of the descriptor. */
  readonly field: Readonly<Record<string, unknown>>;
  /** The type of its column in a Parquet file. */
  readonly parquet: string;
  /** From a random whole number below 2^32. */
  readonly cell: (drawn: number) => WrittenCell;
  /** What a release must hold; default: what was written. */
  readonly stored?: (cell: WrittenCell) => unknown;
  /** What stands beside the stored day (`toMoment`); default: nothing does. */
  readonly moment?: (cell: WrittenCell) => string;
  /** Every value is a whole number beyond 2^53, whose digits stand beside the stored number. */
  readonly keepsDigits?: true;
}

/** A random whole number below 2^32, always the same for the same three. */
export function drawn(seed: number, column: number, row: number): number {
  let state = seed ^ 0x51ed270b;
  for (const part of [column + 1, row + 1, 0x2545f491]) {
    state = Math.imul(state ^ part, 0x9e3779b1);
    state ^= state >>> 15;
    state = Math.imul(state, 0x85ebca77);
    state ^= state >>> 13;
  }
  return state >>> 0;
}

const pick = <Item>(items: readonly Item[], number: number): Item => {
  const item = items[number % items.length];
  if (item === undefined) throw new Error('There is nothing to pick from.');
  return item;
};

const texts = [
  'Zürich',
  'two words',
  'q"q',
  '"',
  "it's",
  'a,b',
  'a;b',
  'tab\tbed',
  'x|y',
  'line\nbreak',
  'cr\r\nlf',
  'back\\slash',
  '\\N',
  '🙂',
  '日本',
  'NA',
  'null',
  '-99',
  '0',
  '007',
  '{a}',
  '[1]',
  '=1+1',
  'x'.repeat(300),
];

const twoDigits = (number: number): string => String(number).padStart(2, '0');
const dayOf = (number: number): string =>
  `${String(1 + (number % 9999)).padStart(4, '0')}-${twoDigits(1 + (number % 12))}-${twoDigits(1 + (number % 28))}`;

const timeOf = (number: number): string =>
  `${twoDigits(number % 24)}:${twoDigits(number % 60)}:${twoDigits((number >>> 9) % 60)}`;
const instantDayOf = (number: number): string => `2${dayOf(number).slice(1)}`;

const labels = ['yes', 'no', 'not asked'] as const;

/** The codes of `hierarchy`, in which X:100 is a former id of X:1; X:77 is no code of it. */
const codes = ['X:1', 'X:2', 'X:3', 'X:4', 'X:100', 'X:77'];
export const hierarchy = `format-version: 1.2

[Term]
id: X:1
name: one
alt_id: X:100

[Term]
id: X:2
name: two
is_a: X:1

[Term]
id: X:3
name: three
is_a: X:1

[Term]
id: X:4
name: four
is_a: X:3
`;

/** Columns of every type; the separator of lists is `~`. */
export const columnKinds = {
  text: {
    field: { type: 'string' },
    parquet: 'VARCHAR',
    cell: (number) => (number % 3 === 0 ? pick(texts, number >>> 5) : `note ${number}`),
  },
  choice: {
    field: { type: 'string', categories: ['left', 'right', 'both'] },
    parquet: 'VARCHAR',
    cell: (number) => pick(['left', 'right', 'both'], number),
  },
  whole: { field: { type: 'integer' }, parquet: 'INTEGER', cell: (number) => (number >>> 1) - 2 ** 30 },
  large: {
    field: { type: 'integer' },
    parquet: 'BIGINT',
    cell: (number) => (number - 2 ** 31) * 2 ** 21 + (number % 1_000_003),
  },
  huge: {
    field: { type: 'integer' },
    parquet: 'BIGINT',
    cell: (number) =>
      `${number % 2 === 0 ? '-' : ''}${1 + (number % 9)}0${twoDigits(number % 97)}7199${number}`
        .padEnd(19, '3')
        .slice(0, 18),
    stored: Number,
    keepsDigits: true,
  },
  decimal: {
    field: { type: 'number' },
    parquet: 'DECIMAL(18, 3)',
    cell: (number) => (number - 2 ** 31) / 1000,
  },
  number: {
    field: { type: 'number' },
    parquet: 'DOUBLE',
    cell: (number) => (1 + number) * 1.1 ** ((number % 401) - 200) * (number % 2 === 0 ? 1 : -1),
  },
  truth: { field: { type: 'boolean' }, parquet: 'BOOLEAN', cell: (number) => number % 2 === 0 },
  day: { field: { type: 'date' }, parquet: 'DATE', cell: dayOf },
  instant: {
    field: { type: 'datetime' },
    parquet: 'TIMESTAMP WITH TIME ZONE',
    cell: (number) => `${instantDayOf(number)} ${timeOf(number)}+00`,
    stored: (cell) => String(cell).slice(0, 10),
    moment: (cell) => {
      const written = `${String(cell).slice(0, 19)}.000000`;
      return `${written} ${written}+00:00`;
    },
  },
  moment: {
    field: { type: 'datetime' },
    parquet: 'TIMESTAMP',
    cell: (number) => {
      const fraction = number % 3 === 0 ? `.${String(number % 1000).padStart(3, '0')}` : '';
      return `${instantDayOf(number)}${number % 2 === 0 ? 'T' : ' '}${timeOf(number)}${fraction}`;
    },
    stored: (cell) => String(cell).slice(0, 10),
    moment: (cell) => {
      const [clock, fraction = ''] = String(cell).slice(11).split('.');
      return `${String(cell).slice(0, 10)} ${clock}.${fraction.padEnd(6, '0')}`;
    },
  },
  text_of_instant: {
    field: { type: 'datetime', atrium: { type: 'text' } },
    parquet: 'VARCHAR',
    cell: (number) => `${instantDayOf(number)} ${timeOf(number)}`,
  },
  year: { field: { type: 'year' }, parquet: 'INTEGER', cell: (number) => number % 10_000 },
  age: {
    field: { type: 'integer', atrium: { type: 'age' } },
    parquet: 'INTEGER',
    cell: (number) => number % 40_000,
  },
  duration: {
    field: { type: 'duration' },
    parquet: 'VARCHAR',
    cell: (number) => `P${number % 360}D`,
    stored: (cell) => Number(String(cell).slice(1, -1)),
  },
  labelled: {
    field: {
      type: 'integer',
      categories: labels.map((label, value) => ({ value, label })),
      atrium: { type: 'category' },
    },
    parquet: 'TINYINT',
    cell: (number) => number % labels.length,
    stored: (cell) => labels[Number(cell)],
  },
  code: {
    field: { type: 'string', atrium: { type: 'ontology', ontology: 'hierarchy' } },
    parquet: 'VARCHAR',
    cell: (number) => pick(codes, number),
    stored: (cell) => (cell === 'X:100' ? 'X:1' : cell),
  },
  list: {
    field: { type: 'list', delimiter: '~' },
    parquet: 'VARCHAR[]',
    cell: (number) =>
      Array.from({ length: number % 4 }, (_, index) => pick([...texts, 'other'], number >>> (3 * index))),
  },
  numbers: {
    field: { type: 'list', itemType: 'integer', delimiter: '~' },
    parquet: 'BIGINT[]',
    cell: (number) => Array.from({ length: number % 3 }, (_, index) => (number >>> (5 * index)) % 1000),
  },
} as const satisfies Record<string, ColumnKind>;

export type KindName = keyof typeof columnKinds;
export const kindNames = Object.keys(columnKinds).filter((name): name is KindName => name in columnKinds);

export interface WrittenColumn {
  readonly name: string;
  readonly kind: ColumnKind;
  /** From the 0-based number of the row. */
  readonly cell: (row: number) => WrittenCell;
}

/** Columns of these kinds, in which one cell in `nullEvery` is missing. */
export const columnsOf = (
  kinds: readonly KindName[],
  { seed, nullEvery }: { seed: number; nullEvery: number },
): readonly WrittenColumn[] =>
  kinds.map((name, index) => {
    const kind: ColumnKind = columnKinds[name];
    return {
      name,
      kind,
      cell: (row) =>
        drawn(seed, 100 + index, row) % nullEvery === 0 ? null : kind.cell(drawn(seed, index, row)),
    };
  });

/** A table of some columns and so many rows. */
export interface WrittenTable {
  readonly columns: readonly WrittenColumn[];
  readonly rows: number;
}

export interface CsvForm {
  readonly delimiter: string;
  readonly newline: string;
  readonly quote: string;
  /** What stands before a quote in a quoted cell: the quote itself or a backslash. */
  readonly escaping: 'double' | 'backslash';
  readonly quotesAll: boolean;
  readonly encoding: 'utf-8' | 'utf-8 with mark' | 'utf-16le';
}

/** The dialect of the descriptor for a form. */
export const dialectOf = ({ delimiter, newline, quote, escaping }: CsvForm) => ({
  delimiter,
  lineTerminator: newline,
  quoteChar: quote,
  ...(escaping === 'double' ? { doubleQuote: true } : { doubleQuote: false, escapeChar: '\\' }),
});

const textOf = (cell: WrittenCell): string =>
  cell === null ? '' : typeof cell === 'object' ? cell.join('~') : String(cell);

function quoting({ delimiter, quote, escaping, quotesAll }: CsvForm): (text: string) => string {
  const special = [delimiter, quote, '\r', '\n', '\\'];
  return (text) => {
    if (!quotesAll && !special.some((character) => text.includes(character))) return text;
    const plain = escaping === 'double' ? text : text.replaceAll('\\', '\\\\');
    return `${quote}${plain.replaceAll(quote, `${escaping === 'double' ? quote : '\\'}${quote}`)}${quote}`;
  };
}

/** The rows from `start` up to `end` as CSV with a header. */
export function csvOf(
  { columns }: WrittenTable,
  { start, end }: { start: number; end: number },
  form: CsvForm,
): Buffer {
  const quoted = quoting(form);
  const lines = [columns.map(({ name }) => quoted(name)).join(form.delimiter)];
  for (let row = start; row < end; row++)
    lines.push(columns.map(({ cell }) => quoted(textOf(cell(row)))).join(form.delimiter));
  const text = lines.map((line) => `${line}${form.newline}`).join('');
  if (form.encoding === 'utf-16le') return Buffer.from(`\ufeff${text}`, 'utf16le');
  return Buffer.from(form.encoding === 'utf-8' ? text : `\ufeff${text}`);
}

/** The rows from `start` up to `end` as lines of JSON objects. */
export function jsonLinesOf(
  { columns }: WrittenTable,
  { start, end }: { start: number; end: number },
): Buffer {
  const lines: string[] = [];
  for (let row = start; row < end; row++)
    lines.push(`${JSON.stringify(Object.fromEntries(columns.map(({ name, cell }) => [name, cell(row)])))}\n`);
  return Buffer.from(lines.join(''));
}
