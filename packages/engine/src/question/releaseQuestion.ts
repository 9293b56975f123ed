import { unreachable } from '@atrium/contract/errors/unreachable';
import { type AxisPlan, compileAnalysis } from '../analysis/compileAnalysis.ts';
import { compileCount, compileCounts } from '../cohort/compile/compileSubjects.ts';
import { compileOccurring, type ValueQuestion } from '../cohort/edit/knownValues.ts';
import type { CohortPlan } from '../cohort/plan/cohortPlan.ts';
import { compileFollowUp, type FollowUp } from '../comparison/compileFollowUp.ts';
import { compilePathway } from '../comparison/pathwayFigures.ts';
import type { Pathway } from '../concepts/rowCondition.ts';
import type { Concept } from '../dictionary/dictionary.ts';
import {
  compileCoverage,
  type FileFilter,
  type FileGrouping,
  type FilesOfMember,
} from '../files/compileFiles.ts';
import type { ReleaseSql } from '../rows/release.ts';
import { type Query, toQuery } from '../sql/query.ts';
import type { Bin } from '../statistics/bins.ts';
import { compileChoiceStatistics, compileSortedValues } from '../statistics/choiceStatistics.ts';
import { compileDistributions, type DescribedConcept } from '../statistics/distributions.ts';
import {
  compileOntologySynonyms,
  compileOntologyTerms,
  compileOntologyTotals,
  type OntologyPosition,
  type SynonymsOf,
} from '../statistics/ontologyStatistics.ts';
import { compileMissing, type Population } from '../statistics/population.ts';
import { compileHistogram, compileRangeSummary } from '../statistics/rangeStatistics.ts';
import {
  compileTextCounts,
  compileTextTotal,
  compileTextValues,
  type TextSearch,
} from '../statistics/textStatistics.ts';
import { compileUsedTerms } from '../statistics/usedTerms.ts';
import type { CheckedTable } from '../table/check/checkedTable.ts';
import { compileTable, type PageWindow } from '../table/compile/compileTable.ts';

/** Whose values of which concept are described. */
interface Described {
  readonly concept: Concept;
  readonly population: Population;
}

/**
 * A question about the subjects of a release, as data. Whoever holds the release may answer it, by a statement or
 * otherwise; the answer is the rows that the statement of `compileQuestion` gives, and the compiler that is named
 * beside each kind says what is in them.
 */
export type ReleaseQuestion =
  /** `compileCount` */
  | { readonly kind: 'count'; readonly plan: CohortPlan }
  /** `compileCounts` */
  | { readonly kind: 'counts'; readonly plans: readonly CohortPlan[] }
  /** `compileDistributions` */
  | {
      readonly kind: 'distributions';
      readonly plan: CohortPlan;
      readonly concepts: readonly DescribedConcept[];
    }
  /** `compileRangeSummary` */
  | ({ readonly kind: 'rangeSummary' } & Described)
  /** `compileHistogram` */
  | ({ readonly kind: 'histogram'; readonly bins: readonly Bin[] } & Described)
  /** `compileChoiceStatistics` */
  | ({ readonly kind: 'choices' } & Described)
  /** `compileSortedValues` */
  | ({ readonly kind: 'sortedValues' } & Described)
  /** `compileMissing` */
  | ({ readonly kind: 'missing' } & Described)
  /** `compileTextValues` */
  | ({ readonly kind: 'textValues'; readonly search: TextSearch } & Described)
  /** `compileTextTotal` */
  | ({ readonly kind: 'textTotal'; readonly search: string } & Described)
  /** `compileTextCounts` */
  | ({ readonly kind: 'textCounts'; readonly values: readonly string[] } & Described)
  /** `compileOntologyTerms` */
  | ({
      readonly kind: 'ontologyTerms';
      readonly at: OntologyPosition;
      readonly existing: boolean;
      readonly offset: number;
      readonly limit: number;
    } & Described)
  /** `compileOntologySynonyms` */
  | { readonly kind: 'ontologySynonyms'; readonly concept: Concept; readonly of: SynonymsOf }
  /** `compileOntologyTotals` */
  | ({ readonly kind: 'ontologyTotals' } & Described)
  /** `compileUsedTerms` */
  | {
      readonly kind: 'usedTerms';
      readonly concept: Concept;
      readonly plan: CohortPlan;
      readonly most: number;
    }
  /** `compileOccurring` */
  | ({ readonly kind: 'occurring' } & ValueQuestion)
  /** `compileAnalysis` */
  | {
      readonly kind: 'crossTab';
      readonly axes: readonly AxisPlan[];
      /** The indexes of the axes whose combinations are counted, ascending; all of them unless given. */
      readonly by?: readonly number[];
      readonly plan: CohortPlan;
      readonly most: number;
    }
  /** `compileCoverage` */
  | ({
      readonly kind: 'fileCoverage';
      readonly by: FileGrouping;
      readonly filter: FileFilter;
    } & Omit<FilesOfMember, 'release'>)
  /** `compileFollowUp` */
  | { readonly kind: 'followUp'; readonly plan: CohortPlan; readonly followUp: FollowUp }
  /** `compilePathway` */
  | { readonly kind: 'pathway'; readonly plan: CohortPlan; readonly pathway: Pathway }
  /** `compileTable` */
  | { readonly kind: 'recordCount'; readonly table: CheckedTable; readonly plan: CohortPlan }
  /** `compileTable` */
  | {
      readonly kind: 'page';
      readonly table: CheckedTable;
      readonly plan: CohortPlan;
      readonly window: PageWindow;
    };

/** The statement that answers a question. */
export function compileQuestion(question: ReleaseQuestion, release: ReleaseSql): Query {
  switch (question.kind) {
    case 'count':
      return toQuery(compileCount(question.plan, release));
    case 'counts':
      return toQuery(compileCounts(question.plans, release));
    case 'distributions':
      return toQuery(compileDistributions(question.concepts, question.plan, release));
    case 'ontologySynonyms':
      return toQuery(compileOntologySynonyms(question.concept, question.of, release));
    case 'usedTerms':
      return toQuery(compileUsedTerms(question.concept, question, release));
    case 'occurring':
      return compileOccurring(question, release);
    case 'crossTab':
      return compileAnalysis(question.axes, question.plan, { release, ...question });
    case 'fileCoverage':
      return toQuery(compileCoverage({ ...question, release }, question.by, question.filter));
    case 'followUp':
      return toQuery(compileFollowUp(question.followUp, question.plan, release));
    case 'pathway':
      return toQuery(compilePathway(question.pathway, question.plan, release));
    case 'recordCount':
      return compileTable(question.table, question.plan, release).recordCount;
    case 'page':
      return compileTable(question.table, question.plan, release).page(question.window);
    default:
      return toQuery(compileStatistics(question, release));
  }
}

type StatisticsQuestion = Extract<ReleaseQuestion, Described>;

function compileStatistics(question: StatisticsQuestion, release: ReleaseSql) {
  const { concept, population } = question;
  const context = { population, release };
  switch (question.kind) {
    case 'rangeSummary':
      return compileRangeSummary(concept, population, release);
    case 'histogram':
      return compileHistogram(concept, question.bins, context);
    case 'choices':
      return compileChoiceStatistics(concept, population, release);
    case 'sortedValues':
      return compileSortedValues(concept, population, release);
    case 'missing':
      return compileMissing(concept, population, release);
    case 'textValues':
      return compileTextValues(concept, question.search, context);
    case 'textTotal':
      return compileTextTotal(concept, question.search, context);
    case 'textCounts':
      return compileTextCounts(concept, question.values, context);
    case 'ontologyTerms': {
      const { at, existing, offset, limit } = question;
      return compileOntologyTerms(concept, at, { ...context, existing, offset, limit });
    }
    case 'ontologyTotals':
      return compileOntologyTotals(concept, context);
    default:
      return unreachable(question);
  }
}
