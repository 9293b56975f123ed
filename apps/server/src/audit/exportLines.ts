import type { Kysely } from 'kysely';
import type { Schema } from '../database/schema.ts';
import { addAsked } from './addAsked.ts';
import type { StoredLine } from './canonicalLine.ts';
import { type LineFilter, readAfter } from './readLines.ts';
import { record } from './record.ts';
import { type AuditFormat, lineWriters } from './writeLines.ts';

export interface ExportRequest {
  readonly format: AuditFormat;
  readonly filter: LineFilter;
  /** Who is told of as having exported: an account, or a user of the operating system. */
  readonly by: { readonly accountId: number | null; readonly operator?: string };
}

/** The lines as text, while they are read; the export is put on record with the lines that went out. */
export function exportLines(
  db: Kysely<Schema>,
  { format, filter, by }: ExportRequest,
): AsyncGenerator<string> {
  const counted = async function* (): AsyncGenerator<readonly StoredLine[]> {
    let lines = 0;
    let isComplete = false;
    try {
      for await (const batch of readAfter(db, Number.MIN_SAFE_INTEGER, filter)) {
        lines += batch.length;
        yield batch;
      }
      isComplete = true;
    } finally {
      await record(db, { ...by, action: 'export_audit', detail: { format, lines, isComplete } });
    }
  };
  return lineWriters[format](addAsked(db, counted()));
}
