import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { CohortDefinition } from '@atrium/contract/wire/cohortDefinition';
import type { TableDefinition } from '@atrium/contract/wire/tableDefinition';
import type { RawBuilder } from 'kysely';
import { expect, it } from 'vitest';
import { planBuckets } from './analysis/buckets.ts';
import { compileAnalysis } from './analysis/compileAnalysis.ts';
import { checkCohort } from './cohort/check/checkCohort.ts';
import { compileRowCondition } from './cohort/compile/compileRowCondition.ts';
import { compileSubjects } from './cohort/compile/compileSubjects.ts';
import { planCohort } from './cohort/plan/planCohort.ts';
import type { RowCondition } from './concepts/rowCondition.ts';
import { createLookup } from './dictionary/lookup.ts';
import { rowRef } from './rows/rows.ts';
import { duckdb } from './sql/dialect.ts';
import { type Query, toQuery } from './sql/query.ts';
import { compileChoiceStatistics } from './statistics/choiceStatistics.ts';
import { compileDistributions } from './statistics/distributions.ts';
import { compileMissing, compilePopulation } from './statistics/population.ts';
import { compileHistogram, compileRangeSummary } from './statistics/rangeStatistics.ts';
import { compileTextValues } from './statistics/textStatistics.ts';
import { checkTable } from './table/check/checkTable.ts';
import { compileTable } from './table/compile/compileTable.ts';
import { aggregate, stack, table } from './table/testing/tables.ts';
import { choice, day, set } from './testing/definitions.ts';
import { dictionaryOf } from './testing/plainRelease.ts';
import { workedExample } from './testing/workedExample.ts';
import { visibilityOfEverything } from './visibility/visibility.ts';

/** The comment of a compiler shows a small plan and the SQL that it writes; `…` stands for what another one shows. */
const lookup = createLookup(dictionaryOf(workedExample));
const release = { release: 'r1', lookup, dialect: duckdb, visibility: visibilityOfEverything };
const member = { level: 'phi' } as const;

function concept(id: string) {
  const found = lookup.concept(id);
  if (found === undefined) throw new Error(id);
  return found;
}

function planOf(definition: CohortDefinition) {
  const checked = checkCohort(definition, { lookup, member });
  if (checked.kind === 'broken') throw new Error('The definition is broken.');
  return planCohort(checked, { today: day('2024-05-06') });
}

const everyone = { plan: planOf([]), prefilter: null };
const context = { population: everyone, release };
const page = (definition: TableDefinition): Query =>
  compileTable(checkTable(definition, { lookup, member }), everyone.plan, release).page({
    limit: 2,
    offset: 0,
  });
const severities: RowCondition = { kind: 'oneOf', concept: concept('severity'), values: ['mild', 'severe'] };
const sex = { entryId: 'sex', concept: concept('sex'), yearsOnly: false, topCodesAges: false };
const below5 = [
  { from: 0, label: 'below 5' },
  { from: 5, label: 'from 5' },
];

/** What each comment says it shows, by the name of the compiler. */
const shown: Readonly<Record<string, RawBuilder<unknown> | Query>> = {
  compileSubjects: compileSubjects(
    planOf([set('diagnosis', [choice('severity', 'mild')], { count: ['at least', 2] })]),
    release,
  ),
  compileRowCondition: compileRowCondition(
    { kind: 'not', condition: severities },
    rowRef(lookup.collection('diagnosis') ?? lookup.root, 'row'),
    release,
  ),
  compileTable: page(table([stack('sex'), aggregate('severity', 'count_all')])),
  compileAnalysis: compileAnalysis(
    [{ ...sex, bucketing: planBuckets(sex.concept, { min: null, max: null }, sex) }],
    everyone.plan,
    { release, most: 100 },
  ),
  compilePopulation: compilePopulation(concept('severity'), everyone, release),
  compileMissing: compileMissing(concept('severity'), everyone, release),
  compileChoiceStatistics: compileChoiceStatistics(concept('severity'), everyone, release),
  compileDistributions: compileDistributions(
    [{ concept: concept('severity'), bins: null }],
    everyone.plan,
    release,
  ),
  compileRangeSummary: compileRangeSummary(concept('weight'), everyone, release),
  compileHistogram: compileHistogram(concept('weight'), below5, context),
  compileTextValues: compileTextValues(concept('subject_id'), { search: 'a', offset: 0, limit: 2 }, context),
};

const textOf = (compiled: RawBuilder<unknown> | Query): string =>
  'text' in compiled ? compiled.text : toQuery(compiled).text;

const oneLine = (text: string): string =>
  text.replace(/\s+/g, ' ').replaceAll('( ', '(').replaceAll(' )', ')').trim();

const sources = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
  .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
  .map((file) => readFileSync(path.join(import.meta.dirname, file), 'utf8'));

/** The SQL in comments, by the name of the function below. */
const commented = new Map(
  sources.flatMap((source) =>
    [...source.matchAll(/```sql\n([^`]*) \* ```\n \*\/\nexport (?:function|const) (\w+)/g)].map(
      ([, text = '', name = '']) => [name, oneLine(text.replace(/^ \* ?/gm, ''))] as const,
    ),
  ),
);

it.each(Object.entries(shown))('the comment of %s shows the SQL that it writes', (name, compiled) => {
  const comment = commented.get(name) ?? '';
  const written = oneLine(textOf(compiled));
  if (comment.startsWith('… ')) expect(written.slice(-comment.length + 2)).toBe(comment.slice(2));
  else expect(written).toBe(comment);
});

it('each comment with SQL is compared', () => {
  expect([...commented.keys()].toSorted()).toEqual(Object.keys(shown).toSorted());
  expect(sources.join('').split('```sql').length - 1).toBe(commented.size);
});
