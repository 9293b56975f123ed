import { Writable } from 'node:stream';
import type { AccessLevel } from '@atrium/contract/wire/access';
import { methodIds } from '@atrium/engine';
import type { LightMyRequestResponse } from 'fastify';
import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { type ApiOperation, readOperations } from '../testing/apiOperations.ts';
import type { Caller } from '../testing/caller.ts';
import { canaries, writeCanaryPackage } from '../testing/canaryPackage.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { nameOf, routeRow } from '../testing/routeOutcomes.ts';

const written: string[] = [];

const folder = await folderOfFile();
const stream = new Writable({
  write: (chunk, _encoding, done) => {
    written.push(String(chunk));
    done();
  },
});
const portal = await portalOfFile({ logger: pino({ level: 'trace' }, stream) });
const dataset = await portal.aDataset({ uniqueId: 'birds', packagePath: await writeCanaryPackage(folder) });
const operations: readonly ApiOperation[] = await readOperations(portal.anonymous);

const sung = (text: string): readonly string[] => canaries.flatMap((canary) => canary.exec(text)?.[0] ?? []);

/** Without the id of the request, which may have any digits by chance. */
const textOf = ({ headers, rawPayload }: LightMyRequestResponse): string =>
  `${JSON.stringify(headers)}\n${rawPayload.toString('latin1')}`.replaceAll(
    String(headers['x-request-id']),
    '',
  );

const edit = (caller: Caller, path: string, transformation: object) =>
  caller.post(`birds/${path}/`, { transformation });

const columns: readonly object[] = [
  { concept_id: 'birth_date' },
  { concept_id: 'age_now' },
  // A method that does not suit a concept is refused.
  ...['visit_date', 'age_now'].flatMap((concept_id) =>
    methodIds.map((aggregation_method) => ({ concept_id, aggregation_method })),
  ),
  ...['earliest_date', 'latest_date', 'all_dates'].map((return_value) => ({
    concept_id: 'severity',
    aggregation_method: 'has_value',
    values: ['mild'],
    return_value,
  })),
  { concept_id: 'severity', aggregation_method: 'latest' },
];

const hiddenConcepts = ['canary_id', 'canary_name', 'canary_kind', 'canary_mrn', 'canary_flag', 'canary_age'];

const editorQuery =
  'include_cohort_def_options=true&include_table_def_options=true&include_statistics=true&show_all_data=true';
const openConcepts = ['sex', 'age_now', 'birth_date', 'amount', 'visit_date', 'visit_end', 'severity'];

describe.each(['deid', 'agg'] as const)('to a member of level %s', (level) => {
  const open = ['what is open to them', writeOpenDefinitions] as const;
  const closed = ['what they may use no more', writeProtectedDefinitions] as const;
  const title = 'no reply holds a protected value, an exact day or an age over 90, with definitions of %s';
  const holdsNothing = async (_what: string, write: (caller: Caller) => Promise<void>): Promise<void> => {
    expect(await walk(await memberOf(level, write))).toEqual({});
  };

  it.each([level === 'deid' ? open : closed])(title, holdsNothing);

  it.each([level === 'deid' ? closed : open])(title, { tags: 'long' }, holdsNothing);

  it('a hidden concept is answered like one that does not exist', async () => {
    const caller = await memberOf(level, async () => {});
    const addresses = (id: string) => [
      `birds/concepts/${id}/?${editorQuery}`,
      `birds/concepts/${id}/cohort_def_callback/`,
    ];
    const edits = (concept_id: string) =>
      [
        ['cohort_def', { type: 'add_entry', concept_id, selected_categories: ['x'] }],
        ['table_def', { type: 'add_entry', concept_id }],
        ['table_def', { type: 'bulk_add_entries', concept_id_list: [concept_id] }],
        ['analysis_def', { type: 'add_entry', concept_id, role: 'rows' }],
      ] as const;
    const answers = async (id: string): Promise<readonly string[]> => {
      const replies: LightMyRequestResponse[] = [];
      for (const address of addresses(id)) replies.push(await caller.get(address));
      for (const [path, transformation] of edits(id)) replies.push(await edit(caller, path, transformation));
      return replies.map(
        (reply) =>
          `${reply.statusCode} ${reply.body.replaceAll(id, 'ID').replaceAll(/"requestId":"[^"]*"/g, '')}`,
      );
    };
    const nowhere = await answers('nowhere');
    for (const id of [...hiddenConcepts, 'canary_note', 'shown_by'])
      expect([id, await answers(id)]).toEqual([id, nowhere]);
  });

  it('the id of a subject may be counted, and is not shown', async () => {
    const caller = await memberOf(level, async () => {});
    const count = { type: 'add_entry', concept_id: 'canary_id', aggregation_method: 'count_distinct' };
    const reply = await edit(caller, 'table_def', count);
    if (level === 'agg') return expect(reply.statusCode).toBe(403);
    expect(reply.json()).toMatchObject({ transformation_successful: true, warnings: [] });
    const { data } = (await caller.get('birds/query_tools/preview/?records_per_page=100')).json();
    expect(data.map((row: readonly unknown[]) => row.at(-1))).toEqual([1, 1, 1]);
    const uncounted = await edit(caller, 'table_def', { ...count, aggregation_method: 'list_all' });
    expect(uncounted.json().transformation_errors).toEqual(['There is no concept canary_id.']);
  });

  it('no category without an open concept is named', async () => {
    const caller = await memberOf(level, async () => {});
    const reply = await edit(caller, 'table_def', { type: 'add_category', category_id: 1 });
    expect(sung(textOf(reply))).toEqual([]);
  });

  it('no search finds a hidden concept or a value of one', async () => {
    const caller = await memberOf(level, async () => {});
    for (const search of ['canary', 'Canaryfold', 'folder', 'described']) {
      const { concepts } = (
        await caller.get(`birds/concept_categories/concept_search/?search=${search}`)
      ).json();
      expect([search, concepts]).toEqual([search, []]);
    }
  });
});

/** What every call about a report answers, and what is active after it was loaded, by call. */
async function readReport(
  caller: Caller,
  id: string,
): Promise<readonly (readonly [string, LightMyRequestResponse])[]> {
  const replies: (readonly [string, LightMyRequestResponse])[] = [];
  const ask = async (name: string, reply: Promise<LightMyRequestResponse>) =>
    replies.push([name, await reply]);
  for (const operation of operations.filter(({ template }) => template.includes('{reportId}'))) {
    const name = nameOf(operation);
    if (/delete_form|share_form|POST .+edit_form/.test(name)) continue;
    const { query = '', body } = routeRow(operation);
    const address = operation.pathIn('birds', id) + query;
    await ask(name, operation.method === 'GET' ? caller.get(address) : caller.post(address, body));
  }
  for (const address of [
    `birds/reports/get_report/?report_id=${id}`,
    `birds/reports/${id}/versions/compare/?before=1&after=2`,
    `birds/report_tools/${id}/preview/?records_per_page=100`,
    'birds/reports/',
    'birds/cohort_def/',
    'birds/table_def/',
    'birds/analysis_def/',
    'birds/query_tools/preview/?records_per_page=100',
  ])
    await ask(address, caller.get(address));
  return replies;
}

const heardIn = (replies: Awaited<ReturnType<typeof readReport>>): readonly unknown[] =>
  replies
    .map(([name, reply]) => [name, ...(reply.statusCode >= 500 ? [reply.body] : []), ...sung(textOf(reply))])
    .filter(({ length }) => length > 1);

describe('a report made of protected concepts', () => {
  const form = { name: 'Shared', public: 'on', with_analysis: 'yes' };
  const savedBy = async (caller: Caller): Promise<string> => {
    const reply = await caller.post('birds/reports/create_form/', form);
    expect([reply.statusCode, reply.json().status]).toEqual([200, 'complete']);
    return String(reply.json().report_id);
  };

  const showsNothing = async (_what: string, write: (caller: Caller) => Promise<void>): Promise<void> => {
    const id = await savedBy(await memberOf('phi', write));
    const replies = await readReport(await memberOf('deid', async () => {}), id);
    expect(replies.length).toBeGreaterThan(20);
    expect(heardIn(replies)).toEqual([]);
  };

  it.each([['asks for what is not', writeProtectedDefinitions]])(
    'shows a viewer of level deid nothing that is protected where it %s',
    showsNothing,
  );

  it.each([['asks for what is open to a deid member', writeOpenDefinitions]])(
    'shows a viewer of level deid nothing that is protected where it %s',
    { tags: 'long' },
    showsNothing,
  );

  it('shows its creator nothing of that any more, once they may not see it', { tags: 'long' }, async () => {
    let id = '';
    const creator = await memberOf('deid', async (caller) => {
      await writeProtectedDefinitions(caller);
      id = await savedBy(caller);
      await edit(caller, 'cohort_def', { type: 'clear_all' });
      const overwrite = { ...form, overwrite_query_def_with_active: 'yes' };
      await caller.post(`birds/reports/${id}/edit_form/`, overwrite);
    });
    expect(heardIn(await readReport(creator, id))).toEqual([]);
  });

  it('shows all of it to a viewer of level phi, so the test can find the canaries', async () => {
    const id = await savedBy(await memberOf('phi', writeProtectedDefinitions));
    expect(heardIn(await readReport(await memberOf('phi', async () => {}), id)).length).toBeGreaterThan(5);
  });
});

it('a phi member sees all of it, so the test can find the canaries', async () => {
  const caller = await memberOf('phi', async (phi) => {
    await writeOpenDefinitions(phi);
    await edit(phi, 'table_def', { type: 'add_entry', concept_id: 'canary_mrn' });
  });
  const found = await walk(caller);
  expect(Object.keys(found).length).toBeGreaterThan(10);
  const received = new Set(Object.values(found).flat());
  expect(canaries.filter((canary) => ![...received].some((text) => canary.test(text)))).toEqual([]);
});

it('no line of the log holds a canary', () => {
  // Instants and ids of requests may have any digits by chance.
  const lines = written.join('').replaceAll(/"(?:path|requestId)":"[^"]*"|"time":\d+/g, '');
  expect(lines).toContain('answered');
  expect(sung(lines)).toEqual([]);
});

/** Definitions of a phi member that use everything that the member may not see. */
async function writeProtectedDefinitions(caller: Caller): Promise<void> {
  const filters: readonly object[] = [
    {
      concept_id: 'canary_name',
      chiron_text_field_selection: 'Canaryfold\n/canary.*/',
      ignore_warnings: true,
    },
    { concept_id: 'canary_kind', selected_categories: ['canary-one'] },
    { concept_id: 'canary_mrn', cd_numeric_min: 918273645 },
    { concept_id: 'birth_date', cd_numeric_min: '1931-07-19', cd_numeric_max: '1931-07-19' },
    { concept_id: 'age_now', cd_age_min_year: 94 },
    { concept_id: 'amount', cd_numeric_min: 1, prefilter_value: 'canary-one' },
    { concept_id: 'shown_by', selected_categories: ['x'], prefilter_value: 'canary-one' },
    { concept_id: 'canary_note', chiron_text_field_selection: 'canary wrote this' },
  ];
  for (const filter of filters) {
    const reply = await edit(caller, 'cohort_def', { type: 'add_entry', ...filter });
    expect([filter, reply.json().transformation_successful]).toEqual([filter, true]);
  }
  const { cohort_def } = (await caller.get('birds/cohort_def/')).json();
  const entry_id = cohort_def.at(-1).entry_id;
  await edit(caller, 'cohort_def', { type: 'create_event_rule', entry_id });
  const rule = { date_start_min: '2017-03-23', date_start_max: '2017-09-08' };
  const ruled = await edit(caller, 'cohort_def', {
    type: 'modify_event_rule',
    entry_id,
    option_type: 'interval_date_range',
    ...rule,
  });
  expect(ruled.json().transformation_errors).toEqual([]);
  for (const concept_id of [...hiddenConcepts, 'canary_note'])
    await edit(caller, 'table_def', { type: 'add_entry', concept_id, entry_alias: `my ${concept_id}` });
  for (const role of ['rows', 'cols'] as const)
    await edit(caller, 'analysis_def', {
      type: 'add_entry',
      concept_id: role === 'rows' ? 'canary_kind' : 'canary_flag',
      role,
    });
}

/** Definitions that use everything that the member may see, and show as much of it as possible. */
async function writeOpenDefinitions(caller: Caller): Promise<void> {
  for (const column of columns) await edit(caller, 'table_def', { type: 'add_entry', ...column });
  for (const concept_id of ['birth_date', 'age_now'])
    await edit(caller, 'analysis_def', { type: 'add_entry', concept_id, role: 'rows' });
  await edit(caller, 'analysis_def', { type: 'add_entry', concept_id: 'visit_date', role: 'cols' });
  await edit(caller, 'cohort_def', { type: 'add_criteria_set', collection_id: 'visit' });
}

async function memberOf(level: AccessLevel, write: (caller: Caller) => Promise<void>): Promise<Caller> {
  const { account, membershipId } = await portal.aMember({ dataset, level: 'phi' });
  await write(await portal.signedIn(account));
  await portal.db
    .updateTable('membership')
    .set({ access_level: level })
    .where('id', '=', membershipId)
    .execute();
  return portal.signedIn(account);
}

/** Every call that names nothing hidden: every route, every open concept, every search. */
function requestsOf(): readonly (readonly [
  name: string,
  send: (caller: Caller) => Promise<LightMyRequestResponse>,
])[] {
  const plain = operations
    .filter(({ template }) => !/^auth|\{(conceptId|snapshotId|sessionId|tokenId)\}/.test(template))
    .map((operation) => {
      const name = nameOf(operation);
      const { query = '', body } = routeRow(operation);
      const address = operation.pathIn('birds').replace('collections/diagnosis', 'collections/visit') + query;
      return [
        name,
        (caller: Caller) => (operation.method === 'GET' ? caller.get(address) : caller.post(address, body)),
      ] as const;
    });
  const queries = [
    ...openConcepts.flatMap((id) => [
      `birds/concepts/${id}/?${editorQuery}`,
      `birds/concepts/${id}/cohort_def_callback/?show_all_data=true`,
      `birds/concepts/${id}/cohort_def_callback/`,
    ]),
    'birds/concept_categories/1/',
    'birds/concept_categories/2/',
    'birds/concepts/?page_size=1000',
    'birds/concepts/?show_unpublished=true',
    'birds/query_tools/preview/?records_per_page=100',
    'birds/analysis_tools/run_analysis/?data_view_mode=all',
    'birds/analysis_tools/export_csv/?use_active_cohort=false',
    'birds/collections/person/',
  ].map((address) => [address, (caller: Caller) => caller.get(address)] as const);
  const writing = new Set([
    'POST {dataset}/cohort_def',
    'POST {dataset}/cohort_def/batch',
    'POST {dataset}/analysis_def',
    'POST {dataset}/analysis_def/batch',
    'POST {dataset}/table_def',
    'POST {dataset}/table_def/batch',
  ]);
  return [...plain.filter(([name]) => !writing.has(name)), ...queries];
}

async function walk(caller: Caller): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {};
  for (const [name, send] of requestsOf()) {
    const reply = await send(caller);
    const received = sung(textOf(reply));
    if (received.length > 0 || reply.statusCode >= 500) found[name] = [String(reply.statusCode), ...received];
  }
  return found;
}
