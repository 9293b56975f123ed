import { createHash } from 'node:crypto';

/** A line as the database stores it; the detail is the text that was hashed. */
export interface StoredLine {
  readonly id: number;
  readonly at: Date;
  readonly accountId: number | null;
  readonly username: string | null;
  readonly operator: string | null;
  readonly datasetId: number | null;
  readonly dataset: string | null;
  readonly action: string;
  readonly detail: string;
  readonly previousHash: string;
  readonly hash: string;
}

/** The head before the first line. */
export const origin = { id: 0, hash: '0'.repeat(64) } as const;

/** The text that is hashed for a line: a JSON array, the same as the function `audit_hash` of the database writes. */
export function canonicalLine(line: StoredLine): string {
  const { id, at, accountId, username, operator, datasetId, dataset, action, detail, previousHash } = line;
  const before = [id, at.toISOString(), accountId, username, operator, datasetId, dataset, action];
  return `${JSON.stringify(before).slice(0, -1)},${detail},${JSON.stringify(previousHash)}]`;
}

/** SHA-256, hex. */
export const hashOf = (line: StoredLine): string =>
  createHash('sha256').update(canonicalLine(line)).digest('hex');
