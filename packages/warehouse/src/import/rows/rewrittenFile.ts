import { open, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DuckDBTypeId } from '@duckdb/node-api';
import { UnreadableFile } from '../../package/packageErrors.ts';
import type { FieldPlan, FilePlan, TablePlan } from '../../package/packagePlan.ts';
import { literal } from '../../sql/quoted.ts';
import { type FileAccess, openRows } from './openRows.ts';
import { type Cell, isMissing, type RowSource, type SourceRow, textOfCell } from './rowSource.ts';
import { csvReader, maxLineBytes, type TableFile } from './tableFile.ts';

/**
 * Writes the rows of a file, or of the descriptor, as a CSV file of the usual form into the scratch folder: `line`,
 * where a row begins; `cells`, their number where it is not that of the columns; and the cells, a list as JSON. So a
 * file of any dialect and encoding is loaded as one that needs no rewriting (rule 10.11).
 */
export async function rewriteFile(
  file: FilePlan,
  table: TablePlan,
  access: FileAccess,
  onBytes: (bytes: number) => void,
): Promise<TableFile> {
  const source = await openRows(file, table, access, onBytes);
  const { columns, typedColumns } = source;
  const width = columns?.length ?? table.described.length;
  const indexOf = (field: FieldPlan): number => columns?.indexOf(field.name) ?? field.index;
  const lists = new Map(
    table.fields.filter((field) => isListIn(field, table)).map((field) => [indexOf(field), field]),
  );
  const localPath = join(access.scratchFolder, 'rewritten.csv');
  const target = { localPath, width, lists, signal: access.signal };
  const written = await writeRows(source, target).finally(() => source.close());
  const names = Array.from({ length: width }, (_, index) => `f${index}`);
  return {
    from: csvReader(localPath, {
      delimiter: ',',
      quote: '"',
      hasHeader: false,
      columns: ["line: 'INTEGER'", "cells: 'INTEGER'", ...names.map((name) => `${name}: 'VARCHAR'`)],
      lineBytes: Math.max(maxLineBytes, written.lineBytes),
    }),
    rows: written.rows,
    columnOf: (field) => {
      const index = indexOf(field);
      const name = names[index];
      if (name === undefined) return null;
      const isTyped = typedColumns.has(field.name);
      if (lists.has(index))
        return { sql: `from_json(${name}, '["VARCHAR"]')`, type: DuckDBTypeId.LIST, isTyped };
      return { sql: written.isMasked ? unmasked(name) : name, type: DuckDBTypeId.VARCHAR, isTyped };
    },
    lines: { kind: 'columns', line: 'line', cells: 'cells', width },
    fault: (given) => {
      if ('cause' in given)
        return given.cause instanceof Error ? given.cause : new Error(String(given.cause));
      const reason = `${given.rows} rows of resource ${table.name} could be read, but the file holds ${written.rows}`;
      return new UnreadableFile(file.path, reason);
    },
    close: () => rm(localPath),
  };
}

/** Whether the items of a list are known before its text would be split. */
const isListIn = ({ delimiter, listEscape }: FieldPlan, { format }: TablePlan): boolean =>
  delimiter !== null && (format.kind === 'inline' || listEscape !== null);

interface Target {
  readonly localPath: string;
  readonly width: number;
  /** By the index of their column. */
  readonly lists: ReadonlyMap<number, FieldPlan>;
  readonly signal: AbortSignal | undefined;
}

async function writeRows(source: RowSource, { localPath, width, lists, signal }: Target) {
  const written = { rows: 0, lineBytes: 0, isMasked: false };
  const textOf = (cell: Cell, index: number): string => {
    const list = lists.get(index);
    const text = list === undefined ? textOfCell(cell) : jsonOf(cell, list);
    if (text === null || text === '') return '';
    if (!/["\0\ue000]/.test(text)) return `"${text}"`;
    written.isMasked ||= /[\0\ue000]/.test(text);
    return `"${masked(text).replaceAll('"', '""')}"`;
  };
  const lineOf = ({ line, cells }: SourceRow): string => {
    const texts = Array.from({ length: width }, (_, index) => textOf(cells[index] ?? null, index));
    const row = [line, cells.length === width ? '' : cells.length, ...texts].join(',');
    if (row.length * 3 > maxLineBytes)
      written.lineBytes = Math.max(written.lineBytes, Buffer.byteLength(row) + 1);
    return `${row}\n`;
  };
  const file = await open(localPath, 'w', 0o600);
  try {
    for await (const chunk of source.rows()) {
      signal?.throwIfAborted();
      await file.appendFile(chunk.map(lineOf).join(''));
      written.rows += chunk.length;
    }
  } finally {
    await file.close();
  }
  return written;
}

function jsonOf(cell: Cell, { delimiter, missingValues }: FieldPlan): string | null {
  if (cell === null || cell === '' || isMissing(cell, missingValues)) return null;
  return JSON.stringify(typeof cell === 'string' ? cell.split(delimiter ?? '') : cell);
}

/** DuckDB reads no zero from CSV, so a character stands for it, and for itself. */
const mask = '\ue000';
const masked = (text: string): string => text.replaceAll(mask, `${mask}1`).replaceAll('\0', `${mask}0`);
const unmasked = (sql: string): string =>
  `replace(replace(${sql}, ${literal(`${mask}0`)}, chr(0)), ${literal(`${mask}1`)}, ${literal(mask)})`;
