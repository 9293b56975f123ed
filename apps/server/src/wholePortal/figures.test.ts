import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { dataPackage } from '@atrium/contract/documents/dataPackage';
import { analysisEndpoints } from '@atrium/contract/endpoints/analysis';
import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { tableEndpoints } from '@atrium/contract/endpoints/table';
import { newCriteriaSet } from '@atrium/contract/wire/cohortTransformation';
import type { CriteriaSetView } from '@atrium/contract/wire/cohortView';
import type { Collection, ConceptSummary } from '@atrium/contract/wire/concept';
import type { ConceptStatistics, ShownCount } from '@atrium/contract/wire/statistics';
import { type DemoName, demoDatasets, writeDemoPackage } from '@atrium/demo';
import { expect, it } from 'vitest';
import type { z } from 'zod';
import type { Caller } from '../testing/caller.ts';
import { chosenEffort, chosenSeed, createChance } from '../testing/chance.ts';
import type { TestDataset } from '../testing/factories.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';

const seed = chosenSeed();
const cohorts = Math.ceil(24 * chosenEffort());
const maxFilters = 3;

let dataset: TestDataset;
let ada: Caller;
let lists: ReadonlySet<string>;
let collections: readonly Collection[];

const folder = await folderOfFile();
const portal = await portalOfFile();

const agree = 'row, chart, preview, panel, results and cross-tab agree, in words too,';

it(`${agree} in a random cohort of one demo (seed ${seed})`, async () => {
  expect(await holdFigures('default', { chance: createChance(seed), cohorts: 1 })).not.toEqual([]);
});

it(`${agree} in ${cohorts} random cohorts (seed ${seed})`, { tags: 'long' }, async () => {
  const chance = createChance(seed);
  const kinds = new Set<string>();
  const traits = new Set<string>();
  for (const { name } of demoDatasets) {
    const used = await holdFigures(name, { chance, cohorts: cohorts / demoDatasets.length });
    for (const concept of used) {
      kinds.add(concept.conceptType);
      for (const trait of traitsOf(concept)) traits.add(trait);
    }
  }
  expect([...kinds].toSorted()).toEqual(['age', 'boolean', 'category', 'date', 'number', 'ontology', 'text']);
  expect([...traits].toSorted()).toEqual([
    'multi-valued',
    'of a record',
    'of an event',
    'of the subject',
    'with a prefilter',
  ]);
});

/** Chooses the demo dataset that the tests query. */
async function begin(name: DemoName): Promise<void> {
  const packagePath = path.join(folder, name);
  await writeDemoPackage(name, packagePath, { subjects: 240 });
  dataset = await portal.aDataset({ packagePath });
  ada = await portal.signedIn((await portal.aMember({ dataset, level: 'phi' })).account);
  lists = await multiValued(packagePath);
  collections = await read(catalogueEndpoints.collections.reply, 'collections/');
}

/** Ids of the concepts of which one record may have several values. */
async function multiValued(packagePath: string): Promise<ReadonlySet<string>> {
  const text = await readFile(path.join(packagePath, 'datapackage.json'), 'utf8');
  const { resources } = dataPackage.parse(JSON.parse(text));
  return new Set(
    resources.flatMap(({ name: table, schema }) =>
      (schema?.fields ?? []).flatMap(({ type, name, atrium }) =>
        // Outside the root the name of a field follows that of its table (rule 10.5).
        type === 'list' ? (atrium?.id === undefined ? [name, `${table}_${name}`] : [atrium.id]) : [],
      ),
    ),
  );
}

/** Sends a request that a screen sends. */
async function read<Schema extends z.ZodType>(reply: Schema, where: string): Promise<z.output<Schema>> {
  const given = await ada.get(`${dataset.uniqueId}/${where}`);
  expect([where, given.statusCode]).toEqual([where, 200]);
  return reply.parse(given.json());
}

/** The answer to an edit, which is made or only previewed. */
async function send<Schema extends z.ZodType>(
  reply: Schema,
  where: string,
  transformation: object,
): Promise<z.output<Schema>> {
  const given = await ada.post(`${dataset.uniqueId}/${where}`, { transformation });
  expect([JSON.stringify(transformation), given.statusCode]).toEqual([JSON.stringify(transformation), 200]);
  return reply.parse(given.json());
}

const count = async (): Promise<ShownCount> =>
  (await read(cohortEndpoints.count.reply, 'query_tools/count/')).count;
const countAfter = async (edit: object): Promise<ShownCount | null> =>
  (await send(cohortEndpoints.countAfter.reply, 'query_tools/count_after/', edit)).count;
const sets = async (): Promise<readonly CriteriaSetView[]> =>
  (await read(cohortEndpoints.read.reply, 'cohort_def/')).criteriaSets;

/** A line of an editor: how many subjects it counts, and the form fields of the filter for exactly these. */
interface Line {
  readonly subjects: ShownCount;
  readonly chosen: object;
}

/** The lines of an editor with a count above 0; a chart of numbers, ages or dates is one line over its whole range. */
function linesOf(found: ConceptStatistics): readonly Line[] {
  if ('values' in found)
    return found.values.map(({ category, subjects }) => ({
      subjects,
      chosen: { selected_categories: [category] },
    }));
  if ('paginatedResults' in found)
    return found.paginatedResults.map(({ value, subjects = 0 }) => ({
      subjects,
      chosen: { chiron_text_field_selection: value },
    }));
  if ('actionResults' in found)
    return found.actionResults.map(({ code, subjects = 0 }) => ({
      subjects,
      chosen: { chiron_ontology_field_selection: [code] },
    }));
  if (!('stats' in found) || found.stats.countNonNull === 0) return [];
  const drawn = found.histogramData.reduce((total, [, entries]) => total + Number(entries), 0);
  expect(drawn, 'the bars of a chart add up to its entries').toBe(found.stats.countNonNull);
  const { stats } = found;
  const bounds =
    'minYear' in stats
      ? {
          cd_age_min_year: stats.minYear,
          cd_age_min_day: stats.minDay,
          cd_age_max_year: stats.maxYear,
          cd_age_max_day: stats.maxDay,
        }
      : { cd_numeric_min: stats.min, cd_numeric_max: stats.max, query_type: 'date_range' };
  return [{ subjects: stats.uniquePatients, chosen: bounds }];
}

/** The unit in which the bars of a chart are labelled. */
const barLabels: Readonly<Record<string, RegExp>> = {
  age: /\b(day|month|year)s?\b/,
  date: /\b\d{4}\b/,
  number: /\d/,
};

/** The records that figures describe, with and without a value; null where their values overlap or are not all listed. */
function recordsOf(found: ConceptStatistics, { conceptId }: ConceptSummary): number | null {
  if (lists.has(conceptId)) return null;
  const missing = Number(found.countMissingValues);
  if ('values' in found) return found.values.reduce((total, { count }) => total + Number(count), missing);
  return 'stats' in found ? missing + Number(found.stats.countNonNull) : null;
}

/** Figures of one base count the same records, whatever the concept; on the root these are the subjects of the cohort. */
async function holdBase(
  found: ConceptStatistics,
  concept: ConceptSummary,
  { concepts, query, before }: { concepts: readonly ConceptSummary[]; query: string; before: ShownCount },
): Promise<void> {
  const records = recordsOf(found, concept);
  if (records === null || concept.prefilterConcept !== null) return;
  const root = collections.find(({ isRootCollection }) => isRootCollection);
  const label = `${concept.conceptId} ${query}`;
  if (concept.collectionId === root?.collectionId) expect([label, records]).toEqual([label, before]);
  for (const other of concepts) {
    const isAlike = other.collectionId === concept.collectionId && other.conceptId !== concept.conceptId;
    if (!isAlike || other.prefilterConcept !== null) continue;
    const beside = await read(
      catalogueEndpoints.conceptStatistics.reply,
      `concepts/${other.conceptId}/cohort_def_callback/?${query}`,
    );
    const same = recordsOf(beside, other);
    if (same === null) continue;
    expect([label, other.conceptId, same]).toEqual([label, other.conceptId, records]);
    return;
  }
}

/** The words of a set and its filter name what is counted: the subject, the records and the concept. */
function holdWords(
  concept: ConceptSummary,
  { holder, describe }: { holder: CriteriaSetView | undefined; describe: string },
): void {
  const root = collections.find(({ isRootCollection }) => isRootCollection);
  const own = collections.find(({ collectionId }) => collectionId === concept.collectionId);
  const heading =
    own === root
      ? `${root?.name} criteria`
      : `${root?.name} has at least 1 <strong>${own?.name}</strong> where:`;
  expect([concept.conceptId, holder?.label]).toEqual([concept.conceptId, heading]);
  expect(concept).toMatchObject({ collectionName: own?.name, collectionNamePlural: own?.namePlural });
  const filters = holder?.entries.flatMap((entry) => ('kind' in entry ? entry.entries : [entry])) ?? [];
  expect(filters.map(({ conceptName }) => conceptName)).toContain(concept.name);
  for (const { label } of filters) expect(describe).toContain(`- ${label}`);
}

/** All concepts that a filter can use. */
async function conceptsOf(): Promise<readonly ConceptSummary[]> {
  const { results } = await read(catalogueEndpoints.concepts.reply, 'concepts/?records_per_page=1000');
  return results.filter(({ includeInCohort }) => includeInCohort);
}

/** The set that a new filter would join, as the editor offers it: one of the collection's, or a new one. */
function drawSet(chance: () => number, held: readonly CriteriaSetView[], concept: ConceptSummary) {
  const own = held.filter(
    ({ collectionId, isRootCollection }) =>
      collectionId === concept.collectionId && isRootCollection !== true,
  );
  const offered = own.length === 0 ? [undefined] : [...own.map(({ entryId }) => entryId), newCriteriaSet];
  return offered[Math.floor(chance() * offered.length)];
}

/** A value of the prefilter that a concept asks for. */
async function drawPrefilter(chance: () => number, concept: ConceptSummary): Promise<string | undefined> {
  if (concept.prefilterConcept === null || concept.prefilterMode !== 'required') return undefined;
  const where = `concepts/${concept.prefilterConcept.conceptId}/cohort_def_callback/?show_all_data=true`;
  const found = await read(catalogueEndpoints.conceptStatistics.reply, where);
  const values = 'values' in found ? found.values.map(({ category }) => category) : [];
  return values[Math.floor(chance() * values.length)];
}

const written = (label: unknown): string =>
  typeof label === 'boolean' ? (label ? 'True' : 'False') : String(label);

/** The cross-tab of one concept over the cohort: subjects by label. */
async function crossTabOf(conceptId: string): Promise<ReadonlyMap<string, ShownCount>> {
  await send(analysisEndpoints.edit.reply, 'analysis_def/', { type: 'clear_all' });
  const added = { type: 'add_entry', concept_id: conceptId, role: 'rows' };
  await send(analysisEndpoints.edit.reply, 'analysis_def/', added);
  const { dataset: table } = await read(analysisEndpoints.run.reply, 'analysis_tools/run_analysis/');
  return new Map(table?.index.map((label, row) => [written(label), table.data[row]?.[0] ?? 0]));
}

/** Adds one filter as a person would, and compares every figure on the way with the others. */
async function addFilter(chance: () => number, concepts: readonly ConceptSummary[]): Promise<ConceptSummary> {
  const pick = <T>(items: readonly T[]): T | undefined => items[Math.floor(chance() * items.length)];
  const kind = pick([...new Set(concepts.map(({ conceptType }) => conceptType))]);
  const concept = pick(concepts.filter(({ conceptType }) => conceptType === kind));
  if (concept === undefined) throw new Error('The demo data have concepts.');
  const { conceptId } = concept;
  const before = await count();
  const set = drawSet(chance, await sets(), concept);
  const prefilter = await drawPrefilter(chance, concept);
  const query = new URLSearchParams({
    ...(set === undefined ? {} : { criteria_set: set }),
    ...(prefilter === undefined ? {} : { prefilter_value: prefilter }),
    ...(concept.conceptType === 'text' ? { page: '1', records_per_page: '50' } : {}),
  });
  const where = `concepts/${conceptId}/cohort_def_callback/?${query}`;
  const found = await read(catalogueEndpoints.conceptStatistics.reply, where);
  await holdBase(found, concept, { concepts, before, query: String(query) });
  if ('histogramData' in found)
    for (const [label] of found.histogramData) expect(label).toMatch(barLabels[concept.conceptType] ?? /^$/);
  const line = pick(linesOf(found).filter(({ subjects }) => subjects !== 0));
  if (line === undefined) return concept;

  const edit = {
    type: 'add_entry',
    concept_id: conceptId,
    ...line.chosen,
    ...(set === undefined ? {} : { criteria_set: set }),
    ...(prefilter === undefined ? {} : { prefilter_value: prefilter }),
  };
  const label = JSON.stringify(edit);
  expect([label, 'row against preview', await countAfter(edit)]).toEqual([
    label,
    'row against preview',
    line.subjects,
  ]);
  const made = await send(cohortEndpoints.edit.reply, 'cohort_def/', edit);
  expect([label, made.transformationErrors]).toEqual([label, []]);
  const page = await read(tableEndpoints.preview.reply, 'query_tools/preview/?records_per_page=1');
  expect({ label, panel: await count(), results: page.subjectCount }).toEqual({
    label,
    panel: line.subjects,
    results: line.subjects,
  });

  const holder = made.criteriaSets.find(({ entries }) =>
    JSON.stringify(entries).includes(made.entryId ?? '?'),
  );
  holdWords(concept, { holder, describe: made.describe });
  const isOnly = holder?.entries.length === 1 && holder.isRootCollection !== true;
  const undone = isOnly
    ? { type: 'delete_criteria_set', entry_id: holder.entryId }
    : { type: 'delete_entry', entry_id: made.entryId, remove_empty_criteria_sets: false };
  expect([label, 'without it', await countAfter(undone)]).toEqual([label, 'without it', before]);

  if ('values' in found && concept.includeInAnalysis && prefilter === undefined) {
    const shown = await read(
      catalogueEndpoints.conceptStatistics.reply,
      `concepts/${conceptId}/cohort_def_callback/`,
    );
    const rows = 'values' in shown ? shown.values : [];
    const cells = await crossTabOf(conceptId);
    expect({ label, cells: rows.map(({ category }) => cells.get(category)) }).toEqual({
      label,
      cells: rows.map(({ subjects }) => subjects),
    });
  }
  return concept;
}

/** The differences between concepts besides their types. */
function traitsOf({ conceptId, collectionId, prefilterConcept }: ConceptSummary): readonly string[] {
  const own = collections.find((collection) => collection.collectionId === collectionId);
  return [
    own?.isRootCollection === true ? 'of the subject' : 'of a record',
    ...(lists.has(conceptId) ? ['multi-valued'] : []),
    ...(own?.hasEvent === true ? ['of an event'] : []),
    ...(prefilterConcept === null ? [] : ['with a prefilter']),
  ];
}

/** Makes random cohorts of a demo dataset, compares all figures, and returns the concepts that were used. */
async function holdFigures(
  name: DemoName,
  { chance, cohorts }: { chance: () => number; cohorts: number },
): Promise<readonly ConceptSummary[]> {
  await begin(name);
  const concepts = await conceptsOf();
  const used: ConceptSummary[] = [];
  for (let cohort = 0; cohort < cohorts; cohort += 1) {
    await send(cohortEndpoints.edit.reply, 'cohort_def/', { type: 'clear_all' });
    const filters = 1 + Math.floor(chance() * maxFilters);
    for (let filter = 0; filter < filters; filter += 1) used.push(await addFilter(chance, concepts));
  }
  return used;
}
