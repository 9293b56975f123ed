import type { CsvForm } from '@atrium/contract/wire/csvForm';
import type { FileColumn, FileValue } from '@atrium/engine';
import { csvCells, fileValues } from '@atrium/engine/plain';
import type { Row } from '../sql/row.ts';
import { csvStart, csvText } from './csvText.ts';
import type { FileForm, FileFormat, FilePiece } from './filePiece.ts';
import { parquetFile } from './parquetFile.ts';

type Portions<Item> = AsyncIterable<readonly Item[]>;
type Values = readonly FileValue[];

/** Writes rows as a file, piece by piece; nothing is written before the first rows are there. */
export function writeFile(form: FileForm, rows: Portions<Row>): AsyncGenerator<FilePiece> {
  return writers[form.format](form.columns, valuesOf(form.columns, rows), form.csv);
}

type Write = (
  columns: readonly FileColumn[],
  portions: Portions<Values>,
  csv?: CsvForm,
) => AsyncGenerator<FilePiece>;

const writers: Readonly<Record<FileFormat, Write>> = {
  csv: (columns, portions, csv) => encode(csvLines(columns, portions, csv)),
  ndjson: (columns, portions) => encode(jsonLines(columns, portions)),
  parquet: parquetFile,
};

/**
 * How many rows make one text. The text of a whole portion is so large that the memory manager keeps it apart and frees
 * it late; small texts are freed early.
 */
const rowsInSmallPortion = 128;

async function* valuesOf(columns: readonly FileColumn[], portions: Portions<Row>): AsyncGenerator<Values[]> {
  const read = fileValues(columns);
  for await (const portion of portions) {
    for (let start = 0; start < portion.length; start += rowsInSmallPortion)
      yield portion.slice(start, start + rowsInSmallPortion).map(read);
  }
}

interface Lines {
  readonly text: string;
  readonly rows: number;
}

/** A line of names, then a line for each row; texts that a spreadsheet would run are disarmed (rule 5.19). */
async function* csvLines(
  columns: readonly FileColumn[],
  portions: Portions<Values>,
  csv: CsvForm = {},
): AsyncGenerator<Lines> {
  yield { text: `${csvStart(csv)}${csvText([columns.map(({ name }) => name)], csv)}`, rows: 0 };
  for await (const portion of portions)
    yield { text: csvText(portion.map(csvCells), csv), rows: portion.length };
}

/** A JSON object for each row and line. Written key by key, since an object of ours would put names like `1` first. */
async function* jsonLines(columns: readonly FileColumn[], portions: Portions<Values>): AsyncGenerator<Lines> {
  const keys = columns.map(({ name }) => JSON.stringify(name));
  for await (const portion of portions) {
    const lines = portion.map((values) => {
      const cells = columns.map(
        (column, index) => `${keys[index]}:${jsonCell(column, values[index] ?? null)}`,
      );
      return `{${cells.join(',')}}\n`;
    });
    yield { text: lines.join(''), rows: portion.length };
  }
}

/** A cell as JSON; a whole number beyond 2^53 comes as its digits, and stays a number. */
const jsonCell = ({ type }: FileColumn, value: FileValue): string =>
  type.kind === 'integer' && typeof value === 'string' ? value : JSON.stringify(value);

/** Bytes that are gathered before they leave: each piece takes a message between threads, and each is held in memory. */
const pieceBytes = 65_536;

/** A row with a giant list needs more for once. */
const maxBuffer = 16 * pieceBytes;

/**
 * Texts as bytes. They are encoded into one buffer that is used again and again: a buffer for each text would be freed
 * late, since the collector takes it for a few bytes.
 */
async function* encode(lines: AsyncIterable<Lines>): AsyncGenerator<FilePiece> {
  const encoder = new TextEncoder();
  let buffer = new Uint8Array(2 * pieceBytes);
  let [size, count] = [0, 0];
  const gathered = (): FilePiece => {
    const piece = { bytes: buffer.slice(0, size), rows: count };
    if (buffer.length > maxBuffer) buffer = new Uint8Array(2 * pieceBytes);
    [size, count] = [0, 0];
    return piece;
  };
  for await (const { text, rows } of lines) {
    const end = size + Buffer.byteLength(text);
    if (end > buffer.length) {
      const larger = new Uint8Array(Math.ceil(1.5 * end));
      larger.set(buffer.subarray(0, size));
      buffer = larger;
    }
    encoder.encodeInto(text, buffer.subarray(size));
    size = end;
    count += rows;
    if (size >= pieceBytes) yield gathered();
  }
  if (size > 0) yield gathered();
}
