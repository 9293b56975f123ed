import type { FileSubject } from '@atrium/contract/wire/files';
import { betweenNames, compileSubjectsOfFiles, type FilesOfMember, toQuery } from '@atrium/engine';
import type { Questions } from '@atrium/warehouse';

interface Wanted {
  readonly fileIds: readonly string[];
  /** So many of each file at most. */
  readonly most?: number;
  readonly signal?: AbortSignal;
}

/** The subjects of files that the member may read, by the ids of the files; a file of no subject is not there (rule 13.87). */
export async function loadSubjects(
  { questions }: { readonly questions: Pick<Questions, 'run'> },
  files: Omit<FilesOfMember, 'plan'>,
  { fileIds, most, signal }: Wanted,
): Promise<ReadonlyMap<string, readonly FileSubject[]>> {
  const compiled = fileIds.length === 0 ? null : compileSubjectsOfFiles(files, fileIds, most);
  if (compiled === null) return new Map();
  const rows = await questions.run(toQuery(compiled), signal === undefined ? {} : { signal });
  const names = (value: unknown): readonly (string | null)[] =>
    String(value)
      .split(betweenNames)
      .map((name) => (name === '' ? null : name));
  return new Map(
    rows.map((row) => {
      const [families, roles] = [names(row['families']), names(row['roles'])];
      const subjects = names(row['participants']).map((participant, index) => ({
        participant,
        family: families[index] ?? null,
        role: roles[index] ?? null,
      }));
      return [String(row['file_id']), subjects];
    }),
  );
}
