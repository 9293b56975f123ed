import { type Kysely, sql } from 'kysely';
import type { Schema } from '../database/index.ts';

const tables = ['audit_event', 'audit_head', 'audit_definition', 'audit_base'];

/** Changes the audit as the owner of the database can, despite the triggers. */
export async function tamperWithAudit(db: Kysely<Schema>, ...statements: readonly string[]): Promise<void> {
  for (const table of tables) await sql.raw(`alter table ${table} disable trigger user`).execute(db);
  for (const statement of statements) await sql.raw(statement).execute(db);
  for (const table of tables) await sql.raw(`alter table ${table} enable trigger user`).execute(db);
}
