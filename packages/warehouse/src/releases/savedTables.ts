import { z } from 'zod';

/** What is needed to create the tables of a release on PostgreSQL again, in any warehouse. */
export const savedOutline = z.strictObject({
  tables: z.array(
    z.strictObject({
      name: z.string(),
      file: z.string().regex(/^\d+\.copy$/),
      columns: z.array(
        z.strictObject({ name: z.string(), type: z.string().regex(/^[a-z ]+$/), isRequired: z.boolean() }),
      ),
      indexes: z.array(z.strictObject({ columns: z.array(z.string()), isKey: z.boolean() })),
    }),
  ),
  /** Views of the tables of another release (rule 15.40). */
  views: z.array(z.string()),
  of: z.string().nullable(),
});
export type SavedOutline = z.infer<typeof savedOutline>;
export type SavedTable = SavedOutline['tables'][number];

export const outlineFile = 'release.json';

/** Of the file of a release that was saved by a warehouse of files. */
export const releaseFile = 'release.duckdb';

/** The lines of a text, however it is cut; a line ends with a line feed and nothing else. */
export async function* linesOf(parts: AsyncIterable<string | Buffer>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let rest = '';
  for await (const part of parts) {
    const lines = (rest + (typeof part === 'string' ? part : decoder.decode(part, { stream: true }))).split(
      '\n',
    );
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}

const nullCell = '\\N';

const letters: Readonly<Record<string, string>> = {
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
  v: '\v',
};

/** The cells of a line in the text format of COPY; null is null. */
export const cellsOf = (line: string): readonly (string | null)[] =>
  line.split('\t').map((cell) => {
    if (cell === nullCell) return null;
    return cell.includes('\\')
      ? cell.replace(/\\([\s\S])/g, (_, letter: string) => letters[letter] ?? letter)
      : cell;
  });

interface Compared {
  readonly table: string;
  /** PostgreSQL's types of the columns, by their order. */
  readonly types: readonly string[];
}

/** Throws, naming the table, unless both hold the same rows in the same order; both are lines of COPY. */
export async function requireSameRows(
  { table, types }: Compared,
  found: AsyncIterable<string>,
  wanted: AsyncIterable<string>,
): Promise<void> {
  const left = found[Symbol.asyncIterator]();
  for await (const line of wanted) {
    const next = await left.next();
    const isSame =
      next.done !== true && (next.value === line || isSameRow(types, cellsOf(next.value), cellsOf(line)));
    if (!isSame) throw new Error(`The restored table ${table} differs from the saved one.`);
  }
  if ((await left.next()).done !== true) throw new Error(`The restored table ${table} has more rows.`);
}

type Cells = readonly (string | null)[];

const isSameRow = (types: readonly string[], left: Cells, right: Cells): boolean =>
  left.length === right.length &&
  types.every((type, index) => isSameCell(type, left[index] ?? null, right[index] ?? null));

/** Databases spell numbers and truth values differently. */
function isSameCell(type: string, left: string | null, right: string | null): boolean {
  if (left === null || right === null) return left === right;
  if (type.startsWith('double')) return Object.is(Number(left), Number(right));
  if (type === 'boolean') return left[0] === right[0];
  return left === right;
}
