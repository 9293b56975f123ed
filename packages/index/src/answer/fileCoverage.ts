import { type FileAccess, partsOfType, type ReleaseQuestion } from '@atrium/engine';
import { byCodePoint } from '../compile/codePoints.ts';
import { compileCohort, compileSeen } from '../compile/compileCohort.ts';
import { NotInIndex } from '../compile/refusal.ts';
import type { FileKind } from '../layout/releaseIndex.ts';
import type { Answering } from './answering.ts';
import type { AnswerRow } from './answerRow.ts';

type FilesQuestion = Extract<ReleaseQuestion, { kind: 'fileCoverage' }>;

/** Rule 13.5: what `isReadable` of the engine says of `access` and `source`. */
function isOpen({ access, type }: FileKind, { opensUnmarked, names, sources }: FileAccess): boolean {
  return (
    (access === null ? opensUnmarked : names.includes(access)) && sources.includes(partsOfType(type).source)
  );
}

/** The files of a cohort by group: what `compileCoverage` says in SQL (rules 13.5 to 13.8). */
export async function fileCoverage(question: FilesQuestion, at: Answering): Promise<readonly AnswerRow[]> {
  const { access, plan, by, filter } = question;
  if (question.parents !== undefined) throw new NotInIndex('otherQuestion');
  const { files } = at.index;
  if (files === null) throw new NotInIndex('notIndexed');
  const { among, search = '', ...parts } = filter;
  if (search !== '' || (among !== undefined && among.fileIds.length > 0)) throw new NotInIndex('singleFiles');
  const wanted = Object.entries(parts);
  const passes = (kind: FileKind): boolean => {
    const own: Readonly<Record<string, string>> = { ...partsOfType(kind.type) };
    const isWanted = wanted.every(([part, value]) => value === undefined || own[part] === value);
    return isWanted && among?.types.includes(kind.type) !== false && isOpen(kind, access);
  };
  const keyOf = ({ type }: FileKind): string => {
    if (by === 'all') return 'all';
    return by === 'type' ? type : partsOfType(type).experimentType;
  };
  const counted = files.kinds.map((kind) => (passes(kind) ? keyOf(kind) : null));
  const keys = [...new Set(counted.flatMap((key) => key ?? []))].sort(byCodePoint);
  const groupOf = Uint32Array.of(0, ...counted.map((key) => (key === null ? 0 : keys.indexOf(key) + 1)));
  const { kinds, ...columns } = files;
  const [ofSubjects, individuals, bytes] = await at.run({
    job: 'tallyFiles',
    ...{ cohort: compileCohort(plan, at), visible: compileSeen(at), files: columns, groupOf },
    groups: keys.length,
  });
  const alone = keys.map(() => ({ files: 0, bytes: 0 }));
  kinds.forEach((kind, index) => {
    const group = alone[(groupOf[index + 1] ?? 0) - 1];
    if (group === undefined) return;
    group.files += kind.alone.files;
    group.bytes += kind.alone.bytes;
  });
  return keys.flatMap((key, index) => {
    const own = alone[index] ?? { files: 0, bytes: 0 };
    const found = ofSubjects?.[index + 1] ?? 0;
    if (found + own.files === 0) return [];
    return {
      key,
      files: found + own.files,
      bytes: (bytes?.[index + 1] ?? 0) + own.bytes,
      of_subjects: found,
      individuals: individuals?.[index + 1] ?? 0,
    };
  });
}
