import { unreachable } from '@atrium/contract/errors/unreachable';
import type { CountRule } from '@atrium/contract/wire/cohortDefinition';
import { type RawBuilder, sql } from 'kysely';
import { compileIsVisible } from '../../rows/compileVisibility.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import { columnOf, exactOf, type RowRef, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
import type { RowsWithKey } from '../../sql/dialect.ts';
import { parameter } from '../../sql/parameter.ts';
import type { KinPlan } from '../kinship.ts';

type Fragment = RawBuilder<unknown>;

/**
 * Whether relatives of the subject pass a test on subjects (rule 2.25). A relative whom the member may not see is not
 * there (rule 1.24).
 */
export function compileKin(
  plan: KinPlan,
  { subject, test }: { readonly subject: RowRef; readonly test: (row: RowRef) => Fragment },
  release: ReleaseSql,
): Fragment {
  const kin = rowRef(release.lookup.root, 'kin');
  const isRelated = (passes: Fragment, least = 1): Fragment =>
    release.dialect.hasRow(subjectOf(subject), relatedTo({ plan, test: passes, least }, release));
  switch (plan.relative) {
    case 'any_member':
      return hasSoMany(plan.count, {
        some: () => sql`(${test(subject)} OR ${isRelated(test(kin))})`,
        atLeast: (least) => isRelated(test(kin), least),
      });
    case 'one_of_family':
      return sql`NOT ${isRelated(test(kin))}`;
    case 'all_members':
      return sql`(${test(subject)} AND NOT ${isRelated(sql`NOT (${test(kin)})`)})`;
    default:
      return isRelated(test(kin));
  }
}

interface SoMany {
  readonly some: () => Fragment;
  readonly atLeast: (least: number) => Fragment;
}

/** Whether so many of the family pass the test, the subject among them (rule 2.29). */
function hasSoMany({ operator, value }: CountRule, { some, atLeast }: SoMany): Fragment {
  const least = (count: number): Fragment =>
    count === 0 ? sql`TRUE` : count === 1 ? some() : atLeast(count);
  switch (operator) {
    case 'at least':
      return least(value);
    case 'at most':
      return sql`NOT ${least(value + 1)}`;
    case 'exactly':
      return sql`(${least(value)} AND NOT ${least(value + 1)})`;
    default:
      return unreachable(operator);
  }
}

interface Related {
  readonly plan: KinPlan;
  /** About the row `kin`. */
  readonly test: Fragment;
  /** So many members of a family must pass; 1: it is said by each of them. */
  readonly least: number;
}

/** Those with a relative who is visible and passes the test, or with so many members of the family who do. */
function relatedTo({ plan, test, least }: Related, release: ReleaseSql): RowsWithKey {
  const { relative, family, role, own, kin: kinRoles } = plan;
  const { root } = release.lookup;
  const [mine, kin] = [rowRef(root, 'mine'), rowRef(root, 'kin')];
  const familyOf = (row: RowRef): Fragment => exactOf(row, family, release);
  const isIn = (row: RowRef, roles: readonly string[]): Fragment =>
    release.dialect.isAmong(columnOf(row, role, release), roles);
  const hasRole = (row: RowRef, roles: readonly string[] | null): readonly Fragment[] =>
    roles === null ? [] : [isIn(row, roles)];
  const isVisible = compileIsVisible(kin, release);
  const tests = [...hasRole(kin, kinRoles), ...(isVisible === null ? [] : [isVisible]), test];
  // Who has an own role comes before all others.
  const orderOf = (row: RowRef): Fragment =>
    sql`(CASE WHEN ${isIn(row, own ?? [])} THEN 0 ELSE 4294967296 END + ${subjectOf(row)})`;
  const isFirst = relative === 'one_of_family';
  const [shown, grouped] = isFirst
    ? [sql`, min(${orderOf(kin)}) AS earliest`, sql` GROUP BY ${familyOf(kin)}`]
    : least > 1
      ? [sql``, sql` GROUP BY ${familyOf(kin)} HAVING count(*) >= ${parameter(least, 'BIGINT')}`]
      : [sql`, ${subjectOf(kin)} AS _subject`, sql``];
  // A family may lie on several servers: its members are found first, which OFFSET says.
  const relatives = sql`(SELECT ${familyOf(kin)} AS family${shown} FROM ${sourceOf(kin, release)}
    WHERE ${sql.join(tests, sql` AND `)}${grouped}${release.dialect.isDistributed ? sql` OFFSET 0` : sql``}) AS relatives`;
  const pairs = [
    sql`relatives.family = ${familyOf(mine)}`,
    ...(isFirst ? [sql`relatives.earliest < ${orderOf(mine)}`] : hasRole(mine, own)),
    ...(relative === 'sibling' ? [sql`relatives._subject <> ${subjectOf(mine)}`] : []),
  ];
  return {
    column: subjectOf(mine),
    from: sql`${sourceOf(mine, release)}, ${relatives}`,
    where: sql.join(pairs, sql` AND `),
  };
}
