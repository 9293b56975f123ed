import { createHash } from 'node:crypto';
import type { FileRecord } from '../fileRecord.ts';

type Content = Pick<FileRecord, 'checksum' | 'size' | 'location'>;

/**
 * A short text that another content of a file does not have: of checksum and size, or of size and location where there
 * is no checksum. A link or address that was made for one content opens no other (rule 13.33).
 */
export function contentTag({ checksum, size, location }: Content): string {
  const content = checksum === null ? { size, location } : { size, ...checksum };
  return createHash('sha256').update(JSON.stringify(content)).digest('base64url').slice(0, 16);
}

/** The strong entity tag of a file, from its checksum where it has one. */
export const entityTag = (record: Content): string =>
  record.checksum === null
    ? `"${contentTag(record)}"`
    : `"${record.checksum.kind}:${record.checksum.value}:${record.size}"`;
