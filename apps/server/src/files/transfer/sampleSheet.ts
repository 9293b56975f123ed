import { manifestCell, type Written, written } from '../../http/index.ts';
import type { DescribedFile } from './describeFiles.ts';
import { checksumOf, line, md5Of } from './manifests.ts';

/**
 * Whose the files are: a line for each subject of a file, and one for a file of no subject, so that no file of the transfer
 * is missing (rule 13.88). The relation is the role in the family.
 */
export async function* sampleSheet(files: AsyncIterable<DescribedFile>): AsyncGenerator<Written> {
  yield written`participant\tfamily\trelation\tfile\ttype\texperiment_type\tfile_format\tsize\tchecksum\tmd5\tfile_id\n`;
  for await (const file of files) {
    const { subjects, record } = file;
    const cell = (text: string | null | undefined) => manifestCell(text ?? '');
    for (const subject of subjects.length === 0 ? [nobody] : subjects)
      yield line(
        cell(subject.participant),
        cell(subject.family),
        cell(subject.role),
        cell(file.path),
        cell(record?.dataType),
        cell(record?.experimentType),
        cell(record?.fileFormat),
        file.size,
        checksumOf(file),
        md5Of(file),
        cell(file.fileId),
      );
  }
}

const nobody = { participant: null, family: null, role: null } as const;

export const sampleSheetName = 'samples.tsv';
