import { formatQuantity, inSentence } from '@atrium/contract/calendar/numerals';
import type { EditErrorCode } from '@atrium/contract/errors/errorCode';
import { unreachable } from '@atrium/contract/errors/unreachable';
import {
  type Expectation,
  type ExpectationState,
  maxExpectations,
  maxExpectedSubjects,
} from '@atrium/contract/wire/reportExpectation';
import { compileNamedSubjects } from '@atrium/engine';
import type { LiveRelease } from '../catalogue/index.ts';
import { countSubjects, type OpenCohort, requirePlan } from '../cohort/index.ts';
import type { DefinitionDeps } from '../definition/index.ts';
import { type FormFault, faultOf, type Judged, refusedForm } from './judged.ts';

/** How one expectation ended. */
export interface Outcome {
  /** Null where it could not be judged. */
  readonly isMet: boolean | null;
  /** The ids of subjects that are missing, or should not be there. */
  readonly wrong: readonly string[];
}

/** How all expectations of a report ended on one release. */
export interface Judgement {
  /** Null where one of them could not be judged, and none failed. */
  readonly isMet: boolean | null;
  /** Null where the cohort has errors. */
  readonly count: number | null;
  /** In the order of the expectations. */
  readonly outcomes: readonly Outcome[];
}

/** Whether members with this view of the release see the ids of subjects. */
export const seesSubjectIds = ({ lookup }: Pick<LiveRelease, 'lookup'>): boolean =>
  lookup.subjectId !== undefined && lookup.concept(lookup.subjectId.id) !== undefined;

export const namesSubjects = (
  expected: Expectation,
): expected is Extract<Expectation, { readonly subjects: readonly string[] }> => expected.kind !== 'count';

interface JudgedCohort {
  readonly cohort: OpenCohort;
  readonly expectations: readonly Expectation[];
  readonly signal: AbortSignal;
}

/** Judges the expectations of a cohort, with the rights with which it was opened (rule 12.17). */
export async function judge(
  deps: Pick<DefinitionDeps, 'questions' | 'clock'>,
  { cohort, expectations, signal }: JudgedCohort,
): Promise<Judgement> {
  if (cohort.checked.kind === 'broken')
    return { isMet: false, count: null, outcomes: expectations.map(() => ({ isMet: false, wrong: [] })) };
  const count = await countSubjects(deps, cohort, signal);
  const outcomes: Outcome[] = [];
  for (const expected of expectations)
    outcomes.push(
      expected.kind === 'count'
        ? { isMet: liesWithin(count, expected), wrong: [] }
        : await judgeSubjects(deps, { cohort, expected, signal }),
    );
  const isMet = outcomes.some((one) => one.isMet === false)
    ? false
    : outcomes.every((one) => one.isMet === true) || null;
  return { isMet, count, outcomes };
}

const liesWithin = (count: number, { least, most }: Extract<Expectation, { kind: 'count' }>): boolean =>
  count >= (least ?? 0) && count <= (most ?? Number.POSITIVE_INFINITY);

interface ExpectedSubjects extends Pick<JudgedCohort, 'cohort' | 'signal'> {
  readonly expected: Extract<Expectation, { readonly subjects: readonly string[] }>;
}

async function judgeSubjects(
  deps: Pick<DefinitionDeps, 'questions' | 'clock'>,
  { cohort, expected, signal }: ExpectedSubjects,
): Promise<Outcome> {
  const { release } = cohort;
  const query = compileNamedSubjects({ plan: requirePlan(cohort, deps), release }, expected.subjects);
  if (query === null) return { isMet: null, wrong: [] };
  const found = new Set((await deps.questions.run(query, { signal })).map(({ id }) => String(id)));
  const wrong = expected.subjects.filter((id) => found.has(id) === (expected.kind === 'excludes'));
  return { isMet: wrong.length === 0, wrong };
}

export const stateOf = (isMet: boolean | null | undefined): ExpectationState =>
  isMet === undefined || isMet === null ? 'not_run' : isMet ? 'met' : 'not_met';

interface Given {
  readonly given: readonly Expectation[];
  /** The present expectations. */
  readonly held: readonly Expectation[];
  readonly seesIds: boolean;
}

/**
 * Judges new expectations and reports all errors at once (rule 12.7). Expectations that name subjects stay as they are
 * for a creator who does not see ids.
 */
export function judgeExpectations({ given, held, seesIds }: Given): Judged<readonly Expectation[]> {
  const kept = seesIds ? [] : held.filter(namesSubjects);
  const tooMany = `A report has at most ${maxExpectations} expectations.`;
  const faults = [
    ...(given.length + kept.length > maxExpectations
      ? [faultOf('expectations', 'out_of_range', tooMany)]
      : []),
    ...given.flatMap((one, index) => faultsOf(one, seesIds).map((fault) => within(index, fault))),
  ];
  return faults.length > 0 ? refusedForm(faults) : { value: [...given.map(trimmed), ...kept] };
}

/** A fault of one expectation as a fault of the whole form. */
const within = (index: number, { fields, code, message }: FormFault): FormFault => ({
  fields: fields.map((field) => `expectations.${index}.${field}`),
  code,
  message,
  sentence: `Expectation ${index + 1}: ${message}`,
});

const maxId = 255;

function faultsOf(expected: Expectation, seesIds: boolean): readonly FormFault[] {
  switch (expected.kind) {
    case 'count': {
      const { least, most } = expected;
      const fields = ['least', 'most'];
      if (least === null && most === null)
        return [{ fields, code: 'missing', message: 'give the least or the most number of subjects.' }];
      return least !== null && most !== null && least > most
        ? [{ fields, code: 'reversed', message: 'the least number of subjects is above the most.' }]
        : [];
    }
    case 'includes':
    case 'excludes': {
      const fault = (code: EditErrorCode, message: string) => [faultOf('subjects', code, message)];
      if (!seesIds) return fault('not_allowed', 'you do not see the ids of subjects.');
      const ids = idsOf(expected.subjects);
      if (ids.length === 0) return fault('missing', 'name at least one subject.');
      if (ids.length > maxExpectedSubjects)
        return fault('out_of_range', `name at most ${maxExpectedSubjects} subjects.`);
      return ids.some((id) => id.length > maxId)
        ? fault('out_of_range', `an id has at most ${maxId} characters.`)
        : [];
    }
    default:
      return unreachable(expected);
  }
}

const idsOf = (subjects: readonly string[]): string[] => [
  ...new Set(subjects.map((id) => id.trim()).filter((id) => id !== '')),
];

const trimmed = (expected: Expectation): Expectation =>
  expected.kind === 'count' ? expected : { ...expected, subjects: idsOf(expected.subjects) };

interface Reader {
  readonly seesIds: boolean;
  /** The collection of the subjects. */
  readonly root: { readonly title: string; readonly titlePlural: string };
}

/**
 * An expectation in words, with the title of the subjects. For members who do not see ids it has the number of them
 * instead.
 */
export function describeExpectation(expected: Expectation, { seesIds, root }: Reader): string {
  const amount = (count: number): string =>
    formatQuantity(count, inSentence(root.title), inSentence(root.titlePlural));
  if (expected.kind === 'count') {
    const { least, most } = expected;
    if (least !== null && most !== null)
      return `Between ${least.toLocaleString('en-US')} and ${amount(most)}`;
    return most === null ? `At least ${amount(least ?? 0)}` : `At most ${amount(most)}`;
  }
  const { kind, subjects } = expected;
  const of = seesIds ? subjects.join(', ') : amount(subjects.length);
  return `${kind === 'includes' ? 'Must include' : 'Must not include'} ${of}`;
}
