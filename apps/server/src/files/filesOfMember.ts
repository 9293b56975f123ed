import type { SiteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { localTag } from '@atrium/contract/wire/files';
import {
  compileParents,
  type FileFilter,
  type FileGrouping,
  type FilesOfMember,
  fileAccess,
  kinshipOf,
  toQuery,
} from '@atrium/engine';
import type { Row } from '@atrium/warehouse';
import type { Member } from '../access/index.ts';
import { countSubjects, type OpenCohort, openCohort, recordedCohort, requirePlan } from '../cohort/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { type Amount, nothing } from './present.ts';

/** The parts that are needed to list, queue and hand over files. */
export interface FileDeps extends DefinitionDeps {
  /** The source beside `Local`; null where the site has none. */
  readonly secondSource: SiteConfiguration['secondSource'];
}

/** The tags of the sources that the site has. */
export const tagsOf = ({ secondSource }: Pick<FileDeps, 'secondSource'>): readonly string[] => [
  localTag,
  ...(secondSource === null ? [] : [secondSource.tag]),
];

/** The files of a member's active cohort, as the member may read them at this moment. */
export interface OpenFiles {
  readonly cohort: OpenCohort;
  readonly files: FilesOfMember;
  /** False for a release without a catalogue. */
  readonly hasCatalogue: boolean;
  /** Files by group; no group without files. */
  coverage(by: FileGrouping, filter?: FileFilter): Promise<ReadonlyMap<string, Amount>>;
  /** Subjects of the cohort. */
  subjects(): Promise<number>;
  /** The same with the files of the mothers and fathers of the cohort; null where the data do not say who they are. */
  readonly withParents: WithParents | null;
}

export interface WithParents extends Pick<OpenFiles, 'cohort' | 'files' | 'hasCatalogue' | 'coverage'> {
  /** Mothers and fathers outside of the cohort whom the member sees. */
  parents(): Promise<number>;
}

/** Opens the files of the active cohort; refuses a cohort with errors (rule 3.5). */
export async function openFiles(deps: FileDeps, member: Member, signal: AbortSignal): Promise<OpenFiles> {
  const cohort = await openCohort(deps, member);
  const { release } = cohort;
  const files: FilesOfMember = {
    release,
    access: fileAccess(member, tagsOf(deps)),
    plan: requirePlan(cohort, deps),
  };
  const hasCatalogue = release.lookup.dictionary.files !== undefined;
  const over = (meant: FilesOfMember) => ({
    cohort,
    files: meant,
    hasCatalogue,
    coverage: async (by: FileGrouping, filter: FileFilter = {}) => {
      if (!hasCatalogue) return new Map<string, Amount>();
      const { release: _, ...asked } = meant;
      const question = { kind: 'fileCoverage', ...asked, by, filter } as const;
      const rows = await deps.questions.ask(question, release, { signal });
      return new Map(rows.map((row) => [String(row['key']), amountIn(row)]));
    },
  });
  const kinship = hasCatalogue ? kinshipOf({ lookup: release.lookup, member }) : null;
  const family = kinship === null ? null : { ...files, parents: kinship };
  return {
    ...over(files),
    subjects: () => countSubjects(deps, cohort, signal),
    withParents: family && {
      ...over(family),
      parents: async () => {
        const [row] = await deps.questions.run(toQuery(compileParents(family)), { signal });
        return Number(row?.['parents'] ?? 0);
      },
    },
  };
}

const amountIn = (row: Row): Amount => ({
  files: Number(row['files']),
  bytes: Number(row['bytes']),
  ofSubjects: Number(row['of_subjects']),
  individuals: Number(row['individuals']),
  parents: Number(row['parents'] ?? 0),
});

/** The amount of a group; nothing where it has no files. */
export const amountOf = (groups: ReadonlyMap<string, Amount>, key: string): Amount =>
  groups.get(key) ?? nothing;

/** The line that files of a cohort were listed or counted for a member. */
export const listingLine = ({ cohort }: Pick<OpenFiles, 'cohort'>, files: number) => ({
  action: 'files_list' as const,
  detail: { release: cohort.release.release, snapshot: cohort.snapshot.snapshotId, files },
  recordedQuery: { cohort: recordedCohort(cohort) },
});
