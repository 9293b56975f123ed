import { toDay } from '@atrium/contract/calendar/days';
import type { CohortDefinition, CriteriaSet, FilterEntry } from '@atrium/contract/wire/cohortDefinition';
import {
  type CheckedTable,
  type CohortPlan,
  checkCohort,
  checkTable,
  type FollowUp,
  planCohort,
  type ReleaseQuestion,
  type ReleaseSql,
  type TimePoint,
} from '@atrium/engine';
import type { Row } from '@atrium/warehouse';
import { type Answer, toAnswer } from './engine.ts';
import {
  type Cohort,
  classStarts,
  effectsOf,
  everyone,
  pageLines,
  type Question,
  type RootFilters,
} from './question.ts';
import type { TermTree } from './termTree.ts';

const dayOf = (text: string) => {
  const day = toDay(text);
  if (day === undefined) throw new Error(`${text} is not a day.`);
  return day;
};

const head = (conceptId: string, entryId = conceptId) => ({
  entryId,
  conceptId,
  prefilterValue: null,
  excludeSelected: false,
});
const strict = { includeNullAndMissing: false };

const choice = (concept: string, value: string | boolean): FilterEntry => ({
  kind: 'choice',
  ...head(concept),
  categories: [value],
});
const range = (concept: string, [min, max]: readonly [number, number]): FilterEntry => ({
  kind: 'range',
  ...head(concept),
  ...strict,
  min,
  max,
});
const days = (concept: string, [min, max]: readonly [string, string]): FilterEntry => ({
  kind: 'dateRange',
  ...head(concept),
  ...strict,
  queryType: 'date_range',
  min: dayOf(min),
  max: dayOf(max),
});

function rootEntries({ sex, age, weight, smoker, enrolled }: RootFilters): FilterEntry[] {
  return [
    sex === undefined ? [] : [choice('sex', sex)],
    age === undefined ? [] : [range('age', age)],
    weight === undefined ? [] : [range('weight', weight)],
    smoker === undefined ? [] : [choice('smoker', smoker)],
    enrolled === undefined ? [] : [days('enrolled', enrolled)],
  ].flat();
}

/** A cohort as a person would build it. */
function definitionOf({ root, terms, sequence }: Cohort, tree: TermTree): CohortDefinition {
  const conditions = (entryId: string, term: number): CriteriaSet => {
    const { code = '', label = '' } = tree.terms[term] ?? {};
    const filter: FilterEntry = {
      kind: 'ontology',
      ...head('code', `${entryId} code`),
      ...strict,
      includeOntologyUnknown: false,
      terms: [{ code, label }],
    };
    return { kind: 'criteria_set', entryId, collectionId: 'condition', entries: [filter] };
  };
  const definition: CohortDefinition = [];
  const entries = rootEntries(root);
  if (entries.length > 0)
    definition.push({ kind: 'criteria_set', entryId: 'root', collectionId: 'person', entries });
  for (const [index, { term, atLeast }] of terms.entries()) {
    const set = conditions(`terms ${index}`, term);
    if (atLeast > 1) set.countRule = { operator: 'at least', value: atLeast };
    definition.push(set);
  }
  if (sequence !== null) {
    const [first, second] = [conditions('first', sequence.first), conditions('second', sequence.second)];
    first.eventRule = { kind: 'no_restriction' };
    second.eventRule = {
      kind: 'relative_to_other_event',
      targetEntryId: 'first',
      referenceDate: 'start',
      rangeStartDaysFromTarget: 0,
      rangeStartTarget: 'start',
      rangeEndDaysFromTarget: sequence.days,
      rangeEndTarget: 'start',
    };
    definition.push(first, second);
  }
  return definition;
}

interface Asked {
  readonly asked: ReleaseQuestion;
  readonly answer: (rows: readonly Row[]) => Answer;
}

/** A question as the portal asks it about a release, and how its answer is taken from the rows. */
export function askedOf(question: Question, release: ReleaseSql, tree: TermTree): Asked {
  const plan = planOf(question.cohort, release, tree);
  const concept = (id: string) => {
    const found = release.lookup.concept(id);
    if (found === undefined) throw new Error(`There is no concept ${id}.`);
    return found;
  };
  const described = (id: string) => ({ concept: concept(id), population: { plan, prefilter: null } });
  const cells =
    (...names: readonly string[]) =>
    (rows: readonly Row[]) =>
      toAnswer(rows.map((row) => names.map((name) => row[name])));
  switch (question.wanted) {
    case 'count':
      return { asked: { kind: 'count', plan }, answer: cells('count') };
    case 'effects': {
      const plans = effectsOf(question.cohort).map((cohort) => planOf(cohort, release, tree));
      const names = plans.map((_, index) => `c${index}`);
      return { asked: { kind: 'counts', plans }, answer: cells(...names) };
    }
    case 'crossTab': {
      const axes = ['sex', 'smoker', 'severity'].map((id) => ({
        entryId: id,
        concept: concept(id),
        bucketing: { kind: 'each' } as const,
        yearsOnly: false,
        topCodesAges: false,
      }));
      const asked = { kind: 'crossTab', axes, plan, most: maxCells } as const;
      return { asked, answer: cells('k0', 'k1', 'k2', 'subjects') };
    }
    case 'values':
      return {
        asked: { kind: 'choices', ...described('severity') },
        answer: cells('value', 'entries', 'subjects'),
      };
    case 'histogram': {
      const bins = classStarts.map((from) => ({ label: String(from), from }));
      return {
        asked: { kind: 'histogram', ...described('value'), bins },
        answer: ([row]) => toAnswer(bins.map(({ from }, index) => [from, row?.[`b${index}`]])),
      };
    }
    case 'node': {
      const code = tree.terms[question.term]?.code ?? '';
      const at = { kind: 'term', code } as const;
      return {
        asked: { kind: 'ontologyTerms', ...described('code'), at, existing: true, offset: 0, limit: 3000 },
        answer: (rows) =>
          cells('code', 'entries', 'subjects')(rows.filter((row) => Number(row['entries']) > 0)),
      };
    }
    case 'curve': {
      const records = recordsOf(question, release, tree);
      return {
        asked: { kind: 'followUp', plan, followUp: { ...records, competing: null, entry: null } },
        answer: cells('day', 'what', 'subjects'),
      };
    }
    case 'pathway': {
      const points = question.stages.map((term) => recordsWith(term, release, tree));
      const stages = points.map((point, index) => ({ point, dayAfter: [...points.slice(0, index).keys()] }));
      const last = points[0] === undefined ? null : anyOf(points[0]);
      return {
        asked: { kind: 'pathway', plan, pathway: { stages, exits: [], last } },
        answer: cells('reached', 'way', 'stage', 'days', 'subjects'),
      };
    }
    case 'page': {
      const window = { limit: pageLines, offset: question.offset };
      return {
        asked: { kind: 'page', table: tableOf(question.sort, release), plan, window },
        answer: (rows) =>
          toAnswer(
            rows.map((row) => ['c0', 'c1', 'c2'].map((name) => row[name])),
            { isOrdered: true },
          ),
      };
    }
  }
}

/** Time zero, end and last contact of a curve. */
function recordsOf(
  { from, to }: Extract<Question, { wanted: 'curve' }>,
  release: ReleaseSql,
  tree: TermTree,
): Pick<FollowUp, 'zero' | 'end' | 'last'> {
  const zero = recordsWith(from, release, tree);
  return { zero, end: recordsWith(to, release, tree), last: anyOf(zero) };
}

type Records = Extract<TimePoint, { kind: 'record' }>;

/** Conditions with a term. */
function recordsWith(term: number, release: ReleaseSql, tree: TermTree): Records {
  const [set] = planOf({ ...everyone, terms: [{ term, atLeast: 1 }] }, release, tree).sets;
  if (set === undefined) throw new Error('The set has a plan.');
  return { kind: 'record', collection: set.collection, condition: set.condition };
}

const anyOf = (records: Records): Records => ({ ...records, condition: { kind: 'and', conditions: [] } });

/** More cells than a cross-tab of the bench has. */
const maxCells = 50_001;

function planOf(cohort: Cohort, { lookup }: ReleaseSql, tree: TermTree): CohortPlan {
  const checked = checkCohort(definitionOf(cohort, tree), { lookup, member: { level: 'phi' } });
  if (checked.kind === 'broken') throw new Error(checked.errors.map(({ message }) => message).join(' '));
  return planCohort(checked, { today: dayOf('2026-01-01') });
}

/** The concept by which it is sorted, the id of the subject, and a third one. */
function tableOf(sort: string, { lookup }: ReleaseSql): CheckedTable {
  const fields = [sort, 'subject_id', 'smoker'].map((id) => ({
    entryId: id,
    conceptId: id,
    aggregate: false,
    aggregationMethod: null,
  }));
  return checkTable(
    { tableType: 'subject', fields, sort: [{ entryId: sort, direction: 1 }] },
    { lookup, member: { level: 'phi' } },
  );
}
