import { type RawBuilder, sql } from 'kysely';
import { compileIsVisible } from '../../rows/compileVisibility.ts';
import type { ReleaseSql } from '../../rows/release.ts';
import { columnOf, digitsOf, type RowRef, rowRef, sourceOf, subjectOf } from '../../rows/rows.ts';
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
  switch (plan.relative) {
    case 'any_member':
      return sql`(${test(subject)} OR ${subjectOf(subject)} IN (${relatedTo(plan, test(kin), release)}))`;
    case 'all_members':
      return sql`(${test(subject)} AND ${subjectOf(subject)} NOT IN (${relatedTo(plan, sql`NOT (${test(kin)})`, release)}))`;
    default:
      return sql`${subjectOf(subject)} IN (${relatedTo(plan, test(kin), release)})`;
  }
}

/** `SELECT _subject` of those with a relative who is visible and passes the test about the row `kin`. */
function relatedTo(
  { relative, family, role, own, kin: kinRoles }: KinPlan,
  test: Fragment,
  release: ReleaseSql,
) {
  const { root } = release.lookup;
  const [mine, kin] = [rowRef(root, 'mine'), rowRef(root, 'kin')];
  const familyOf = (row: RowRef): Fragment =>
    family.keepsDigits ? digitsOf(row, family) : columnOf(row, family, release);
  const hasRole = (row: RowRef, roles: readonly string[] | null): readonly Fragment[] =>
    roles === null ? [] : [release.dialect.isAmong(columnOf(row, role, release), roles)];
  const isVisible = compileIsVisible(kin, release);
  const tests = [
    sql`${familyOf(kin)} = ${familyOf(mine)}`,
    ...hasRole(mine, own),
    ...hasRole(kin, kinRoles),
    ...(relative === 'sibling' ? [sql`${subjectOf(kin)} <> ${subjectOf(mine)}`] : []),
    ...(isVisible === null ? [] : [isVisible]),
    test,
  ];
  return sql`SELECT ${subjectOf(mine)} FROM ${sourceOf(mine, release)}, ${sourceOf(kin, release)}
    WHERE ${sql.join(tests, sql` AND `)}`;
}
