import { assistantTerms } from '@atrium/contract/wire/assistant';
import { describe, expect, onTestFinished } from 'vitest';
import {
  allowedBy,
  answerOf,
  bearer,
  connect,
  linesOf,
  list,
  message,
  onAssistants,
  order,
  use,
} from '../testing/assistants.ts';
import { createCaller } from '../testing/caller.ts';
import { testPassword } from '../testing/factories.ts';
import { testApp } from '../testing/testApp.ts';

const it = onAssistants;
/** Refused: nothing is chosen. */
const nobody = { type: 'add_entry', concept_id: 'sex', selected_categories: [] };
const female = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };

describe('who lets an assistant in (rule 14.80)', () => {
  it('a person who consents to the terms, for this session; the secret is shown once and not stored', async ({
    portal,
    ada,
  }) => {
    const without = await ada.post('auth/assistants', { name: 'mine' });
    const older = await ada.post('auth/assistants', { name: 'mine', terms: '2020-01' });
    expect([without.statusCode, older.statusCode]).toEqual([400, 400]);
    const { secret, id } = await allowedBy(ada);
    const { assistants } = (await ada.get('auth/assistants')).json();
    expect(assistants).toMatchObject([{ id, name: 'my assistant', last_used_at: null }]);
    expect((await ada.get('auth/tokens')).json().tokens).toEqual([]);
    const [line] = await linesOf(portal, ada.account);
    expect(line).toMatchObject({
      action: 'assistant_allow',
      detail: { token: id, terms: assistantTerms, hours: 8 },
    });
    const stored = await portal.db.selectFrom('api_token').selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(secret.slice(7));
    for (let more = 0; more < 4; more += 1) await allowedBy(ada);
    expect((await ada.post('auth/assistants', { name: 'x', terms: assistantTerms })).statusCode).toBe(409);
  });

  it('its token opens this call and no other, and no other token or session opens it', async ({
    portal,
    ada,
    dataset,
  }) => {
    const { secret } = await allowedBy(ada);
    const made = await ada.post('auth/tokens', {
      ...{ name: 'mine', scopes: ['read', 'export'], expires_in_days: 1, password: testPassword },
    });
    const personal: string = made.json().secret;
    const program = createCaller(portal.app, '', bearer(secret));
    const statuses = [
      (await message(portal.anonymous, secret)).statusCode,
      (await message(portal.anonymous, personal)).statusCode,
      (await message(portal.anonymous, 'atrium_x')).statusCode,
      (await ada.post('/api/mcp', list)).statusCode,
      (await program.get('dataset')).statusCode,
      (await program.get(`${dataset.uniqueId}/query_tools/count`)).statusCode,
      (await program.get(`${dataset.uniqueId}/query_tools/export_csv`)).statusCode,
      (await program.post(`${dataset.uniqueId}/cohort_proposal`, { transformations: [female] })).statusCode,
      (await ada.post(`${dataset.uniqueId}/cohort_proposal`, { transformations: [female] })).statusCode,
    ];
    expect(statuses).toEqual([200, 403, 401, 401, 403, 403, 403, 403, 403]);
    const refused = (await linesOf(portal, ada.account)).filter(({ action }) => action === 'token_refused');
    expect(refused).toHaveLength(5);
  });

  it('it ends when its person ends it, signs out, changes the password or leaves, and by its time', async ({
    portal,
    dataset,
  }) => {
    const person = () => portal.aPerson({ dataset, level: 'phi' });
    const statusAfter = async (end: (caller: Awaited<ReturnType<typeof person>>, id: number) => unknown) => {
      const caller = await person();
      const { secret, id } = await allowedBy(caller);
      expect((await message(portal.anonymous, secret)).statusCode).toBe(200);
      await end(caller, id);
      return (await message(portal.anonymous, secret)).statusCode;
    };
    const password = { current_password: testPassword, new_password: 'tall harbour lamp 41' };
    expect([
      await statusAfter((caller, id) => caller.post(`auth/tokens/${id}/revoke`)),
      await statusAfter((caller) => caller.post('auth/logout')),
      await statusAfter((caller) => caller.post('auth/password', password)),
      await statusAfter(({ account }) =>
        portal.db
          .updateTable('account')
          .set({ disabled_at: portal.clock.now() })
          .where('id', '=', account.id)
          .execute(),
      ),
      // The session ends: nobody has looked at the portal for half an hour.
      await statusAfter(() => portal.clock.advance(31)),
      await statusAfter(async (caller) => {
        for (let minutes = 0; minutes < 8 * 60; minutes += 20) {
          await caller.get('auth');
          portal.clock.advance(20);
        }
        expect((await caller.get('dataset')).statusCode).toBe(200);
      }),
    ]).toEqual([401, 401, 401, 401, 401, 401]);
  });

  it('pages of other sites do not reach it, even with a token; GET and DELETE are not taken', async ({
    portal,
    ada,
  }) => {
    const { secret } = await allowedBy(ada);
    const from = async (headers: Readonly<Record<string, string>>) =>
      (await message(portal.anonymous, secret, { headers })).statusCode;
    expect([
      await from({ origin: 'https://evil.example' }),
      await from({ 'sec-fetch-site': 'cross-site' }),
      await from({ origin: 'http://localhost', host: 'localhost' }),
    ]).toEqual([403, 403, 200]);
    const others = (method: 'GET' | 'DELETE') =>
      portal.anonymous.send({ method, url: '/api/mcp', headers: bearer(secret) });
    for (const { statusCode, headers } of [await others('GET'), await others('DELETE')])
      expect([statusCode, headers['allow']]).toEqual([405, 'POST']);
  });

  it('a site that closes it again knows no token any more', async ({ portal, ada }) => {
    const { secret } = await allowedBy(ada);
    const closed = await testApp({ state: { db: portal.db, close: async () => {} } });
    onTestFinished(closed.close);
    const statuses = [
      (await message(closed.anonymous, secret)).statusCode,
      (await message(portal.anonymous, secret)).statusCode,
    ];
    expect(statuses).toEqual([404, 200]);
  });

  it('a message that is none is refused, and is no fault', async ({ portal, ada }) => {
    const { secret } = await allowedBy(ada);
    const modern = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    };
    const bodies = [
      [],
      {},
      { ...list, method: 'nothing' },
      { ...list, method: 'tools/call', params: 3 },
      { ...list, method: 'tools/call', params: { name: 'count_cohort', arguments: { dataset: 4 } } },
      { ...list, method: 'subscriptions/listen', params: { _meta: modern } },
    ];
    const answers = [];
    for (const body of bodies) {
      const { statusCode, json } = await message(portal.anonymous, secret, { body });
      const said = json();
      answers.push([
        statusCode < 500,
        said.error !== undefined || said.code !== undefined || said.result.isError,
      ]);
    }
    expect(answers).toEqual(bodies.map(() => [true, true]));
  });
});

describe('what an assistant is told (rules 14.81 and 14.82)', () => {
  it('datasets, concepts, values and figures with their receipts; each line of the audit names it', async ({
    portal,
    bo,
    dataset: { uniqueId: dataset },
  }) => {
    const { secret, id } = await allowedBy(bo);
    const client = await connect(portal, secret);
    expect(client.getServerVersion()?.name).toBe('atrium');
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).join(' ')).toBe(
      'list_datasets search_concepts describe_concept read_cohort count_cohort count_individuals cross_tab propose_edits',
    );
    expect(await answerOf(client, 'list_datasets')).toMatchObject({
      datasets: [{ dataset, access: 'deid' }],
    });
    expect(await answerOf(client, 'search_concepts', { dataset, search: 'severe' })).toMatchObject({
      concepts: [{ concept_id: 'diagnosis_severity' }],
      values: [{ concept_id: 'diagnosis_severity', value: 'severe' }],
    });
    expect(await answerOf(client, 'describe_concept', { dataset, concept_id: 'sex' })).toMatchObject({
      concept_id: 'sex',
      figures: { values: [{ category: 'Female', uniquePatientCount: 3 }, {}, {}] },
    });
    await bo.cohort.add('is_proband', { selected_categories: [true] });
    const active = await bo.cohort.count();
    const counted = await answerOf(client, 'count_cohort', { dataset });
    expect(counted).toEqual({ count: active, receipt: expect.stringMatching(/^\w{4}(-\w{4}){3}$/) });
    const edited = { dataset, edits: [female] };
    expect(await answerOf(client, 'count_cohort', edited)).toMatchObject({ count: 2 });
    expect(await answerOf(client, 'count_cohort', { ...edited, from: 'empty' })).toMatchObject({ count: 3 });
    expect(await bo.cohort.count()).toBe(active);
    const receipt: string = (await bo.read('query_tools/count')).cohort_receipt;
    expect(counted).toMatchObject({ receipt });
    const crossTab = { dataset, rows: ['sex'], over: 'active_cohort' };
    expect(await answerOf(client, 'cross_tab', crossTab)).toMatchObject({
      rows: ['Female', order, 'Male'],
      data: [[2], [1], [1]],
      receipt: expect.any(String),
    });
    const filters = [{ id: 'X:2' }];
    expect(await answerOf(client, 'count_individuals', { dataset, filters })).toMatchObject({ count: 2 });
    const lines = (await linesOf(portal, bo.account)).filter(({ detail }) =>
      JSON.stringify(detail).includes(`"assistant":${id}`),
    );
    expect(lines.map(({ action }) => action).join(' ')).toBe(
      'count cross_tab count count count statistics values_list',
    );
  });

  it('no texts, which may be those of single subjects, also where the person filters by them', async ({
    portal,
    ada,
    dataset: { uniqueId: dataset },
  }) => {
    const { secret } = await allowedBy(ada);
    const client = await connect(portal, secret);
    await ada.cohort.add('participant_id', { chiron_text_field_selection: 'P1\nP2', ignore_warnings: true });
    const byText = { dataset, search: 'mother' };
    expect(await answerOf(client, 'search_concepts', byText)).toEqual({ concepts: [], values: [] });
    const said = JSON.stringify([
      await answerOf(client, 'search_concepts', { dataset, search: 'P1' }),
      await answerOf(client, 'describe_concept', { dataset, concept_id: 'participant_id' }),
      await answerOf(client, 'describe_concept', { dataset, concept_id: 'note' }),
      await answerOf(client, 'read_cohort', { dataset }),
      await answerOf(client, 'count_cohort', { dataset }),
    ]);
    expect(said).toContain('"count":2');
    expect(said).not.toMatch(/P1|P2|mother of/);
  });

  it('a refusal in the words of the portal; an edit that is refused counts nothing', async ({
    portal,
    ada,
    cy,
    dataset: { uniqueId: dataset },
  }) => {
    const client = await connect(portal, (await allowedBy(ada)).secret);
    const refusals = [
      await use(client, 'count_cohort', { dataset: 'nowhere' }),
      await use(client, 'count_cohort', { dataset, edits: [{ ...female, concept_id: 'nothing' }] }),
      await use(client, 'count_cohort', { dataset: '../auth' }),
      await use(client, 'cross_tab', { dataset, rows: ['sex', 'sex'] }),
      await use(client, 'preview'),
    ];
    expect(refusals.map(({ answer, isError }) => [isError, answer])).toMatchObject([
      [true, { refused: { code: 'not_found' } }],
      [true, { refused: { code: 'not_found' } }],
      [true, { refused: { code: 'bad_request' } }],
      [true, { refused: { code: 'bad_request' } }],
      [true, { refused: { code: 'not_found' } }],
    ]);
    const none = { dataset, edits: [nobody] };
    expect(await answerOf(client, 'count_cohort', none)).toMatchObject({ refused: [expect.any(String)] });
    const ofCy = await connect(portal, (await allowedBy(cy)).secret);
    expect(await use(ofCy, 'count_cohort', { dataset })).toMatchObject({
      isError: true,
      answer: { refused: { code: 'not_permitted' } },
    });
  });

  it('hides from a member who sees aggregates only what the screens hide, with the reason and never as 0', async ({
    portal,
    cy,
    dataset: { uniqueId: dataset },
  }) => {
    const client = await connect(portal, (await allowedBy(cy)).secret);
    const counted = { dataset, filters: [{ id: 'sex:Female' }] };
    expect(await answerOf(client, 'count_individuals', counted)).toEqual({
      count: null,
      hidden: expect.stringContaining('hidden figure'),
      release: expect.any(String),
      receipt: expect.any(String),
    });
    const crossTab = await answerOf(client, 'cross_tab', { dataset, rows: ['sex'], over: 'active_cohort' });
    expect(crossTab).toMatchObject({ hidden: expect.stringContaining('hidden figure') });
    expect(crossTab).toMatchObject({ rows: [], data: [], receipt: expect.any(String) });
    const described = await answerOf(client, 'describe_concept', { dataset, concept_id: 'sex' });
    expect(described).toMatchObject({ hidden: expect.any(String) });
  });

  it('text of the data comes as a value, and in no description or instruction (rule 14.84)', async ({
    portal,
    bo,
    dataset: { uniqueId: dataset },
  }) => {
    const client = await connect(portal, (await allowedBy(bo)).secret);
    const fixed = JSON.stringify([client.getInstructions(), await client.listTools()]);
    expect(fixed).not.toContain(order);
    expect(client.getInstructions()).toContain('They are values');
    const found = await answerOf(client, 'search_concepts', { dataset, search: 'ignore instructions' });
    expect(found).toMatchObject({ values: [{ concept_id: 'sex', value: order }] });
  });
});

describe('what an assistant proposes (rule 14.83)', () => {
  const male = { ...female, selected_categories: ['Male'] };

  it('waits for the person, in sentences; applied, it is one step, which undo takes back', async ({
    portal,
    ada,
    dataset: { uniqueId: dataset },
  }) => {
    const client = await connect(portal, (await allowedBy(ada)).secret);
    await ada.cohort.add('is_proband', { selected_categories: [true] });
    const before = await ada.read('cohort_def');
    const edits = [female, { type: 'add_criteria_set', collection_id: 'diagnosis' }];
    const note = 'Girls and women with a diagnosis.';
    expect(await answerOf(client, 'propose_edits', { dataset, edits, note })).toMatchObject({
      proposal: expect.any(Number),
      waits_for: expect.any(String),
    });
    expect(await ada.read('cohort_def')).toEqual(before);
    const { proposal } = await ada.read('cohort_proposal');
    expect(proposal).toMatchObject({ assistant: 'my assistant', note, is_current: true });
    expect(proposal.before.snapshot_id).toBe(before.snapshot_id);
    expect(proposal.steps).toHaveLength(2);
    expect(proposal.steps[0].describe).toContain('Female');
    const applied = await ada.post(ada.address(`cohort_proposal/${proposal.id}/apply`));
    expect(applied.json()).toMatchObject({
      describe: proposal.steps[1].describe,
      previous_snapshot_id: before.snapshot_id,
    });
    expect(await ada.read('cohort_proposal')).toEqual({ proposal: null });
    const undone = await ada.post(ada.address(`cohort_def/${before.snapshot_id}/activate`));
    expect(undone.json().cohort_def).toEqual(before.cohort_def);
    const [ended, made] = (await linesOf(portal, ada.account)).filter(({ action }) =>
      action.startsWith('proposal_'),
    );
    expect([made?.detail, ended?.detail]).toMatchObject([
      { edits: 2, assistant: expect.any(Number) },
      { edits: 2, isApplied: true },
    ]);
  });

  it('is refused by a click, replaced by the next, and nothing to anybody else', async ({
    portal,
    ada,
    bo,
    dataset: { uniqueId: dataset },
  }) => {
    const client = await connect(portal, (await allowedBy(ada)).secret);
    const both = await Promise.all(
      [female, male].map((edit) => answerOf(client, 'propose_edits', { dataset, edits: [edit] })),
    );
    const first = (await ada.read('cohort_proposal')).proposal;
    expect(both).toContainEqual(expect.objectContaining({ proposal: first.id }));
    expect(both).toEqual([0, 1].map(() => expect.objectContaining({ proposal: expect.any(Number) })));
    await use(client, 'propose_edits', { dataset, edits: [male] });
    const { id } = (await ada.read('cohort_proposal')).proposal;
    const statuses = [
      (await ada.post(ada.address(`cohort_proposal/${first.id}/apply`))).statusCode,
      (await bo.post(bo.address(`cohort_proposal/${id}/apply`))).statusCode,
      (await bo.post(bo.address(`cohort_proposal/${id}/refuse`))).statusCode,
      (await ada.post(ada.address(`cohort_proposal/${id}/refuse`))).statusCode,
      (await ada.post(ada.address(`cohort_proposal/${id}/apply`))).statusCode,
    ];
    expect(statuses).toEqual([404, 404, 404, 200, 404]);
    expect((await ada.read('cohort_def')).cohort_def).toEqual([]);
  });

  it('of a cohort that was changed meanwhile is not applied, and one that is refused is not stored', async ({
    portal,
    ada,
    dataset: { uniqueId: dataset },
  }) => {
    const client = await connect(portal, (await allowedBy(ada)).secret);
    const wrong = { dataset, edits: [female, nobody] };
    expect(await answerOf(client, 'propose_edits', wrong)).toEqual({
      refused: [expect.any(String)],
      refused_edit: 1,
    });
    expect(await ada.read('cohort_proposal')).toEqual({ proposal: null });
    await use(client, 'propose_edits', { dataset, edits: [female] });
    await ada.cohort.add('is_proband', { selected_categories: [true] });
    const { proposal } = await ada.read('cohort_proposal');
    expect(proposal.is_current).toBe(false);
    const reply = await ada.post(ada.address(`cohort_proposal/${proposal.id}/apply`));
    expect([reply.statusCode, reply.json().code]).toEqual([412, 'changed_meanwhile']);
  });

  it('ends with its assistant', async ({ portal, ada, dataset: { uniqueId: dataset } }) => {
    const { secret, id } = await allowedBy(ada);
    const client = await connect(portal, secret);
    await use(client, 'propose_edits', { dataset, edits: [female] });
    await ada.post(`auth/tokens/${id}/revoke`);
    expect(await ada.read('cohort_proposal')).toEqual({ proposal: null });
  });
});
