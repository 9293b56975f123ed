import {
  type ExperimentCoverage,
  type FileFigures,
  fileCategories,
  localTag,
} from '@atrium/contract/wire/files';
import { compileCatalogued, compileTrios, partsOfType, toQuery } from '@atrium/engine';
import type { Member } from '../access/index.ts';
import { disclosed } from '../http/index.ts';
import { amountOf, type FileDeps, listingLine, type OpenFiles, openFiles } from './filesOfMember.ts';
import { type Amount, presentCoverage } from './present.ts';

interface Experiments {
  /** The figures of each experiment type. */
  readonly shown: ReadonlyMap<string, Amount>;
  /** All files of it that the cohort has. */
  readonly available: ReadonlyMap<string, Amount>;
  readonly subjects: number;
}

/**
 * How many subjects of the cohort have files of each experiment type, and how many have none. Files without a subject
 * do not count.
 */
export function presentExperiments({ shown, available, subjects }: Experiments): ExperimentCoverage[] {
  return [...available]
    .filter(([, { ofSubjects }]) => ofSubjects > 0)
    .map(([experimentType, { individuals }]) => ({
      experimentType,
      ...presentCoverage(amountOf(shown, experimentType), subjects),
      available: individuals,
      missing: subjects - individuals,
    }));
}

/** The figures about the files of the active cohort (rules 13.11 and 13.12). */
export async function queryFileFigures(deps: FileDeps, member: Member, signal: AbortSignal) {
  const opened = await openFiles(deps, member, signal);
  const [subjects, types, experiments, all, hasFiles, trios] = await Promise.all([
    opened.subjects(),
    opened.coverage('type'),
    opened.coverage('experiment_type'),
    opened.coverage('all'),
    hasReadable(deps, opened, signal),
    countTrios(deps, opened, signal),
  ]);
  const total = amountOf(all, 'all');
  const figures: FileFigures = {
    subjects,
    totals: presentCoverage(total, subjects),
    hasFiles,
    sources: sourcesOf(deps),
    categories: fileCategories.map((fileCategory) => {
      const own = [...types].filter(([key]) => partsOfType(key).category === fileCategory);
      const sum = (part: 'files' | 'bytes') => own.reduce((total, [, amount]) => total + amount[part], 0);
      return { fileCategory, files: sum('files'), totalSize: sum('bytes') };
    }),
    experimentTypes: presentExperiments({ shown: experiments, available: experiments, subjects }),
    trios,
    release: opened.cohort.release.release,
    cohortSnapshotId: opened.cohort.snapshot.snapshotId,
  };
  return disclosed(figures, [listingLine(opened, total.files)]);
}

/** `Local` has files of every category, the second source of data only (rule 13.7). */
const sourcesOf = ({ secondSource }: FileDeps): FileFigures['sources'] => [
  { tag: localTag, label: localTag, categories: [...fileCategories] },
  ...(secondSource === null ? [] : [{ ...secondSource, categories: ['data' as const] }]),
];

async function hasReadable(
  deps: FileDeps,
  { files, hasCatalogue }: OpenFiles,
  signal: AbortSignal,
): Promise<boolean> {
  if (!hasCatalogue) return false;
  return (await deps.questions.run(toQuery(compileCatalogued(files, {})), { signal })).length > 0;
}

/**
 * The number of complete trios, and for each experiment type how many of them have a file for all three; null where the
 * data have no families.
 */
async function countTrios(
  deps: FileDeps,
  { files, hasCatalogue }: OpenFiles,
  signal: AbortSignal,
): Promise<FileFigures['trios']> {
  const { families } = files.release.lookup.dictionary;
  if (!hasCatalogue || families === undefined) return null;
  const question = compileTrios(files, families);
  if (question === null) return null;
  const rows = await deps.questions.run(toQuery(question), { signal });
  const counts = rows.map((row) => ({ experimentType: String(row['key']), trios: Number(row['trios']) }));
  return {
    complete: counts.find(({ experimentType }) => experimentType === '')?.trios ?? 0,
    experimentTypes: counts.filter(({ experimentType }) => experimentType !== ''),
  };
}
