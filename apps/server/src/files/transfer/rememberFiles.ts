import { perEpoch } from '../../database/index.ts';
import type { FileRecord, FindReadableFile } from '../fileRecord.ts';

/**
 * Remembers what an account may read within an epoch, in which neither rights nor releases change: a file that is read
 * in many ranges is looked up once. What ends by the clock alone is judged by whoever admits the caller (rule 13.32).
 */
export function rememberFiles(find: FindReadableFile): FindReadableFile {
  const keep = perEpoch<FileRecord>();
  return (account, dataset, fileId) =>
    keep({ epoch: account.asOf?.epoch, key: JSON.stringify([account.id, dataset, fileId]) }, () =>
      find(account, dataset, fileId),
    );
}
