import { type RawBuilder, sql } from 'kysely';
import { compileIsVisible } from '../../rows/compileVisibility.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import { columnOf, exactOf, type RowRef, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
import type { RowsWithKey } from '../../sql/dialect.ts';
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
  const isRelated = (passes: Fragment): Fragment =>
    release.dialect.hasRow(subjectOf(subject), relatedTo(plan, passes, release));
  switch (plan.relative) {
    case 'any_member':
      return sql`(${test(subject)} OR ${isRelated(test(kin))})`;
    case 'all_members':
      return sql`(${test(subject)} AND NOT ${isRelated(sql`NOT (${test(kin)})`)})`;
    default:
      return isRelated(test(kin));
  }
}

/** Those with a relative who is visible and passes the test about the row `kin`. */
function relatedTo(
  { relative, family, role, own, kin: kinRoles }: KinPlan,
  test: Fragment,
  release: ReleaseSql,
): RowsWithKey {
  const { root } = release.lookup;
  const [mine, kin] = [rowRef(root, 'mine'), rowRef(root, 'kin')];
  const familyOf = (row: RowRef): Fragment => exactOf(row, family, release);
  const hasRole = (row: RowRef, roles: readonly string[] | null): readonly Fragment[] =>
    roles === null ? [] : [release.dialect.isAmong(columnOf(row, role, release), roles)];
  const isVisible = compileIsVisible(kin, release);
  const tests = [...hasRole(kin, kinRoles), ...(isVisible === null ? [] : [isVisible]), test];
  // A family may lie on several servers: its members are found first, which OFFSET says.
  const relatives = sql`(SELECT ${familyOf(kin)} AS family, ${subjectOf(kin)} AS _subject FROM ${sourceOf(kin, release)}
    WHERE ${sql.join(tests, sql` AND `)}${release.dialect.isDistributed ? sql` OFFSET 0` : sql``}) AS relatives`;
  const pairs = [
    sql`relatives.family = ${familyOf(mine)}`,
    ...hasRole(mine, own),
    ...(relative === 'sibling' ? [sql`relatives._subject <> ${subjectOf(mine)}`] : []),
  ];
  return {
    column: subjectOf(mine),
    from: sql`${sourceOf(mine, release)}, ${relatives}`,
    where: sql.join(pairs, sql` AND `),
  };
}
