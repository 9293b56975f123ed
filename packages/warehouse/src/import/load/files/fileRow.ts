import { posix } from 'node:path';
import { type FileCategory, fileCategories, localTag } from '@atrium/contract/wire/files';
import type { Row } from '../../../sql/row.ts';

/** A row of the catalogue that has no fault of form. */
export interface FileRow {
  readonly n: number;
  readonly fileId: string;
  readonly name: string;
  readonly location:
    | { readonly kind: 'path'; readonly path: string }
    | { readonly kind: 'url'; readonly url: string };
  readonly size: number;
  readonly checksum: { readonly kind: 'sha256' | 'md5'; readonly value: string } | null;
  /** As the package gives it, beside another checksum too. */
  readonly md5: string | null;
  readonly category: FileCategory;
  readonly source: string;
  readonly dataType: string;
  readonly experimentType: string;
  readonly fileFormat: string;
  readonly access: string | null;
}

/** The row of the table `file_row` as a file; defaults are the last part of the location for the name, and `Local`. */
export function fileRow(row: Row): FileRow {
  const text = (name: string): string | null => {
    const value = row[name];
    return value === null || value === undefined ? null : String(value);
  };
  const url = text('url');
  const path = text('path') ?? '';
  const [sha256, md5] = [text('sha256')?.toLowerCase() ?? null, text('md5')?.toLowerCase() ?? null];
  const category = fileCategories.find((known) => known === text('category'));
  if (category === undefined) throw new Error(`${text('file_id')} has no category.`);
  return {
    n: Number(row['_n']),
    fileId: text('file_id') ?? '',
    name: text('name') ?? nameOf(url ?? path),
    location: url === null ? { kind: 'path', path } : { kind: 'url', url },
    size: Number(text('size')),
    checksum:
      sha256 !== null ? { kind: 'sha256', value: sha256 } : md5 !== null ? { kind: 'md5', value: md5 } : null,
    md5,
    category,
    source: text('source') ?? localTag,
    dataType: text('data_type') ?? '',
    experimentType: text('experiment_type') ?? '',
    fileFormat: text('file_format') ?? '',
    access: text('access'),
  };
}

/** The last part of a path or an address, without a query. */
export const nameOf = (location: string): string =>
  posix.basename(location.replace(/[?#].*$/, '').replace(/\/+$/, ''));
