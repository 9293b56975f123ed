import { disarmed } from '@atrium/engine';
import { csvText } from '../http/index.ts';
import type { FoundedLine } from './addAsked.ts';
import type { StoredLine } from './canonicalLine.ts';

export const auditFormats = ['csv', 'ndjson'] as const;
export type AuditFormat = (typeof auditFormats)[number];

type Write = (batches: AsyncIterable<readonly FoundedLine[]>) => AsyncGenerator<string>;

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

/** A heading and a line each; texts that a spreadsheet would run are disarmed, as in the exports of tables. */
async function* csv(batches: AsyncIterable<readonly FoundedLine[]>): AsyncGenerator<string> {
  yield csvText([columns]);
  for await (const batch of batches)
    yield csvText(
      batch.map(({ line, asked }) =>
        Object.values({ ...fields(line), detail: line.detail, ...hashes(line), asked }).map((cell) =>
          cell === null ? '' : disarmed(String(cell)),
        ),
      ),
    );
}

/** One object a line, its detail as it was hashed; a definition stands whole in the first line that names it. */
async function* ndjson(batches: AsyncIterable<readonly FoundedLine[]>): AsyncGenerator<string> {
  for await (const batch of batches)
    yield batch
      .map(({ line, asked, definitions }) => {
        const before = JSON.stringify(fields(line));
        const after = JSON.stringify({ ...hashes(line), asked, definitions });
        return `${before.slice(0, -1)},"detail":${line.detail},${after.slice(1)}\n`;
      })
      .join('');
}

export const lineWriters: Readonly<Record<AuditFormat, Write>> = { csv, ndjson };
