import { isTelling } from '../../identify/identifierValues.ts';
import type { PackagePlan } from '../../package/packagePlan.ts';
import type { IdentifierReport, ImportProblem } from '../../releases/importReport.ts';
import type { ProblemKind } from '../../releases/problemKind.ts';
import type { LoggedProblem } from './problemLog.ts';

/** Problems of columns and of ontologies, which quote nothing about a person. */
const ofNobody: ReadonlySet<ProblemKind> = new Set<ProblemKind>([
  'unknownParent',
  'contestedAlternative',
  'namelessTerm',
  'missingColumn',
  'emptyColumn',
  'undescribedColumn',
]);

interface Judging {
  readonly plan: PackagePlan;
  readonly identifiers: readonly IdentifierReport[];
}

/** Says of each problem whether others than who imports may see its examples; a field without a concept is closed (rule 10.30). */
export function judgeProblems(
  problems: readonly LoggedProblem[],
  { plan: { tables, dictionary }, identifiers }: Judging,
): readonly ImportProblem[] {
  const found = new Set(identifiers.map(({ conceptId }) => conceptId));
  return problems.map((problem) => {
    const table = tables.find(({ name }) => name === problem.collection);
    const concept = table?.fields.find(({ name }) => name === problem.field)?.concept ?? null;
    const isHarmless =
      concept !== null &&
      !concept.hasPhi &&
      concept.id !== dictionary.subjectIdConceptId &&
      !found.has(concept.id) &&
      !problem.examples.some(({ value }) => isTelling(value));
    return { ...problem, conceptId: concept?.id ?? null, isOpen: ofNobody.has(problem.kind) || isHarmless };
  });
}
