import type { AccessLevel } from '@atrium/contract/wire/access';
import type { CohortDefinition, EventRule } from '@atrium/contract/wire/cohortDefinition';
import type { TableField } from '@atrium/contract/wire/tableDefinition';
import { describe, expect, it } from 'vitest';
import { checkCohort } from '../cohort/check/checkCohort.ts';
import { describeCohort } from '../cohort/describe/describeCohort.ts';
import { eventOptions } from '../cohort/describe/eventOptions.ts';
import { eventsInYearsOnly } from '../cohort/eventRules.ts';
import { redactCohort } from '../cohort/redactCohort.ts';
import { createLookup, hasEvents, type Lookup } from '../dictionary/lookup.ts';
import { checkTable } from '../table/check/checkTable.ts';
import { compileTable } from '../table/compile/compileTable.ts';
import { describeTable } from '../table/describe/describeTable.ts';
import { tableOptions } from '../table/describe/tableOptions.ts';
import { applyTableTransformation } from '../table/edit/applyTableTransformation.ts';
import { aggregate, runTable, stack, table } from '../table/testing/tables.ts';
import { anyDate, day, near, set } from '../testing/definitions.ts';
import { createEditor } from '../testing/editing.ts';
import { planOf } from '../testing/findSubjects.ts';
import { type OpenRelease, openRelease } from '../testing/openRelease.ts';
import type { PlainCollection, PlainConcept, PlainRelease } from '../testing/plainRelease.ts';
import { permit } from './permit.ts';

const required = (conceptId: string) => ({ conceptId, mode: 'required' }) as const;

/** One record of subject A, on 2019-12-03, in a collection with these concepts beside what was found. */
const collection = (
  id: string,
  event: NonNullable<PlainCollection['event']>,
  concepts: readonly PlainConcept[],
): PlainCollection => ({
  id,
  event,
  concepts: [
    ...concepts,
    { id: `${id}_finding`, type: 'category' },
    { id: `${id}_note`, type: 'text' },
    { id: `${id}_score`, type: 'number' },
  ],
  rows: [
    {
      subjects: ['A'],
      values: {
        ...Object.fromEntries(
          concepts.map((concept) => [concept.id, concept.type === 'date' ? '2019-12-03' : 'x']),
        ),
        [`${id}_finding`]: 'x',
        [`${id}_note`]: 'x',
        [`${id}_score`]: 5,
      },
    },
  ],
});

const plain: PlainRelease = {
  collections: [
    {
      id: 'subject',
      concepts: [{ id: 'id', type: 'text' }],
      rows: [{ subjects: ['A'], values: { id: 'A' } }],
    },
    collection('visit', { start: 'visit_on' }, [
      { id: 'secret', type: 'category', hasPhi: true },
      { id: 'visit_on', type: 'date', prefilter: required('secret') },
    ]),
    collection('chain', { start: 'chain_on' }, [
      { id: 'chain_on', type: 'date', prefilter: required('chain_kind') },
      { id: 'chain_kind', type: 'category', prefilter: required('chain_secret') },
      { id: 'chain_secret', type: 'category', hasPhi: true },
    ]),
    collection('unpublished', { start: 'unpublished_on' }, [{ id: 'unpublished_on', type: 'date' }]),
    collection('stay', { start: 'stay_from', end: 'stay_to' }, [
      { id: 'stay_secret', type: 'category', hasPhi: true },
      { id: 'stay_from', type: 'date' },
      { id: 'stay_to', type: 'date', prefilter: required('stay_secret') },
    ]),
    collection('report', { start: 'report_on' }, [
      { id: 'report_kind', type: 'category', hasPhi: true },
      { id: 'report_on', type: 'date', prefilter: { conceptId: 'report_kind', mode: 'optional' } },
    ]),
  ],
};

/** The release as a package leaves it that does not publish the start of one collection. */
function withUnpublishedStart(open: OpenRelease): OpenRelease {
  const { dictionary } = open.release.lookup;
  const lookup = createLookup({
    ...dictionary,
    concepts: dictionary.concepts.filter(({ id }) => id !== 'unpublished_on'),
    collections: dictionary.collections.map((one) =>
      one.id === 'unpublished' && one.event !== null
        ? { ...one, event: { ...one.event, startConceptId: null } }
        : one,
    ),
  });
  return { ...open, release: { ...open.release, lookup } };
}

const whole = withUnpublishedStart(await openRelease(plain));

/** Everything but the protected concepts. */
const groupWithoutPhi = () => ({
  allSubjects: true,
  subjectConcepts: [],
  categories: null,
  concepts: whole.release.lookup.dictionary.concepts.filter(({ hasPhi }) => !hasPhi).map(({ id }) => id),
  collections: null,
});

interface Viewer {
  readonly level: AccessLevel;
  readonly isGrouped?: boolean;
}
const openAs = ({ level, isGrouped = false }: Viewer): OpenRelease => ({
  ...whole,
  release: {
    ...whole.release,
    ...permit(whole.release.lookup, { level, groups: isGrouped ? [groupWithoutPhi()] : null }),
  },
});
const lookupOf = (viewer: Viewer): Lookup => openAs(viewer).release.lookup;

const closed = ['visit', 'chain', 'unpublished'];
const viewers = [
  ['a deid member', { level: 'deid' }],
  ['a phi member whose groups hide it', { level: 'phi', isGrouped: true }],
] as const;
const cases = viewers.flatMap(([who, viewer]) => closed.map((id) => [who, id, viewer] as const));

const method = (id: string, name: string, settings = {}) =>
  aggregate(id, name, settings, { entryId: JSON.stringify([id, name, settings]) });

/** Every column that tells a date of the collection's events, or their order. */
const datedColumns = (id: string): readonly TableField[] => [
  method(`${id}_finding`, 'latest'),
  method(`${id}_finding`, 'earliest'),
  method(`${id}_finding`, 'list_all', { list_all_ordering: 'event_date' }),
  ...['earliest_date', 'latest_date', 'all_dates'].flatMap((returns) => [
    method(`${id}_finding`, 'has_value', { values: ['x'], return_value: returns }),
    method(`${id}_note`, 'has_value_text', { values_text: ['x'], return_value_text: returns }),
    method(`${id}_score`, 'min', { min_return_value: returns }),
    method(`${id}_score`, 'max', { max_return_value: returns }),
  ]),
  ...['earliest_value', 'latest_value'].map((returns) =>
    method(`${id}_note`, 'has_value_text', { values_text: ['x'], return_value_text: returns }),
  ),
];

const cellsOf = async (viewer: Viewer, fields: readonly TableField[]) => {
  const { rows } = await runTable(openAs(viewer), table([stack('id'), ...fields]), { level: viewer.level });
  return rows.map((row) => row.slice(1));
};

const rules: readonly EventRule[] = [
  anyDate,
  { kind: 'date_range', dateMin: day('2019-12-03') },
  { kind: 'relative_to_today', daysAgo: 365 },
  near('report', 0, 0),
];
const withRule = (id: string, event: EventRule): CohortDefinition => [
  set(id, [], { event }),
  set('report', [], { event: anyDate }),
];

/** The compiler keeps this rule, so the gate tests it on one engine only. */
const longOnPostgres = { tags: process.env['ATRIUM_TEST_ENGINE'] === 'postgres' ? ['long'] : [] };

describe.each(cases)('to %s whose start of %s is closed', longOnPostgres, (_who, id, viewer) => {
  const { level } = viewer;
  const lookup = () => lookupOf(viewer);
  const own = () => {
    const found = lookup().collection(id);
    if (found === undefined) throw new Error(`${id} is not there.`);
    return found;
  };

  it('the collection has no events', () => {
    expect(hasEvents(own(), lookup())).toBe(false);
    expect(
      eventOptions({ set: set(id), definition: [set(id)] }, { lookup: lookup(), member: { level } }),
    ).toEqual({ eventOptions: [], selectedEventOption: 'no_restriction' });
  });

  it('a column of its dates or their order is an error and shows nothing', async () => {
    const fields = datedColumns(id);
    const checked = checkTable(table(fields), { lookup: lookup(), member: { level } });
    expect(checked.columns.filter(({ kind }) => kind !== 'broken')).toEqual([]);
    expect(checked.warnings.length).toBeGreaterThan(0);
    expect(await cellsOf(viewer, fields)).toEqual([fields.map(() => null)]);
  });

  it('no such column can be added', () => {
    const answers = datedColumns(id).map(({ conceptId, aggregationMethod, aggregationSettings }) => {
      const change = applyTableTransformation(
        table([stack('id')]),
        {
          kind: 'add_entry',
          conceptId,
          aggregationMethod: aggregationMethod ?? '',
          inputs: aggregationSettings ?? {},
        },
        { lookup: lookup(), member: { level }, newEntryId: () => 'new' },
      );
      return change.kind;
    });
    expect([...new Set(answers)]).toEqual(['refused']);
  });

  it.each([
    [`${id}_finding`, ['boolean', 'count']],
    [`${id}_note`, ['boolean', 'count', 'all_values']],
    [`${id}_score`, ['value', 'count']],
  ])('the editor offers no such column of %s', (conceptId, returns) => {
    const concept = lookup().concept(conceptId);
    const options =
      concept === undefined
        ? null
        : tableOptions(concept, { lookup: lookup(), member: { level }, cohort: [] });
    const methods = options?.aggregationOptions ?? [];
    expect(methods.map((one) => one.id)).not.toEqual(
      expect.arrayContaining([expect.stringMatching(/latest|earliest/)]),
    );
    const inputs = methods.flatMap((one) => one.inputs);
    expect(inputs.filter((input) => input.id === 'list_all_ordering')).toEqual([]);
    const offered = inputs
      .filter((input) => /^(?:(?:min|max)_)?return_value/.test(input.id))
      .map((input) => (input.type === 'select' ? input.options?.map(([value]) => value) : null));
    expect(new Set(offered.map((one) => JSON.stringify(one)))).toEqual(new Set([JSON.stringify(returns)]));
  });

  it('no statement reads the start, and what would be shown of it is a year', () => {
    const { release } = openAs(viewer);
    const counted = table([method(`${id}_finding`, 'count_all'), method(`${id}_note`, 'list_all')]);
    const checked = checkTable(counted, { lookup: lookup(), member: { level } });
    expect(checked.columns).toMatchObject([{ eventYearsOnly: true }, { eventYearsOnly: true }]);
    expect(compileTable(checked, planOf(openAs(viewer), []), release).everything.text).not.toContain(
      '_start',
    );
    expect(eventsInYearsOnly(own(), lookup(), { level })).toBe(true);
  });

  it('no column names the start', () => {
    const checked = checkTable(table([...datedColumns(id), method(`${id}_finding`, 'count_all')]), {
      lookup: lookup(),
      member: { level },
    });
    const { fields } = describeTable(checked, { lookup: lookup(), cohort: [] });
    expect(fields.map(({ collection: of }) => of)).toEqual(
      fields.map(() => ({ collectionId: id, eventDateField: null, eventEndDateField: null })),
    );
  });

  it.each(rules)('a stored rule is an error, and shows nothing of itself: $kind', (rule) => {
    const definition = withRule(id, rule);
    const checked = checkCohort(definition, { lookup: lookup(), member: { level } });
    expect(checked).toMatchObject({
      kind: 'broken',
      errors: [{ entryId: id, part: 'eventRule', mayEdit: false }],
    });
    expect(redactCohort(definition, { lookup: lookup(), member: { level } })).toEqual(withRule(id, anyDate));
    const { criteriaSets } = describeCohort(checked, { lookup: lookup() });
    expect(criteriaSets[0]).toMatchObject({
      hasEventField: false,
      eventRuleLabel: 'a rule that you may not use',
      eventRuleError: true,
      canEditEventRule: false,
    });
  });

  it('no rule can be put on a set, nor name it', () => {
    const edit = createEditor(lookup());
    const definition: CohortDefinition = [set(id), set('report', [], { event: anyDate })];
    expect(edit(definition, { kind: 'create_event_rule', entryId: id }, { level }).kind).toBe('refused');
    const ranged = {
      kind: 'modify_event_rule',
      entryId: id,
      optionType: 'date_range',
      fields: { date_min: '2019-01-01' },
    } as const;
    expect(edit(definition, ranged, { level }).kind).toBe('refused');
    const related = {
      kind: 'modify_event_rule',
      entryId: 'report',
      optionType: 'relative_to_other_event',
      fields: {
        target_entry_id: id,
        [`range_start_days_from_target_${id}`]: '0',
        [`range_end_days_from_target_${id}`]: '0',
      },
    } as const;
    const ruled = [set(id, [], { event: anyDate }), set('report', [], { event: anyDate })];
    expect(edit(ruled, related, { level }).kind).toBe('refused');
    const stored = [set(id, [], { event: anyDate }), set('report', [], { event: near(id, 0, 0) })];
    expect(checkCohort(stored, { lookup: lookup(), member: { level } })).toMatchObject({
      kind: 'broken',
      errors: [{ entryId: id }, { entryId: 'report', part: 'eventRule' }],
    });
  });
});

describe('a start that is open', () => {
  it('gives a phi member dates in each of the columns', async () => {
    const fields = datedColumns('visit');
    const [cells] = await cellsOf({ level: 'phi' }, fields);
    expect(cells).not.toContain(null);
    expect(cells).toContain('2019-12-03');
  });

  it.each(viewers)('though its optional prefilter is closed, gives %s the same', async (_who, viewer) => {
    const fields = datedColumns('report');
    expect(await cellsOf(viewer, fields)).toEqual(await cellsOf({ level: 'phi' }, fields));
  });
});

it('a start that is not published means no events for any member', () => {
  const lookup = lookupOf({ level: 'phi' });
  const fields = datedColumns('unpublished');
  const { columns } = checkTable(table(fields), { lookup, member: { level: 'phi' } });
  expect(new Set(columns.map(({ kind }) => kind))).toEqual(new Set(['broken']));
  expect(checkCohort(withRule('unpublished', anyDate), { lookup, member: { level: 'phi' } }).kind).toBe(
    'broken',
  );
});

it.each(viewers)('a closed end leaves points in time to %s, with the start alone', (_who, viewer) => {
  const lookup = lookupOf(viewer);
  const member = { level: viewer.level };
  const kindOf = (event: EventRule) => checkCohort([set('stay', [], { event })], { lookup, member }).kind;
  expect(kindOf({ kind: 'date_range', dateMin: day('2019-12-03') })).toBe('sound');
  const interval: EventRule = { kind: 'interval_date_range', dateEndMax: day('2019-12-03') };
  expect(kindOf(interval)).toBe('broken');
  expect(redactCohort([set('stay', [], { event: interval })], { lookup, member })).toEqual([
    set('stay', [], { event: anyDate }),
  ]);
  const { fields } = describeTable(checkTable(table([stack('stay_from')]), { lookup, member }), {
    lookup,
    cohort: [],
  });
  expect(fields.map(({ collection: of }) => of)).toEqual([
    { collectionId: 'stay', eventDateField: 'stay_from', eventEndDateField: null },
  ]);
});

it('a concept is hidden if its prefilter is hidden, through any number of steps', () => {
  const lookup = lookupOf({ level: 'deid' });
  expect(['chain_secret', 'chain_kind', 'chain_on'].filter((id) => lookup.concept(id))).toEqual([]);
  expect(lookup.hidden.concept('chain_on')).toBe(true);
  expect(lookup.hidden.events('chain')).toBe(true);
});

it('the level alone closes events where the whole dictionary is read', () => {
  const lookup = createLookup({
    ...whole.release.lookup.dictionary,
    concepts: whole.release.lookup.dictionary.concepts.map((concept) =>
      concept.id === 'report_on' ? { ...concept, isAggregatable: false } : concept,
    ),
  });
  const kinds = (level: AccessLevel) =>
    new Set(
      checkTable(table(datedColumns('report')), { lookup, member: { level } }).columns.map(
        ({ kind }) => kind,
      ),
    );
  expect([kinds('agg'), kinds('deid')]).toEqual([new Set(['broken']), new Set(['aggregated'])]);
});

it('a rule on a collection that is gone is hidden whole', () => {
  const definition = [set('gone', [], { event: { kind: 'date_range', dateMin: day('2019-12-03') } })];
  const reader = { lookup: lookupOf({ level: 'deid' }), member: { level: 'deid' } } as const;
  expect(redactCohort(definition, reader)).toEqual([set('gone', [], { event: anyDate })]);
});
