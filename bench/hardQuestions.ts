import type { Call } from './portal.ts';
import { createRandom } from './random.ts';

/** A question about the demo dataset: edits of its definition, and the call that asks it. */
export interface HardQuestion {
  readonly name: string;
  readonly account: 'researcher' | 'analyst';
  readonly kind: 'cohort_def' | 'table_def' | 'analysis_def' | 'values';
  readonly edits: readonly Readonly<Record<string, unknown>>[];
  readonly ask: string;
}

export interface Concept {
  readonly permanent_id: string;
  readonly concept_type: string;
}

const aggregations = [null, null, null, 'list_all', 'list_distinct', 'count_distinct', 'has_value'];

interface Draw {
  readonly concepts: readonly Concept[];
  /** A whole number from 0 below a count. */
  below(count: number): number;
  oneOf<Item>(items: readonly Item[]): Item;
  conceptsFrom(min: number, max: number): readonly string[];
  textConcept(): string;
}

const questionKinds = {
  table: tableQuestion,
  patterns: patternsQuestion,
  crossTab: crossTabQuestion,
  values: valuesQuestion,
  pasted: pastedQuestion,
};

/** The question of a number: the same for the same concepts. */
export function drawQuestion(concepts: readonly Concept[], number: number): HardQuestion {
  const random = createRandom(Math.imul(number, 2_654_435_761));
  const below = (count: number): number => Math.floor(random() * count);
  const oneOf = <Item>(items: readonly Item[]): Item => {
    const item = items[below(items.length)];
    if (item === undefined) throw new Error('There is nothing to draw from.');
    return item;
  };
  random();
  const kinds = ['table', 'table', 'patterns', 'crossTab', 'crossTab', 'values', 'pasted'] as const;
  return questionKinds[oneOf(kinds)]({
    concepts,
    below,
    oneOf,
    conceptsFrom: (min, max) =>
      Array.from({ length: min + below(max - min + 1) }, () => oneOf(concepts).permanent_id),
    textConcept: () => oneOf(concepts.filter(({ concept_type }) => concept_type === 'text')).permanent_id,
  });
}

function tableQuestion({ below, oneOf, conceptsFrom }: Draw): HardQuestion {
  const edits = conceptsFrom(2, 9).map((concept_id) => ({
    type: 'add_entry',
    concept_id,
    aggregation_method: oneOf(aggregations),
  }));
  const page = `page=${1 + below(3)}&records_per_page=${oneOf([10, 3000])}`;
  return {
    name: `table: ${edits.map((each) => `${each.concept_id} ${each.aggregation_method ?? 'stacked'}`).join(', ')}`,
    account: 'researcher',
    kind: 'table_def',
    edits,
    ask: `default/query_tools/preview/?${page}`,
  };
}

function patternsQuestion({ oneOf, textConcept }: Draw): HardQuestion {
  const concept = textConcept();
  const count = oneOf([200, 2000, 5000]);
  const tail = oneOf(['', '.*[a-z0-9]{2,40}.*', '(a|b|c|[0-9])+', '.{1,200}x?']);
  const terms = Array.from({ length: count }, (_, index) => `/${tail}${index}${tail}/`);
  return textFilter(`filter: ${count} patterns with ${tail || 'a number'} for ${concept}`, concept, terms);
}

function pastedQuestion({ oneOf, textConcept }: Draw): HardQuestion {
  const concept = textConcept();
  const count = oneOf([1000, 25_000]);
  const terms = Array.from({ length: count }, (_, index) => `CHD-${String(index).padStart(6, '0')}`);
  return textFilter(`filter: ${count} pasted values for ${concept}`, concept, terms);
}

const textFilter = (name: string, concept_id: string, terms: readonly string[]): HardQuestion => ({
  name,
  account: 'researcher',
  kind: 'cohort_def',
  edits: [
    {
      type: 'add_entry',
      concept_id,
      chiron_text_field_selection: terms.join('\n'),
      ignore_warnings: true,
    },
  ],
  ask: 'default/query_tools/count/',
});

function crossTabQuestion({ oneOf, conceptsFrom }: Draw): HardQuestion {
  const edits = conceptsFrom(1, 5).map((concept_id) => ({
    type: 'add_entry',
    concept_id,
    role: oneOf(['rows', 'cols']),
  }));
  return {
    name: `cross-tab: ${edits.map((each) => `${each.concept_id} in ${each.role}`).join(', ')}`,
    account: oneOf(['researcher', 'analyst'] as const),
    kind: 'analysis_def',
    edits,
    ask: 'default/analysis_tools/run_analysis/',
  };
}

function valuesQuestion({ concepts, oneOf }: Draw): HardQuestion {
  const concept = oneOf(concepts).permanent_id;
  const search = oneOf(['', 'a', '/.*[a-z]{1,50}.*[0-9]{1,50}/', '/(a|b)*c/']);
  const query = new URLSearchParams({ show_all_data: 'true', records_per_page: '3000', search });
  return {
    name: `values of ${concept}${search && `, found by ${search}`}`,
    account: 'researcher',
    kind: 'values',
    edits: [],
    ask: `default/concepts/${concept}/cohort_def_callback/?${query}`,
  };
}

interface TableReply {
  readonly table_def: { readonly fields: readonly { readonly entry_id: string }[] };
}

/** Makes the definitions of a question active. An edit that is refused is left out. */
export async function prepare(call: Call, { kind, edits }: HardQuestion): Promise<void> {
  const edit = async (which: string, transformation: object): Promise<void> => {
    await (await call(`default/${which}/`, { transformation })).arrayBuffer();
  };
  await edit('analysis_def', { type: 'clear_all' });
  await edit('cohort_def', { type: 'clear_all' });
  const before: TableReply | undefined =
    kind === 'table_def' ? await (await call('default/table_def/')).json() : undefined;
  for (const transformation of edits) await edit(kind, transformation);
  for (const { entry_id } of before?.table_def.fields ?? [])
    await edit('table_def', { type: 'delete_entry', entry_id });
}

/** Asks and reads the whole answer; milliseconds and status, also of a refusal. */
export async function ask(
  call: Call,
  path: string,
  signal?: AbortSignal,
): Promise<{ ms: number; status: number }> {
  const start = performance.now();
  const answer = await call(path, undefined, signal);
  for await (const _ of answer.body ?? []);
  return { ms: performance.now() - start, status: answer.status };
}

/** All concepts of the demo dataset that a person may see. */
export async function readConcepts(call: Call): Promise<readonly Concept[]> {
  const { results }: { results: readonly Concept[] } = await (
    await call('default/concepts/?records_per_page=3000')
  ).json();
  return results;
}
