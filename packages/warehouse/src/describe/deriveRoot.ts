import { namesSubjects, wordsOf } from '../identify/nameWords.ts';
import { isKeyName, relationOf } from './columnNames.ts';
import { countOf, type Guess } from './guess.ts';
import {
  countContained,
  type DescribedColumn,
  type DescribedFile,
  describeLink,
  isNear,
  type Link,
} from './keysAndLinks.ts';
import type { DescribeJob } from './stageTable.ts';

/** A column whose distinct texts are the subjects, where no table has one row for each. */
export interface DerivedRoot {
  readonly file: DescribedFile;
  readonly column: DescribedColumn;
  /** Columns of the same name in other tables. */
  readonly links: readonly Link[];
  readonly guesses: readonly Guess[];
}

/** Finds the column that names subjects, repeats them and leads to no table; of several the one with the most. */
export async function deriveRoot(
  files: readonly DescribedFile[],
  links: readonly Link[],
  job: DescribeJob,
): Promise<DerivedRoot | null> {
  const [best] = files
    .flatMap((file) => file.columns.map((column) => ({ file, column })))
    .filter(({ column }) => mayNameSubjects(column) && !links.some((link) => link.column === column))
    .sort((a, b) => b.column.profile.distinct - a.column.profile.distinct);
  if (best === undefined) return null;
  const { file, column } = best;
  const found: Link[] = [];
  for (const from of files) {
    for (const own of from === file ? [] : from.columns) {
      const relation = relationOf(own.column.name, column.column.name, file.name);
      if (relation !== 'same' || links.some((link) => link.column === own)) continue;
      const link = await countContained({ from, column: own, to: file, key: column, relation }, job);
      if (isNear(link)) found.push(link);
    }
  }
  const { distinct, filled } = column.profile;
  const counts = `${countOf(distinct, 'distinct text')} in ${countOf(filled, 'row')}`;
  const text = `root: the subjects are the ${counts} of this column, since no table has one row for each`;
  const guess = { about: `${file.staged.file.path}: ${column.column.name}`, text, counterExamples: [] };
  return { file, column, links: found, guesses: [...found.map(describeLink), guess] };
}

const mayNameSubjects = ({ column, profile, type }: DescribedColumn): boolean =>
  namesSubjects(column.name) &&
  (isKeyName(column.name) || wordsOf(column.name).length === 1) &&
  (type.field.type === 'string' || type.field.type === 'integer') &&
  profile.distinct < profile.filled;
