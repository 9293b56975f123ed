import { maxProposedEdits } from '@atrium/contract/wire/assistant';
import { beaconFilter, maxBeaconFilters } from '@atrium/contract/wire/beacon';
import { cohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { z } from 'zod';
import { type CallPortal, calls } from './portalCalls.ts';
import {
  hiddenCount,
  isListed,
  refusedEdits,
  type Shown,
  shownCohort,
  shownConcept,
  shownCrossTab,
} from './shownToAssistants.ts';

/** What an assistant may do. Its words are fixed, and no text of the data is among them (rule 14.84). */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Its arguments, as JSON Schema. */
  readonly schema: Shown;
  /** Whether it leaves something behind: a proposal. */
  readonly changes: boolean;
  run(call: CallPortal, given: unknown): Promise<Shown>;
}

interface Definition<Arguments extends z.ZodType> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly takes: Arguments;
  readonly changes?: true;
  readonly run: (call: CallPortal, given: z.output<Arguments>) => Promise<Shown>;
}

const defineTool = <Arguments extends z.ZodType>({
  takes,
  run,
  changes,
  ...named
}: Definition<Arguments>): Tool => ({
  ...named,
  changes: changes === true,
  schema: schemaOf(takes),
  run: (call, given) => run(call, takes.parse(given)),
});

function schemaOf(schema: z.ZodType): Shown {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return rest;
}

const dataset = z
  .string()
  .regex(/^[\w-]{1,63}$/)
  .describe('The id of a dataset, from list_datasets');
const conceptId = z.string().regex(/^[\w-]{1,63}$/);

/** The portal judges an edit; here its form is only named. */
const edit = z.record(z.string(), z.unknown());
const editSchema = schemaOf(cohortTransformation);
const editsOf = (max: number) =>
  z.array(edit.meta(editSchema)).max(max).describe('Edits of the cohort, in their order');

export const tools: readonly Tool[] = [
  defineTool({
    name: 'list_datasets',
    title: 'Datasets',
    description: 'Lists the datasets that the person is a member of, with the access that they have.',
    takes: z.object({}),
    run: async (call) => {
      const { datasets } = await call(calls.datasets, {});
      const { memberships } = await call(calls.memberships, {});
      return {
        datasets: memberships.map(({ dataset: id, accessLevel, accessLevelLabel }) => ({
          dataset: id,
          name: datasets.find(({ uniqueId }) => uniqueId === id)?.name ?? id,
          access: accessLevel,
          access_in_words: accessLevelLabel,
        })),
      };
    },
  }),
  defineTool({
    name: 'search_concepts',
    title: 'Search concepts and values',
    description: 'Finds variables of a dataset, and values of those that have a list, by words.',
    takes: z.object({ dataset, search: z.string().min(1).max(500) }),
    run: async (call, { dataset, search }) => {
      const found = await call(calls.search, {
        params: { dataset },
        query: { search, concept_type: 'cohort' },
      });
      // A text that has the words is not told, nor a word of it that was meant instead.
      const isShown = (concept: (typeof found.concepts)[number]) =>
        isListed(concept) || found.matches?.[concept.conceptId] === undefined;
      const values = (found.values ?? []).filter(({ concept }) => isListed(concept));
      return {
        concepts: found.concepts.filter(isShown).map(shownConcept),
        values: values.map(({ concept, text, code }) => ({
          concept_id: concept.conceptId,
          value: text,
          ...(code !== undefined && { code }),
        })),
        ...(found.corrected !== undefined && { is_corrected: true }),
      };
    },
  }),
  defineTool({
    name: 'describe_concept',
    title: 'Describe a concept',
    description:
      'Describes a variable of a dataset, with figures of its values over everyone. Values of texts are not shown. ' +
      'Members who see aggregates only get the cross-tab of its values.',
    takes: z.object({ dataset, concept_id: conceptId }),
    run: async (call, { dataset, concept_id }) => {
      const { memberships } = await call(calls.memberships, {});
      const level = memberships.find((one) => one.dataset === dataset)?.accessLevel;
      const params = { dataset, conceptId: concept_id };
      if (level === 'agg')
        return shownCrossTab(await call(calls.crossTab, { params, query: { concept: concept_id } }));
      const concept = await call(calls.concept, { params });
      if (!isListed(concept)) return shownConcept(concept);
      const query = { include_statistics: 'true', show_all_data: 'true' };
      const { statistics } = await call(calls.concept, { params, query });
      return { ...shownConcept(concept), figures: statistics };
    },
  }),
  defineTool({
    name: 'read_cohort',
    title: 'The active cohort',
    description: 'Reads the definition of the cohort on which the person works, with the ids of its parts.',
    takes: z.object({ dataset }),
    run: async (call, { dataset }) => shownCohort(await call(calls.cohort, { params: { dataset } })),
  }),
  defineTool({
    name: 'count_cohort',
    title: 'Count a cohort',
    description:
      'Counts the subjects of the cohort on which the person works, or of one that edits make of it or of an empty ' +
      'one. Nothing is changed. For members who see subjects; others use count_individuals and cross_tab.',
    takes: z.object({
      dataset,
      from: z.enum(['active', 'empty']).default('active'),
      edits: editsOf(50).default([]),
    }),
    run: async (call, { dataset, from, edits }) => {
      const body = { from, transformations: edits };
      const { count, cohortReceipt, errors, refusedIndex } = await call(calls.count, {
        params: { dataset },
        body,
      });
      if (count === null) return refusedEdits(errors, refusedIndex);
      if (typeof count === 'string') return hiddenCount(`The number is ${count}, and is not shown.`);
      return { count, receipt: cohortReceipt };
    },
  }),
  defineTool({
    name: 'count_individuals',
    title: 'Count by filters',
    description:
      'Counts the individuals of a dataset who meet all filters, whatever cohort the person works on. A filter is a ' +
      'concept with an operator and a value, or a term of an ontology. For members of every level.',
    takes: z.object({ dataset, filters: z.array(beaconFilter).max(maxBeaconFilters) }),
    run: async (call, { dataset, filters }) => {
      const answer = await call(calls.individuals, { query: { dataset }, body: { query: { filters } } });
      const { receipt, note = 'The number is not shown.', release } = answer.info;
      const { numTotalResults: count } = answer.responseSummary;
      return {
        ...(count === undefined ? hiddenCount(note) : { count }),
        release,
        ...(receipt !== undefined && { receipt }),
      };
    },
  }),
  defineTool({
    name: 'cross_tab',
    title: 'Cross-tab',
    description:
      'Counts subjects by the values of concepts on rows and columns, over everyone or over the cohort on which the ' +
      'person works. Members who see aggregates only get it over everyone.',
    takes: z.object({
      dataset,
      rows: z.array(conceptId).max(5).default([]),
      cols: z.array(conceptId).max(5).default([]),
      over: z.enum(['everyone', 'active_cohort']).default('everyone'),
    }),
    run: async (call, { dataset, rows, cols, over }) => {
      const query = {
        rows: rows.join(','),
        cols: cols.join(','),
        data_view_mode: over === 'everyone' ? 'all' : 'cohort',
      };
      return shownCrossTab(await call(calls.crossTab, { params: { dataset }, query }));
    },
  }),
  defineTool({
    name: 'propose_edits',
    title: 'Propose edits',
    description:
      'Proposes edits of the cohort on which the person works. The person sees them beside the cohort and applies or ' +
      'refuses them; nothing is changed before. A new proposal takes the place of the one before.',
    takes: z.object({
      dataset,
      edits: editsOf(maxProposedEdits).min(1),
      note: z.string().max(500).default('').describe('Why, in a sentence for the person'),
    }),
    changes: true,
    run: async (call, { dataset, edits, note }) => {
      const body = { transformations: edits, note };
      const { proposalId, errors, refusedIndex } = await call(calls.propose, { params: { dataset }, body });
      if (proposalId === null) return refusedEdits(errors, refusedIndex);
      return { proposal: proposalId, waits_for: 'the click of the person, on the page of the query' };
    },
  }),
];
