import {
  type FileCategory,
  type FileItem,
  type FileSubject,
  type FileTypeRow,
  fileCategories,
} from '@atrium/contract/wire/files';
import { type FileTypeParts, partsOfType } from '@atrium/engine';
import type { Row } from '@atrium/warehouse';
import type { FileRecord } from './fileRecord.ts';

/** Files of one group, counted. */
export interface Amount {
  readonly files: number;
  readonly bytes: number;
  /** How many of the files have subjects. */
  readonly ofSubjects: number;
  readonly individuals: number;
  /** Mothers and fathers outside of the cohort, where their files are meant, too. */
  readonly parents: number;
}

export const nothing: Amount = { files: 0, bytes: 0, ofSubjects: 0, individuals: 0, parents: 0 };

export type Coverage = Pick<FileTypeRow, 'individuals' | 'percentage' | 'files' | 'totalSize'>;

/** How much of a cohort of so many subjects the files cover (rule 13.8). */
export function presentCoverage(
  { files, bytes, ofSubjects, individuals }: Amount,
  subjects: number,
): Coverage {
  const hasNoSubjects = files > 0 && ofSubjects === 0;
  return {
    individuals: hasNoSubjects ? null : individuals,
    percentage:
      hasNoSubjects || subjects === 0 ? null : Math.min(100, Math.floor((100 * individuals) / subjects)),
    files,
    totalSize: bytes,
  };
}

export function categoryOf(given: unknown): FileCategory {
  const category = fileCategories.find((known) => known === given);
  if (category === undefined) throw new Error(`${String(given)} is not a category of files.`);
  return category;
}

/** The words of a file type, as the wire spells them. */
export const presentType = ({ category, source, dataType, experimentType, fileFormat }: FileTypeParts) => ({
  fileCategory: categoryOf(category),
  fileTag: source,
  dataType,
  experimentType,
  fileFormat,
});

export const presentTypeKey = (key: string) => presentType(partsOfType(key));

const textOf = (value: unknown): string | null =>
  value === null || value === undefined ? null : String(value);

/** A row of the catalogue as a record. */
export function recordOf(row: Row): FileRecord {
  const [kind, checksum] = [textOf(row['checksum_kind']), textOf(row['checksum'])];
  const url = textOf(row['url']);
  return {
    fileId: String(row['file_id']),
    name: String(row['name']),
    location: url === null ? { kind: 'path', path: String(row['path']) } : { kind: 'url', url },
    size: Number(row['size']),
    checksum: checksum !== null && (kind === 'sha256' || kind === 'md5') ? { kind, value: checksum } : null,
    category: categoryOf(row['category']),
    source: String(row['source']),
    dataType: String(row['data_type']),
    experimentType: String(row['experiment_type']),
    fileFormat: String(row['file_format']),
    access: textOf(row['access']),
    md5: textOf(row['md5']),
    subjects: Number(row['subjects']),
  };
}

interface Shown {
  readonly queued: FileItem['queued'];
  /** The first subjects of it. */
  readonly named: readonly FileSubject[];
}

/** A row of a page of files. Where a file lies is not shown. */
export function presentFile(row: Row, { queued, named }: Shown): FileItem {
  const { fileId, name, size, checksum, md5, subjects, ...parts } = recordOf(row);
  return {
    fileId,
    name,
    ...presentType(parts),
    size,
    checksum,
    md5,
    individuals: subjects === 0 ? null : Number(row['individuals']),
    subjects: [...named],
    subjectCount: subjects,
    queued,
  };
}
