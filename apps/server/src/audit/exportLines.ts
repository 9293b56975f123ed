import type { RecordedDefinitionView } from '@atrium/contract/wire/audit';
import { disarmed } from '@atrium/engine';
import { csvText } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import type { StoredLine } from './canonicalLine.ts';
import { type LineFilter, loadAfter } from './loadLines.ts';
import { record } from './record.ts';
import { loadRecorded, recordedIn } from './recordedQueries.ts';

export interface ExportRequest {
  readonly format: AuditFormat;
  readonly filter: LineFilter;
  /** Who exports: an account, or a user of the operating system. */
  readonly by: { readonly accountId: number | null; readonly operator?: string };
}

/** Exports lines as text while they are loaded; the audit records the export with the number of lines in it. */
export function exportLines(
  db: Kysely<Schema>,
  { format, filter, by }: ExportRequest,
): AsyncGenerator<string> {
  const counted = async function* (): AsyncGenerator<readonly StoredLine[]> {
    let lines = 0;
    let isComplete = false;
    try {
      for await (const portion of loadAfter(db, Number.MIN_SAFE_INTEGER, filter)) {
        lines += portion.length;
        yield portion;
      }
      isComplete = true;
    } finally {
      await record(db, { ...by, action: 'export_audit', detail: { format, lines, isComplete } });
    }
  };
  return lineWriters[format](addRecorded(db, counted()));
}

export type AuditFormat = 'csv' | 'ndjson';

type Write = (portions: AsyncIterable<readonly ExportedLine[]>) => AsyncGenerator<string>;

const fields = (line: StoredLine) => ({
  id: line.id,
  at: line.at.toISOString(),
  account_id: line.accountId,
  username: line.username,
  operator: line.operator,
  dataset_id: line.datasetId,
  dataset: line.dataset,
  action: line.action,
});

const hashes = (line: StoredLine) => ({ previous_hash: line.previousHash, hash: line.hash });

const columns = [
  'id',
  'at',
  'account_id',
  'username',
  'operator',
  'dataset_id',
  'dataset',
  'action',
  'detail',
  'previous_hash',
  'hash',
  'asked',
];

/** A heading, then a row for each line. Text that a spreadsheet would run is disarmed, as in exports of tables. */
async function* csv(portions: AsyncIterable<readonly ExportedLine[]>): AsyncGenerator<string> {
  yield csvText([columns]);
  for await (const portion of portions)
    yield csvText(
      portion.map(({ line, query }) =>
        Object.values({ ...fields(line), detail: line.detail, ...hashes(line), asked: query }).map((cell) =>
          cell === null ? '' : disarmed(String(cell)),
        ),
      ),
    );
}

/** An object for each line, with the detail as it was hashed. A definition is whole in the first line that names it. */
async function* ndjson(portions: AsyncIterable<readonly ExportedLine[]>): AsyncGenerator<string> {
  for await (const portion of portions)
    yield portion
      .map(({ line, query, definitions }) => {
        const before = JSON.stringify(fields(line));
        const after = JSON.stringify({ ...hashes(line), asked: query, definitions });
        return `${before.slice(0, -1)},"detail":${line.detail},${after.slice(1)}\n`;
      })
      .join('');
}

const lineWriters: Readonly<Record<AuditFormat, Write>> = { csv, ndjson };

/** A line with its recorded query. */
interface ExportedLine {
  readonly line: StoredLine;
  /** The recorded query in words, cut to the length of a cell; empty where there is none. */
  readonly query: string;
  /** Its definitions that no earlier line of the file names. */
  readonly definitions: readonly RecordedDefinitionView[];
}

/** So many lines are in memory at once with their definitions, each of which may be as large as a request. */
const linesAtOnce = 100;
const maxText = 2000;

/** Adds the recorded queries to lines: in words for each line, whole where a definition is named for the first time. */
async function* addRecorded(
  db: Kysely<Schema>,
  portions: AsyncIterable<readonly StoredLine[]>,
): AsyncGenerator<readonly ExportedLine[]> {
  const seen = new Set<string>();
  for await (const portion of portions)
    for (let start = 0; start < portion.length; start += linesAtOnce) {
      const lines = portion.slice(start, start + linesAtOnce);
      const loaded = await loadRecorded(db, lines);
      yield lines.map((line) => {
        const named = recordedIn(loaded, line);
        const definitions = named.filter(({ hash }) => !seen.has(hash));
        for (const { hash } of definitions) seen.add(hash);
        return { line, query: inWords(named), definitions };
      });
    }
}

function inWords(named: readonly RecordedDefinitionView[]): string {
  const text = named.map(({ kind, description }) => `${kind}: ${description}`).join('\n');
  return text.length <= maxText ? text : `${text.slice(0, maxText - 1)}…`;
}
