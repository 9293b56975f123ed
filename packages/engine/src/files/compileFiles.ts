import { type RawBuilder, sql } from 'kysely';
import { compileSubjects } from '../cohort/compile/compileSubjects.ts';
import type { Kinship } from '../cohort/kinship.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import type { Families } from '../dictionary/dictionary.ts';
import { storage } from '../dictionary/storage.ts';
import { compileIsVisible } from '../rows/compileVisibility.ts';
import { type ReleaseSql, tableOf } from '../rows/release.ts';
import { columnOf, exactOf, rowRef, sourceOf, subjectOf } from '../rows/rows.ts';
import { textOrder } from '../sql/dialect.ts';
import { parameter } from '../sql/parameter.ts';
import type { FileAccess } from './fileAccess.ts';
import type { FileTypeParts } from './fileType.ts';
import { subjectNames } from './subjectNames.ts';

type Fragment = RawBuilder<unknown>;

/** The catalogue of a release as one member may read it, and a cohort of the member. */
export interface FilesOfMember {
  readonly release: ReleaseSql;
  readonly access: FileAccess;
  readonly plan: CohortPlan;
  /** Where files of the mothers and fathers of the cohort are meant, too: how the data name families (rule 2.27). */
  readonly parents?: Kinship | undefined;
}

/** Which files of the cohort are meant; each part that is left out lets all pass. */
export interface FileFilter extends Partial<FileTypeParts> {
  /** Files of one of these types, or with one of these ids. */
  readonly among?: { readonly types: readonly string[]; readonly fileIds: readonly string[] };
  /** Part of a name or an id of a file, or of a participant or family of it; case does not count. */
  readonly search?: string;
}

const columnsOfParts = {
  category: 'category',
  source: 'source',
  dataType: 'data_type',
  experimentType: 'experiment_type',
  fileFormat: 'file_format',
} as const satisfies Record<keyof FileTypeParts, string>;

const partNames = ['category', 'source', 'dataType', 'experimentType', 'fileFormat'] as const;

const catalogue = (release: ReleaseSql): Fragment => tableOf(release, storage.files);
const subjectsOfFiles = (release: ReleaseSql): Fragment => tableOf(release, storage.fileSubjects);

/** Whether the member may read the file `f`: its `access` is open, and every subject of it is visible (rules 13.5, 13.6). */
function isReadable({ release, access }: Omit<FilesOfMember, 'plan'>): Fragment {
  const opens = sql`(${access.opensUnmarked ? sql`f.access IS NULL` : sql`FALSE`}
    OR (f.access IS NOT NULL AND ${release.dialect.isAmong(sql`f.access`, access.names)}))
    AND ${release.dialect.isAmong(sql`f.source`, access.sources)}`;
  const subject = rowRef(release.lookup.root, 'seen');
  const isVisible = compileIsVisible(subject, release);
  if (isVisible === null) return sql`(${opens})`;
  return sql`(${opens} AND f._file NOT IN (SELECT h._file FROM ${subjectsOfFiles(release)} AS h
    WHERE h._subject NOT IN (SELECT ${subjectOf(subject)} FROM ${sourceOf(subject, release)} WHERE ${isVisible})))`;
}

/** A file of no subject belongs to every cohort, any other to those that hold one of its subjects (rule 13.8). */
const isOfCohort = ({ release, parents }: FilesOfMember): Fragment =>
  sql`(f.subjects = 0 OR f._file IN (SELECT h._file FROM ${subjectsOfFiles(release)} AS h
    WHERE h._subject IN (SELECT _subject FROM ${sql.raw(parents === undefined ? 'members' : 'reached')})))`;

/**
 * `WITH` the cohort as `members` (_subject). Where parents are meant, too, `reached` beside it: the cohort, and the mothers
 * and fathers of its children whom the member sees (rule 2.27).
 */
function compileMembers({ plan, release, parents }: FilesOfMember): Fragment {
  const members = sql`WITH members AS (${compileSubjects(plan, release)})`;
  if (parents === undefined) return members;
  const row = rowRef(release.lookup.root, 'kin');
  const family = exactOf(row, parents.family, release);
  const isVisible = compileIsVisible(row, release) ?? sql`TRUE`;
  const isOne = (words: readonly string[]): Fragment => release.dialect.isAmong(sql`p.role`, words);
  return sql`${members},
    people AS (SELECT ${subjectOf(row)} AS _subject, ${family} AS family,
        ${columnOf(row, parents.role, release)} AS role
      FROM ${sourceOf(row, release)} WHERE ${isVisible} AND ${family} IS NOT NULL),
    reached AS (SELECT _subject FROM members
      UNION SELECT p._subject FROM people AS p WHERE ${isOne([parents.mother, parents.father])}
        AND p.family IN (SELECT p.family FROM people AS p JOIN members AS m ON m._subject = p._subject
          WHERE ${isOne(parents.children)}))`;
}

/** Whether the file `f` has a subject whose id or family holds the text, as far as the member may use them (rule 13.87). */
function isOfNamed(text: Fragment, release: ReleaseSql): Fragment[] {
  const row = rowRef(release.lookup.root, 'named');
  const { participant, family } = subjectNames(row, release);
  const tests = [participant, family].flatMap((name) =>
    name === null ? [] : [sql`strpos(lower(${name}), ${text}) > 0`],
  );
  if (tests.length === 0) return [];
  return [
    sql`f._file IN (SELECT h._file FROM ${subjectsOfFiles(release)} AS h
      WHERE h._subject IN (SELECT ${subjectOf(row)} FROM ${sourceOf(row, release)} WHERE ${sql.join(tests, sql` OR `)}))`,
  ];
}

function passes({ among, search, ...parts }: FileFilter, release: ReleaseSql): Fragment[] {
  const { dialect } = release;
  const tests = partNames.flatMap((part) => {
    const wanted = parts[part];
    return wanted === undefined
      ? []
      : [sql`${sql.id('f', columnsOfParts[part])} = ${parameter(wanted, 'VARCHAR')}`];
  });
  if (among !== undefined)
    tests.push(
      sql`(${dialect.isAmong(sql`f.type`, among.types)} OR ${dialect.isAmong(sql`f.file_id`, among.fileIds)})`,
    );
  if (search !== undefined && search !== '') {
    const text = sql`lower(${parameter(search, 'VARCHAR')})`;
    const found = [
      sql`strpos(lower(f.name), ${text}) > 0`,
      sql`strpos(lower(f.file_id), ${text}) > 0`,
      ...isOfNamed(text, release),
    ];
    tests.push(sql`(${sql.join(found, sql` OR `)})`);
  }
  return tests;
}

/** `WITH` the cohort and `chosen`, the files of it that pass. */
function compileChosen(files: FilesOfMember, filter: FileFilter): Fragment {
  const { release } = files;
  const tests = [isReadable(files), isOfCohort(files), ...passes(filter, release)];
  return sql`${compileMembers(files)},
    chosen AS (SELECT f.* FROM ${catalogue(release)} AS f WHERE ${sql.join(tests, sql` AND `)})`;
}

/** By what files are counted: a row for each type, for each experiment type, or one row for all. */
export type FileGrouping = 'type' | 'experiment_type' | 'all';

const keys: Readonly<Record<FileGrouping, Fragment>> = {
  type: sql`c.type`,
  experiment_type: sql`c.experiment_type`,
  all: sql`'all'`,
};

/**
 * One row for each group that has files: `key`, `files`, `bytes`, `of_subjects` (how many of the files have subjects) and
 * `individuals`, the subjects of the cohort who have one of them; where parents are meant, too, `parents`, those of them
 * outside of the cohort who have one. No row where no file passes.
 */
export function compileCoverage(files: FilesOfMember, by: FileGrouping, filter: FileFilter = {}): Fragment {
  const { release } = files;
  const key = keys[by];
  const isMember = sql`h._subject IN (SELECT _subject FROM members)`;
  const hasParents = files.parents !== undefined;
  const parents = sql`count(DISTINCT CASE WHEN ${isMember} THEN h._subject END) AS individuals,
    count(DISTINCT CASE WHEN ${isMember} THEN NULL ELSE h._subject END) AS parents`;
  return sql`${compileChosen(files, filter)},
    amount AS (SELECT ${key} AS key, count(*) AS files, sum(c.size) AS bytes,
        sum(CASE WHEN c.subjects > 0 THEN 1 ELSE 0 END) AS of_subjects FROM chosen AS c GROUP BY 1),
    covered AS (SELECT ${key} AS key, ${hasParents ? parents : sql`count(DISTINCT h._subject) AS individuals`}
      FROM chosen AS c JOIN ${subjectsOfFiles(release)} AS h ON h._file = c._file
      WHERE ${hasParents ? sql`h._subject IN (SELECT _subject FROM reached)` : isMember} GROUP BY 1)
    SELECT amount.key, amount.files, amount.bytes, amount.of_subjects,
      coalesce(covered.individuals, 0) AS individuals
      ${hasParents ? sql`, coalesce(covered.parents, 0) AS parents` : sql``}
    FROM amount LEFT JOIN covered ON covered.key = amount.key
    ORDER BY ${textOrder(sql`amount.key`, release.dialect)}`;
}

/** One row: `parents`, how many mothers and fathers the cohort has outside of it whom the member sees. */
export const compileParents = (files: FilesOfMember): Fragment =>
  sql`${compileMembers(files)}
    SELECT count(*) AS parents FROM reached WHERE _subject NOT IN (SELECT _subject FROM members)`;

const recordColumns = ({ lookup }: ReleaseSql): Fragment =>
  sql`c.file_id, c.name, c.path, c.url, c.size, c.checksum_kind, c.checksum, c.category, c.source,
    c.data_type, c.experiment_type, c.file_format, c.access, c.subjects, ${lookup.dictionary.files?.hasMd5 === true ? sql`c.md5` : sql`CASE WHEN c.checksum_kind = 'md5' THEN c.checksum END`} AS md5`;

export interface FileWindow {
  readonly sort: 'name' | 'size' | 'experiment_type';
  readonly direction: 1 | -1;
  readonly limit: number;
  readonly offset: number;
}

/** The files of a page; beside what a record has, `individuals`. */
export function compileFilePage(
  files: FilesOfMember,
  filter: FileFilter,
  { sort, direction, limit, offset }: FileWindow,
): Fragment {
  const { release } = files;
  const column = sql.id('c', sort);
  const order = sql`${sort === 'size' ? column : textOrder(column, release.dialect)} ${sql.raw(direction === 1 ? 'ASC' : 'DESC')}, c._file`;
  return sql`${compileChosen(files, filter)},
    page AS (SELECT c.* FROM chosen AS c ORDER BY ${order}
      LIMIT ${parameter(limit, 'BIGINT')} OFFSET ${parameter(offset, 'BIGINT')})
    SELECT ${recordColumns(release)},
      (SELECT count(*) FROM ${subjectsOfFiles(release)} AS h
        WHERE h._file = c._file AND h._subject IN (SELECT _subject FROM members)) AS individuals
    FROM page AS c ORDER BY ${order}`;
}

/** One row: `files`, how many pass. */
export const compileCountOfFiles = (files: FilesOfMember, filter: FileFilter): Fragment =>
  sql`${compileChosen(files, filter)} SELECT count(*) AS files FROM chosen`;

/** The records that pass, in the order of their ids. */
export const compileSelectedFiles = (files: FilesOfMember, filter: FileFilter): Fragment =>
  sql`${compileChosen(files, filter)} SELECT ${recordColumns(files.release)} FROM chosen AS c ORDER BY c._file`;

/** The records of those of these files that the member may read, of any cohort. */
export const compileReadableFiles = (
  { release, access }: Omit<FilesOfMember, 'plan'>,
  fileIds: readonly string[],
): Fragment =>
  sql`SELECT ${recordColumns(release)} FROM (SELECT f.* FROM ${catalogue(release)} AS f
    WHERE ${release.dialect.isAmong(sql`f.file_id`, fileIds)} AND ${isReadable({ release, access })}) AS c`;

/** Between the names of the subjects of a file, which hold none. */
export const betweenNames = '\u001f';

/**
 * The subjects of those of these files that the member may read: rows `file_id`, `participants`, `families` and `roles`,
 * each a text of as many names as the file has subjects, in one order, empty where there is none. Of each file the first
 * `most` subjects, or all. Null where the member may use none of the three concepts.
 */
export function compileSubjectsOfFiles(
  { release, access }: Omit<FilesOfMember, 'plan'>,
  fileIds: readonly string[],
  most?: number,
): Fragment | null {
  const row = rowRef(release.lookup.root, 'r');
  const names = subjectNames(row, release);
  if (Object.values(names).every((name) => name === null)) return null;
  // As a constant, which DuckDB asks for.
  const between = sql`chr(${sql.raw(String(betweenNames.charCodeAt(0)))})`;
  const text = (name: Fragment | null): Fragment =>
    name === null ? sql`CAST('' AS VARCHAR)` : sql`coalesce(replace(${name}, ${between}, ' '), '')`;
  const all = (name: string): Fragment => sql`string_agg(${sql.id('o', name)}, ${between} ORDER BY o.number)`;
  const first = most === undefined ? sql`` : sql`WHERE o.number <= ${parameter(most, 'BIGINT')}`;
  return sql`SELECT o.file_id, ${all('participant')} AS participants, ${all('family')} AS families, ${all('role')} AS roles
    FROM (SELECT f.file_id, ${text(names.participant)} AS participant, ${text(names.family)} AS family,
        ${text(names.role)} AS role, row_number() OVER (PARTITION BY f._file ORDER BY h._subject) AS number
      FROM ${catalogue(release)} AS f JOIN ${subjectsOfFiles(release)} AS h ON h._file = f._file
        JOIN ${sourceOf(row, release)} ON ${subjectOf(row)} = h._subject
      WHERE ${release.dialect.isAmong(sql`f.file_id`, fileIds)} AND ${isReadable({ release, access })}) AS o
    ${first} GROUP BY o.file_id`;
}

/** Which of these types and ids the member may read, of any cohort: lines `type`, `file_id`; a type once for each file. */
export const compileCatalogued = (
  { release, access }: Omit<FilesOfMember, 'plan'>,
  wanted: { readonly category?: string; readonly fileIds?: readonly string[] },
): Fragment => {
  const tests = [isReadable({ release, access })];
  if (wanted.category !== undefined) tests.push(sql`f.category = ${parameter(wanted.category, 'VARCHAR')}`);
  if (wanted.fileIds !== undefined) {
    tests.push(release.dialect.isAmong(sql`f.file_id`, wanted.fileIds));
    return sql`SELECT f.type, f.file_id FROM ${catalogue(release)} AS f WHERE ${sql.join(tests, sql` AND `)}`;
  }
  return sql`SELECT DISTINCT f.type, '' AS file_id FROM ${catalogue(release)} AS f WHERE ${sql.join(tests, sql` AND `)}`;
};

/**
 * Rows `key`, `trios`. A trio is a family whose proband is in the cohort and whose mother and father the member sees. The
 * key '' counts all trios; another key, those of whom all three have a file of that experiment type (rules 4.20 and 13.12). Null if
 * the member may not use the concepts of family and role.
 */
export function compileTrios(files: FilesOfMember, families: Families): Fragment | null {
  const { release, access, plan } = files;
  const { lookup } = release;
  const [family, role] = [families.familyConceptId, families.roleConceptId].map((id) => lookup.concept(id));
  if (family === undefined || role === undefined) return null;
  const row = rowRef(lookup.root, 'r');
  const isVisible = compileIsVisible(row, release) ?? sql`TRUE`;
  const words = [families.proband, families.mother, families.father];
  return sql`WITH members AS (${compileSubjects(plan, release)}),
    people AS (SELECT ${subjectOf(row)} AS _subject, ${exactOf(row, family, release)} AS family,
        ${columnOf(row, role, release)} AS role
      FROM ${sourceOf(row, release)} WHERE ${isVisible} AND ${exactOf(row, family, release)} IS NOT NULL
        AND ${release.dialect.isAmong(columnOf(row, role, release), words)}),
    relevant AS (SELECT p._subject, p.family, p.role FROM people AS p
      WHERE p.role <> ${parameter(families.proband, 'VARCHAR')} OR p._subject IN (SELECT _subject FROM members)),
    having_file AS (SELECT DISTINCT f.experiment_type AS key, h._subject
      FROM ${catalogue(release)} AS f JOIN ${subjectsOfFiles(release)} AS h ON h._file = f._file
      WHERE ${isReadable({ release, access })}),
    complete AS (
      SELECT '' AS key, p.family FROM relevant AS p GROUP BY p.family HAVING count(DISTINCT p.role) = 3
      UNION ALL
      SELECT a.key, p.family FROM relevant AS p JOIN having_file AS a ON a._subject = p._subject
      GROUP BY a.key, p.family HAVING count(DISTINCT p.role) = 3)
    SELECT key, count(*) AS trios FROM complete GROUP BY key ORDER BY ${textOrder(sql`key`, release.dialect)}`;
}
