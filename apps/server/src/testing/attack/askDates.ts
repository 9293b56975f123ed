import { methodIds } from '@atrium/engine';
import { z } from 'zod';
import type { Caller } from '../caller.ts';
import { openConcepts, yearConcepts } from './datedPackage.ts';

type Chance = () => number;
type Fields = Readonly<Record<string, unknown>>;

/** An edit of the cohort; `set` and `target` are the numbers of the sets that the plan makes. */
type CohortStep =
  | { readonly kind: 'filter'; readonly fields: Fields }
  | { readonly kind: 'set'; readonly collection: string }
  | { readonly kind: 'count'; readonly set: number; readonly fields: Fields }
  | { readonly kind: 'rule'; readonly set: number; readonly fields: Fields; readonly target: number };

/** A plan of questions of one member, drawn once and sent to two datasets. */
export interface DatePlan {
  readonly cohort: readonly CohortStep[];
  readonly columns: readonly Fields[];
  /** The number of the column that sorts. */
  readonly sorted: number;
  readonly axes: readonly string[];
  readonly described: string;
}

const collections = ['visit', 'operation', 'stay'] as const;
const everyConcept = [...openConcepts, ...yearConcepts];
const returned = ['earliest_date', 'latest_date', 'all_dates', 'value', 'count', 'boolean'];

/**
 * Draws both values that editors offer and values that they do not: windows and distances of any days, bounds on any
 * day.
 */
export function drawDatePlan(chance: Chance): DatePlan {
  const pick = <T>(items: readonly T[]): T => {
    const found = items[Math.floor(chance() * items.length)];
    if (found === undefined) throw new Error('Nothing to pick from.');
    return found;
  };
  const upTo = (most: number): number => Math.floor(chance() * (most + 1));
  const edge = (): 'start' | 'end' => pick(['start', 'end']);
  const distance = (): number => (chance() < 0.9 ? 365 * (upTo(6) - 3) : upTo(800) - 400);
  const days = (): number => (chance() < 0.9 ? 365 * (1 + upTo(2)) : 1 + upTo(4000));
  const day = (side: '01-01' | '12-31'): string =>
    `${chance() < 0.1 ? 1900 + upTo(40) : 2014 + upTo(6)}-${chance() < 0.9 ? side : pick(['02-28', '07-04'])}`;
  const bounds = (min: string, max: string): Fields => ({ [min]: day('01-01'), [max]: day('12-31') });

  const dateFilter = (): CohortStep => {
    const values =
      chance() < 0.3
        ? { query_type: 'relative_to_today', days_ago: days() }
        : { query_type: 'date_range', ...bounds('cd_numeric_min', 'cd_numeric_max') };
    const exclude_selected = chance() < 0.3;
    return { kind: 'filter', fields: { concept_id: pick(yearConcepts), ...values, exclude_selected } };
  };
  const rule = (set: number, collection: string): CohortStep => {
    const target = upTo(set + 1);
    const isStay = collection === 'stay';
    const kind = pick([
      'date_range',
      'relative_to_today',
      ...Array<string>(3).fill('relative_to_other_event'),
    ]);
    if (kind === 'relative_to_other_event') {
      const [a, b] = [distance(), distance()];
      const fields = {
        option_type: kind,
        reference_date: edge(),
        range_start_days_from_target: Math.min(a, b),
        range_start_target: edge(),
        range_end_days_from_target: Math.max(a, b),
        range_end_target: edge(),
      };
      return { kind: 'rule', set, target, fields };
    }
    const option_type = isStay ? `interval_${kind}` : kind;
    const fields =
      kind === 'date_range'
        ? isStay
          ? { ...bounds('date_start_min', 'date_end_max') }
          : { ...bounds('date_min', 'date_max') }
        : isStay
          ? { start_date_days_ago: days(), end_date_days_ago: days() }
          : { days_ago: days() };
    return { kind: 'rule', set, target, fields: { option_type, ...fields } };
  };

  const sets = Array.from({ length: 1 + upTo(2) }, () => pick(collections));
  const rules = sets.map((collection, set) => rule(set, collection)).toReversed();
  const cohort: CohortStep[] = [
    ...sets.map((collection): CohortStep => ({ kind: 'set', collection })),
    ...(chance() < 0.5 ? [dateFilter()] : []),
    ...rules,
    ...(chance() < 0.3
      ? [
          {
            kind: 'count',
            set: 0,
            fields: { rule_operator: pick(['at least', 'at most', 'exactly']), rule_count: upTo(3) },
          } as const,
        ]
      : []),
  ];
  const column = (): Fields => {
    const concept_id = pick(everyConcept);
    const aggregation_method = chance() < 0.3 ? null : pick(methodIds);
    return {
      concept_id,
      aggregation_method,
      values: ['mild', 'severe'],
      list_all_ordering: pick(['value', 'event_date']),
      list_all_include_nulls: pick(['yes', 'no']),
      return_value: pick(returned),
      min_return_value: pick(returned),
      max_return_value: pick(returned),
    };
  };
  const columns = [{ concept_id: 'person_id', aggregation_method: null }, column(), column(), column()];
  const axes = [pick(everyConcept), pick(everyConcept)];
  return { cohort, columns, sorted: upTo(3), axes: [...new Set(axes)], described: pick(everyConcept) };
}

const edited = z.object({
  transformation_successful: z.boolean(),
  transformation_refusals: z.array(z.object({ fields: z.array(z.string()), code: z.string() })),
});
const cohortEdited = edited.extend({ cohort_def: z.array(z.object({ entry_id: z.string() })) });
const tableEdited = edited.extend({
  extended_table_def: z.object({ fields: z.array(z.looseObject({ entry_id: z.string() })) }),
});
const rows = z.object({ data: z.array(z.array(z.unknown())), record_count: z.number() });
const tab = z.object({ dataset: z.unknown() });

/** Whether an edit was made, or why not; ids, which are drawn anew each time, are left out. */
const verdictOf = ({
  transformation_successful,
  transformation_refusals,
}: z.output<typeof edited>): string =>
  transformation_successful
    ? 'made'
    : transformation_refusals.map(({ fields, code }) => `${fields.join(' ')} ${code}`).join(', ');

/** Everything that the portal answers to the plan, in order. */
export async function askDatePlan(
  plan: DatePlan,
  caller: Caller,
  dataset: string,
): Promise<readonly unknown[]> {
  const edit = async (kind: string, transformation: Fields): Promise<unknown> =>
    (await caller.post(`${dataset}/${kind}_def/`, { transformation })).json();
  const verdicts: string[] = [];
  const editCohort = async (transformation: Fields) => {
    const reply = cohortEdited.parse(await edit('cohort', transformation));
    verdicts.push(`${String(transformation['type'])}: ${verdictOf(reply)}`);
    return reply.cohort_def.map(({ entry_id }) => entry_id);
  };
  await editCohort({ type: 'clear_all' });
  const ids: string[] = [];
  for (const step of plan.cohort) {
    if (step.kind === 'filter') await editCohort({ type: 'add_entry', ...step.fields });
    else if (step.kind === 'set') {
      const made = await editCohort({ type: 'add_criteria_set', collection_id: step.collection });
      ids.push(made.at(-1) ?? '');
      await editCohort({ type: 'create_event_rule', entry_id: ids.at(-1) });
    } else if (step.kind === 'count')
      await editCohort({ type: 'add_criteria_set_count_rule', entry_id: ids[step.set], ...step.fields });
    else await editCohort(ruleEdit(step, ids));
  }

  await clearTable(edit);
  const columnIds: string[] = [];
  for (const column of plan.columns) {
    const reply = tableEdited.parse(await edit('table', { type: 'add_entry', ...column }));
    verdicts.push(`column: ${verdictOf(reply)}`);
    columnIds.push(reply.extended_table_def.fields.at(-1)?.entry_id ?? '');
  }
  await edit('table', { type: 'clear_sort_entries' });
  await edit('table', { type: 'add_sort_entry', entry_id: columnIds[plan.sorted] });

  await edit('analysis', { type: 'clear_all' });
  for (const [index, concept_id] of plan.axes.entries())
    await edit('analysis', { type: 'add_entry', concept_id, role: index === 0 ? 'rows' : 'cols' });

  const get = async (path: string) => await caller.get(`${dataset}/${path}`);
  const statistics = `concepts/${plan.described}/cohort_def_callback/`;
  return [
    verdicts,
    z
      .object({ count: z.unknown() })
      .loose()
      .parse((await get('query_tools/count/')).json()).count,
    rows.parse((await get('query_tools/preview/?records_per_page=500')).json()),
    withoutHeading((await get('query_tools/export_csv/')).body),
    (await get('query_tools/export_ndjson/')).body,
    (await get('query_tools/export_parquet/')).rawPayload.toString('base64'),
    typesIn((await get('query_tools/export_dictionary/')).json()),
    tab.parse(
      (await get('analysis_tools/run_analysis/?use_active_cohort=true&data_view_mode=cohort')).json(),
    ),
    (await get('analysis_tools/export_csv/?use_active_cohort=true&data_view_mode=cohort')).body,
    (await get(statistics)).json(),
    (await get(`${statistics}?show_all_data=true`)).json(),
    ...(await askLanes(caller, dataset)),
    ...(await askComparison(plan, caller, dataset)),
  ];
}

const lanes = z.object({ subjects: z.array(z.looseObject({ subject: z.string() })).optional() });
const records = z.object({
  records: z
    .array(
      z.object({
        rows: z.array(z.object({ cells: z.unknown(), start: z.unknown(), end: z.unknown() })),
      }),
    )
    .optional(),
});

/** The lanes of events, and the records of the first of them. */
async function askLanes(caller: Caller, dataset: string): Promise<readonly unknown[]> {
  const post = async (call: string, body: object): Promise<unknown> =>
    (await caller.post(`${dataset}/query_tools/${call}/`, body)).json();
  const shown = lanes.parse(await post('timelines', { sort_by: 'visit' }));
  const subject = shown.subjects?.[0]?.subject ?? 'nobody';
  return [shown, records.parse(await post('explain', { subject }))];
}

const compared = z.object({ concepts: z.unknown(), curves: z.unknown(), detail: z.unknown() }).partial();

/** Table 1 of the cohort and everybody else, and their curves between events and the first protected date (rule 17.15). */
async function askComparison(
  { axes, described }: DatePlan,
  caller: Caller,
  dataset: string,
): Promise<readonly unknown[]> {
  const post = async (call: string, body: object): Promise<unknown> =>
    compared.parse((await caller.post(`${dataset}/comparison/${call}/`, body)).json());
  const groups = [{ kind: 'cohort' }, { kind: 'rest' }];
  const [zero, end, last] = collections.map((collection_id) => ({ kind: 'record', collection_id }));
  const value = { kind: 'value', concept_id: described };
  return [
    await post('table', { groups, concepts: axes }),
    await post('curves', { groups, zero, end, last }),
    await post('curves', { groups, zero: value, end: value, last: value }),
    await post('program', { groups, concepts: [], times: { zero, end, last } }),
  ];
}

const dictionary = z.object({
  resources: z.array(
    z.object({ schema: z.object({ fields: z.array(z.looseObject({ type: z.string() })) }) }),
  ),
});

/** How the columns of an export are typed; null where there is no export. */
function typesIn(reply: unknown): readonly string[] | null {
  const { data } = dictionary.safeParse(reply);
  return (
    data?.resources.flatMap(({ schema }) =>
      schema.fields.map(({ type, format, itemType }) => `${type} ${format} ${itemType}`),
    ) ?? null
  );
}

/** The fields of a relative rule end in the id of its target. */
function ruleEdit(
  { set, target, fields }: Extract<CohortStep, { kind: 'rule' }>,
  ids: readonly string[],
): Fields {
  const entry_id = ids[set];
  const head = { type: 'modify_event_rule', entry_id };
  if (fields['option_type'] !== 'relative_to_other_event') return { ...head, ...fields };
  const other = ids[target] ?? ids[0] ?? '';
  const { option_type, ...distances } = fields;
  const named = Object.entries(distances).map(([name, value]) => [`${name}_${other}`, value] as const);
  return { ...head, option_type, target_entry_id: other, ...Object.fromEntries(named) };
}

/** Names of columns may hold a criteria set's name, which is the same in both; the heading is left out all the same. */
const withoutHeading = (csv: string): string => csv.split('\r\n').slice(1).join('\r\n');

/** Removes the columns of the last plan; the default column of an empty table stays. */
async function clearTable(edit: (kind: string, transformation: Fields) => Promise<unknown>): Promise<void> {
  const { extended_table_def } = tableEdited.parse(await edit('table', { type: 'clear_sort_entries' }));
  for (const { entry_id } of extended_table_def.fields)
    await edit('table', { type: 'delete_entry', entry_id });
}
