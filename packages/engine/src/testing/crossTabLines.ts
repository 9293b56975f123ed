import type { AxisPlan } from '../analysis/compileAnalysis.ts';
import type { CountedLines } from '../analysis/pivot.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import type { OpenRelease } from './openRelease.ts';
import { ask } from './testEngine.ts';

/** What a cross-tab is made of, as the server asks for it. */
export async function askLines(
  open: OpenRelease,
  { rows, cols }: Readonly<Record<'rows' | 'cols', readonly AxisPlan[]>>,
  plan: CohortPlan,
): Promise<CountedLines> {
  const question = { kind: 'crossTab', axes: [...rows, ...cols], plan, most: 20_000 } as const;
  const along = (axis: readonly AxisPlan[], from: number) =>
    ask(open, { ...question, by: axis.map((_, index) => from + index) });
  const [counted] = await ask(open, { kind: 'count', plan });
  const subjects = Number(counted?.['count'] ?? 0);
  const whole = [{ subjects }];
  return {
    cells: await ask(open, question),
    rows: rows.length === 0 ? whole : await along(rows, 0),
    columns: cols.length === 0 ? whole : await along(cols, rows.length),
    subjects,
  };
}
