import type { ComparisonCurves, ComparisonTable } from '@atrium/contract/endpoints/comparison';
import type { Followed } from '@atrium/engine';
import { joined, type Written, written } from '../http/index.ts';
import type { CountedConcept } from './compareConcept.ts';
import { cell, comment, ending, expanded, helpers, list, opening, vector } from './rParts.ts';

/** A comparison with the counts that its figures are made of. */
export interface ProgrammedComparison {
  /** Dataset, release, software and day, a line each. */
  readonly about: readonly string[];
  readonly table: Pick<ComparisonTable, 'groups' | 'inSeveral' | 'concepts'>;
  /** In the order of the concepts of the table. */
  readonly counted: readonly CountedConcept[];
  readonly curves: {
    readonly found: ComparisonCurves;
    /** By group. */
    readonly pairs: readonly (readonly Followed[])[];
  } | null;
}

/**
 * A program in R that works out Table 1 and the curves of a comparison again, from the counts that it holds, and says
 * which figures are the same. Names and values of the data are comments in it: its code holds numbers only (rule 13.74).
 */
export function comparisonProgram({ about, table, counted, curves }: ProgrammedComparison): Written {
  const { groups, inSeveral, concepts } = table;
  const isTested = inSeveral === 0;
  return joined(
    [
      ...opening(
        about,
        written`Run it with Rscript; the curves need the packages survival and, with a competing event, cmprsk.`,
      ),
      ...groups.map(({ title, count, cohortReceipt }, index) =>
        comment(
          `Group ${index + 1}: ${title}, n = ${count}${cohortReceipt === null ? '' : `, receipt ${cohortReceipt}`}`,
        ),
      ),
      ...(isTested
        ? []
        : [comment(`${inSeveral} subjects are in more than one group, so nothing is tested.`)]),
      helpers,
      ...concepts.flatMap((concept, index) => {
        const own = counted[index];
        return own === undefined ? [] : [ofConcept(concept, own)];
      }),
      ...(curves === null ? [] : [ofCurves(curves.found, curves.pairs)]),
      ending,
    ],
    '\n',
  );
}

type Compared = ComparisonTable['concepts'][number];

function ofConcept(concept: Compared, counted: CountedConcept): Written {
  const { title, unit, missing, tests } = concept;
  const head = [
    written``,
    comment(`${title}${unit === null ? '' : ` (${unit})`}: ${missing.join(', ')} without a value, by group`),
  ];
  if (counted.numbers !== null) {
    const figures = concept.numbers ?? [];
    const named = (key: 'mean' | 'sd' | 'median' | 'q1' | 'q3') => vector(figures.map((own) => own[key]));
    return joined(
      [
        ...head,
        written`values <- ${list(counted.numbers.map(expanded))}`,
        written`of <- function(figure) unname(vapply(values, function(own) if (length(own) == 0) NA_real_ else figure(own), 0))`,
        written`same("mean", of(mean), ${named('mean')})`,
        written`same("standard deviation", of(sd), ${named('sd')})`,
        written`same("median", of(median), ${named('median')})`,
        written`same("first quartile", of(function(own) quantile(own, 0.25)), ${named('q1')})`,
        written`same("third quartile", of(function(own) quantile(own, 0.75)), ${named('q3')})`,
        ...tests.flatMap((test) => testOf(test, counted.numbers?.length ?? 0)),
      ],
      '\n',
    );
  }
  const rows = counted.values.map(({ subjects }) => subjects);
  return joined(
    [
      ...head,
      ...counted.values.map(({ label }, index) => comment(`  row ${index + 1}: ${label}`)),
      written`counts <- rbind(${joined(rows.map(vector), ',\n  ')})`,
      ...(rows.length === 0 || !counted.isSingle
        ? []
        : [
            written`same("subjects with a value", colSums(counts), ${vector(concept.known ?? [])})`,
            ...tests.flatMap((test) => testOf(test, concept.missing.length)),
          ]),
    ],
    '\n',
  );
}

/** A test as R makes it, beside the statistic and p of the portal. */
function testOf({ test, statistic, df, p }: Compared['tests'][number], groups: number): readonly Written[] {
  const portal = vector([...(statistic === null ? [] : [statistic]), ...df, p]);
  const stacked = written`y <- unlist(values); group <- factor(rep(seq_along(values), lengths(values)))`;
  const isPair = groups === 2;
  switch (test) {
    case 'welch':
      return isPair
        ? [
            written`test <- t.test(values[[1]], values[[2]])`,
            written`same("Welch's t-test", unname(c(test$statistic, test$parameter, test$p.value)), ${portal})`,
          ]
        : [
            stacked,
            written`test <- oneway.test(y ~ group)`,
            written`same("Welch's analysis of variance", unname(c(test$statistic, test$parameter, test$p.value)), ${portal})`,
          ];
    case 'wilcoxon':
      return [
        written`test <- wilcox.test(values[[1]], values[[2]], exact = FALSE)`,
        written`same("Wilcoxon's rank sum", unname(c(test$statistic, test$p.value)), ${portal})`,
      ];
    case 'kruskal':
      return [
        stacked,
        written`test <- kruskal.test(y, group)`,
        written`same("Kruskal and Wallis", unname(c(test$statistic, test$parameter, test$p.value)), ${portal})`,
      ];
    case 'chiSquared':
      return [
        written`test <- suppressWarnings(chisq.test(counts[rowSums(counts) > 0, , drop = FALSE], correct = FALSE))`,
        written`same("Pearson's chi-squared", unname(c(test$statistic, test$parameter, test$p.value)), ${portal})`,
      ];
    case 'fisher':
      return [
        written`same("Fisher's exact test", fisher.test(counts[rowSums(counts) > 0, ])$p.value, ${portal})`,
      ];
    case 'logRank':
      return [];
  }
}

const outcomes = { censored: 0, event: 1, competing: 2 } as const;

function ofCurves(found: ComparisonCurves, groups: readonly (readonly Followed[])[]): Written {
  const lines = groups.flatMap((own, index) => own.map((line) => ({ ...line, group: index + 1 })));
  const isLate = lines.some(({ entry }) => entry !== null);
  const isIncidence = found.kind === 'incidence';
  const column = (of: (line: (typeof lines)[number]) => number) => vector(lines.map(of));
  return joined(
    [
      written``,
      comment(
        'Curves: days from time zero; -1 stands for no late entry; outcome 1 is the event, 2 a competing one',
      ),
      written`suppressMessages(library(survival))`,
      written`followed <- data.frame(`,
      written`  group = ${column(({ group }) => group)},`,
      written`  entry = ${column(({ entry }) => entry ?? -1)},`,
      written`  exit = ${column(({ exit }) => exit)},`,
      written`  outcome = ${column(({ outcome }) => outcomes[outcome])},`,
      written`  count = ${column(({ count }) => count)})`,
      written`followed <- followed[rep(seq_len(nrow(followed)), followed$count), ]`,
      written`followed$id <- seq_len(nrow(followed))`,
      ...found.curves.flatMap((curve, index) =>
        curve.steps.length === 0 ? [] : [ofCurve(curve, { group: index + 1, isIncidence, isLate })],
      ),
      ...logRankOf(found, { isLate, subjects: lines.reduce((sum, { count }) => sum + count, 0) }),
    ],
    '\n',
  );
}

interface CurveOf {
  readonly group: number;
  readonly isIncidence: boolean;
  readonly isLate: boolean;
}

function ofCurve(
  { subjects, events, median, steps }: ComparisonCurves['curves'][number],
  { group, isIncidence, isLate }: CurveOf,
): Written {
  const times = vector(steps.map(({ time }) => time));
  const shares = vector(steps.map(({ share }) => share));
  const ofSteps = (of: (step: (typeof steps)[number]) => number | null) => vector(steps.map(of));
  const head = [
    written`own <- followed[followed$group == ${group}, ]`,
    written`same("group ${group}: followed, with the event", c(nrow(own), sum(own$outcome == 1)), c(${Number(subjects)}, ${Number(events)}))`,
  ];
  const exact = [
    written`curve <- survfit(Surv(entry, exit, outcome == 1) ~ 1, data = own, conf.type = "log")`,
    written`at <- match(${times}, curve$time)`,
    written`same("group ${group}: at risk", curve$n.risk[at], ${ofSteps(({ atRisk }) => atRisk)})`,
    written`same("group ${group}: curve", curve$surv[at], ${shares})`,
    written`same("group ${group}: lower bound", ifelse(curve$surv[at] > 0, curve$lower[at], NA), ${ofSteps(({ low }) => low)})`,
    written`same("group ${group}: upper bound", ifelse(curve$surv[at] > 0, curve$upper[at], NA), ${ofSteps(({ high }) => high)})`,
    written`same("group ${group}: median", as.numeric(curve$time[which(curve$surv <= 0.5 + 1e-12)[1]]), ${cell(median)})`,
  ];
  const late = [
    written`curve <- survfit(Surv(entry, exit, factor(outcome, 0:2)) ~ 1, data = own, id = id, se.fit = FALSE)`,
    written`same("group ${group}: curve", curve$pstate[match(${times}, curve$time), 2], ${shares})`,
  ];
  const competing = [
    written`if (any(own$outcome == 1)) {`,
    written`  curve <- cmprsk::cuminc(own$exit, own$outcome)[["1 1"]]`,
    written`  at <- cmprsk::timepoints(list(curve), ${times})`,
    written`  error <- sqrt(at$var[1, ])`,
    written`  same("group ${group}: curve", unname(at$est[1, ]), ${shares})`,
    written`  same("group ${group}: lower bound", unname(pmax(0, at$est[1, ] - qnorm(0.975) * error)), ${ofSteps(({ low }) => low)})`,
    written`  same("group ${group}: upper bound", unname(pmin(1, at$est[1, ] + qnorm(0.975) * error)), ${ofSteps(({ high }) => high)})`,
    written`}`,
  ];
  return joined([...head, ...(!isIncidence ? exact : isLate ? late : competing)], '\n');
}

/** The exact likelihood takes minutes with more subjects. */
const maxExact = 400;

function logRankOf(
  { test }: ComparisonCurves,
  { isLate, subjects }: { readonly isLate: boolean; readonly subjects: number },
): readonly Written[] {
  if (test === null) return [comment('The groups are not tested.')];
  const statistic = cell(test.statistic);
  if (!isLate)
    return [
      written`same("log-rank test", survdiff(Surv(exit, outcome == 1) ~ group, data = followed)$chisq, ${statistic})`,
    ];
  return subjects < maxExact
    ? [
        written`model <- coxph(Surv(entry, exit, outcome == 1) ~ factor(group), data = followed, ties = "exact")`,
        written`same("log-rank test", unname(model$score), ${statistic})`,
      ]
    : [
        comment(
          `The log-rank test with late entry, which R has for few subjects only, is not worked out again.`,
        ),
      ];
}
