import { mkdtemp, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { describe, expect, it } from 'vitest';
import { localSignInOnly } from '../config/signInSettings.ts';
import type { AddressedMail, PersonalMail } from '../mail/index.ts';
import type { Caller } from '../testing/caller.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { queryMetricsInfo } from './publicFigures.ts';

const support = '/pcgc/api/support/send_support_request';
const inbox = '/pcgc/api/admin/support';

const mails: (PersonalMail | AddressedMail)[] = [];

const folder = await folderOfFile();
const portal = await portalOfFile({
  signIn: { ...localSignInOnly, publicUrl: 'https://portal.example' },
  site: siteConfiguration.parse({ title: 'Hearts', supportEmail: 'help@hearts.example' }),
  siteContent: {
    pages: new Map([
      ['about', { title: 'About', body: '<p>Us.</p>', isPublic: true }],
      ['protocol', { title: 'Protocol', body: '<p>Steps.</p>', isPublic: false }],
    ]),
    givenFigures: {
      figures: new Map([
        ['all', 500],
        ['proband', 200],
      ]),
      updated: { data_updated: '2026-01-01' },
    },
  },
  mails: {
    sends: true,
    enqueue: async (_, mail) => {
      mails.push(mail);
    },
    close: async () => {},
  },
});
const staff = await portal.signedIn(await portal.anAccount({ isStaff: true, fullName: 'Stella Staff' }));

describe('pages of the site', () => {
  it('a page that is not public is for people who are signed in', async () => {
    const someone = await portal.signedIn(await portal.anAccount());
    const answers = await Promise.all([
      portal.anonymous.get('/pcgc/core/page/about/'),
      portal.anonymous.get('/pcgc/core/page/protocol/'),
      someone.get('/pcgc/core/page/protocol/'),
      someone.get('/pcgc/core/page/elsewhere/'),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 401, 200, 404]);
    expect(answers[0]?.json()).toEqual({ title: 'About', body: '<p>Us.</p>' });
  });
});

describe('a request for support (rule 14.12)', () => {
  const aRequest = { email: 'ada@site.example', subject: 'A count', message: 'It is\ntoo low.' };
  const ask = (given: object = {}, caller: Caller = portal.anonymous) =>
    caller.post(support, { ...aRequest, ...given });

  it.each([
    ['email', '', 'email: enter a valid address'],
    ['email', 'ada', 'email: enter a valid address'],
    ['subject', '  ', 'subject: must not be empty'],
    ['message', '', 'message: must not be empty'],
    ['message', 'x'.repeat(10_001), 'message: '],
    ['subject', undefined, 'subject: '],
  ])('with a wrong %s (%j) is refused by its name', async (field, value, detail) => {
    const reply = await ask({ [field]: value });
    expect([reply.statusCode, reply.json().field]).toEqual([400, field]);
    expect(reply.json().detail).toContain(detail);
  });

  it('is stored, mailed to the support address, and answered by mail', async () => {
    const account = await portal.anAccount({ fullName: 'Ada' });
    mails.length = 0;
    const sent = await ask({ subject: 'Two\nlines' }, await portal.signedIn(account));
    expect([sent.statusCode, sent.json()]).toEqual([200, { status: 'sent' }]);
    expect(mails).toMatchObject([
      { address: 'help@hearts.example', replyTo: aRequest.email, text: expect.stringContaining('too low.') },
    ]);
    const listed = (await staff.get(`${inbox}/?search=two`)).json();
    expect(listed).toMatchObject({ count: 1, results: [{ account: 'Ada', state: 'open', answers: 0 }] });
    const { id } = listed.results[0];
    const answered = await staff.post(`${inbox}/${id}/answer`, { message: 'Try again.' });
    expect(answered.json()).toMatchObject({
      state: 'answered',
      message: aRequest.message,
      answers: [{ by: 'Stella Staff', message: 'Try again.', mailed_at: null }],
      can_answer: true,
    });
    expect(mails[1]).toMatchObject({
      address: aRequest.email,
      replyTo: 'help@hearts.example',
      text: expect.stringContaining('> too low.'),
    });
    expect((await staff.post(`${inbox}/${id}/state`, { state: 'closed' })).json().state).toBe('closed');
    expect((await staff.get(`${inbox}/?state=closed`)).json().count).toBe(1);
    const file = await staff.get(`${inbox}/export_csv`);
    expect(file.body).toContain('ada@site.example');
    expect(file.body).not.toContain('too low');
  });

  it('every look and change of staff is in the audit, without the words', async () => {
    await ask();
    const { id } = (await staff.get(`${inbox}/`)).json().results[0];
    await staff.get(`${inbox}/${id}`);
    await staff.post(`${inbox}/${id}/answer`, { message: 'Secret words.' });
    const lines = await portal.db
      .selectFrom('audit_event')
      .select(['action', 'detail'])
      .orderBy('id')
      .execute();
    const ours = lines.filter(({ action }) => action.startsWith('support_')).slice(-3);
    expect(ours.map(({ action }) => action)).toEqual(['support_read', 'support_answer', 'support_read']);
    expect(JSON.stringify(lines)).not.toMatch(/Secret words|too low/);
  });

  it('an answer to nothing, or with nothing in it, is refused', async () => {
    expect((await staff.post(`${inbox}/99999/answer`, { message: 'Hello.' })).statusCode).toBe(404);
    await ask();
    const { id } = (await staff.get(`${inbox}/`)).json().results[0];
    const empty = await staff.post(`${inbox}/${id}/answer`, { message: ' ' });
    expect([empty.statusCode, empty.json().field]).toEqual([400, 'message']);
  });
});

describe('public figures', () => {
  const home = async () => (await portal.anonymous.get('/pcgc/core/home-data/')).json();
  const info = async () => (await portal.anonymous.get('/pcgc/core/metrics-info/')).json();

  it('come from the configuration where there is no metrics dataset', async () => {
    const { metrics, data_update, news } = await home();
    expect(metrics).toMatchObject({
      individual: { all: 500, genomes: null },
      proband: { all: 200 },
      trio: { all: null },
      dbGaP: { published: null, submitted: null },
    });
    expect([metrics.users.all > 0, data_update, news]).toEqual([true, { data_updated: '2026-01-01' }, []]);
  });

  it('users are the accounts that somebody has signed in to, and that are not disabled', async () => {
    const before = (await home()).metrics.users.all;
    const [invited, used] = [await portal.anAccount(), await portal.anAccount()];
    expect((await home()).metrics.users.all).toBe(before);
    await portal.signedIn(used);
    expect((await home()).metrics.users.all).toBe(before + 1);
    await portal.signedIn(invited);
    const disabled_at = portal.clock.now();
    await portal.db.updateTable('account').set({ disabled_at }).where('id', '=', invited.id).execute();
    expect((await home()).metrics.users.all).toBe(before + 1);
  });

  /** 240 people: 120 probands, 72 with a trio; few are of race B, and most have a genome. */
  const people = Array.from({ length: 240 }, (_, number) => ({
    id: `S${number}`,
    role: number < 120 ? 'Proband' : 'Parent',
    trio: number < 72,
    sex: number % 2 === 0 ? 'Male' : 'Female',
    race: number % 20 === 0 ? 'B' : number % 3 === 0 ? 'A' : 'W',
  }));
  const assays = people.flatMap(({ id }, number) =>
    number % 4 === 3
      ? []
      : [
          { sample: `${id}g`, id, kind: 'WGS' },
          { sample: `${id}e`, id, kind: 'WES' },
        ],
  );
  const field = (name: string, type = 'string') => ({
    name,
    type,
    atrium: { type: type === 'string' ? 'category' : type },
  });
  const aPackage = (more: object = {}) => ({
    name: 'default',
    resources: [
      {
        name: 'subject',
        data: people,
        schema: {
          primaryKey: 'id',
          fields: [
            { name: 'id', type: 'string' },
            field('role'),
            field('trio', 'boolean'),
            field('sex'),
            field('race'),
          ],
        },
      },
      {
        name: 'assay',
        data: assays,
        schema: {
          primaryKey: 'sample',
          fields: [{ name: 'sample', type: 'string' }, { name: 'id', type: 'string' }, field('kind')],
          foreignKeys: [{ fields: 'id', reference: { resource: 'subject', fields: 'id' } }],
        },
      },
    ],
    atrium: {
      metrics: {
        traits: {
          proband: { concept: 'role', values: ['Proband'] },
          trio: { concept: 'trio', values: [true] },
          trioGenomes: { concept: 'trio', values: [true] },
          genomes: { concept: 'assay_kind', values: ['WGS'] },
          exomes: { concept: 'assay_kind', values: ['WES'] },
          male: { concept: 'sex', values: ['Male'] },
          asian: { concept: 'race', values: ['A'] },
          black: { concept: 'race', values: ['B'] },
          white: { concept: 'race', values: ['W'] },
          ...more,
        },
        updated: { exomes_updated: '2026-02-11' },
      },
    },
  });
  const write = async (descriptor: object) => {
    const target = await mkdtemp(path.join(folder, 'package-'));
    await writeFile(path.join(target, 'datapackage.json'), JSON.stringify(descriptor));
    return target;
  };

  it.each([
    ['a concept that is not there', { mips: { concept: 'nowhere', values: ['x'] } }, 'is not a concept'],
    ['a text', { mips: { concept: 'id', values: ['x'] } }, 'must be a category or a boolean'],
  ])('a package whose trait names %s is refused', async (_, more, reason) => {
    await expect(portal.aDataset({ packagePath: await write(aPackage(more)) })).rejects.toThrow(reason);
  });

  it('are counted in the release, agree between home and tables, and hide small numbers (rules 14.7 to 14.9)', async () => {
    await portal.aDataset({ uniqueId: 'default', packagePath: await write(aPackage()) });
    const [{ metrics, data_update, hidden }, tables] = [await home(), await info()];
    const { probands, trios } = tables.proband_and_trio;
    const has = (wanted: (one: (typeof people)[number], number: number) => boolean) =>
      people.filter(wanted).length;
    expect(metrics.individual).toMatchObject({ all: 240, genomes: has((_, number) => number % 4 !== 3) });
    expect([metrics.proband.all, metrics.trio.all]).toEqual([120, 72]);
    expect([probands.total, trios.total]).toEqual([metrics.proband.all, metrics.trio.all]);
    expect([trios.wgs, trios.wes]).toEqual([
      tables.trio_characteristics.wgs.total,
      tables.trio_characteristics.wes.total,
    ]);
    // A sequenced trio is what the package says of its proband (rule 4.20).
    expect(tables.sequenced_trios).toEqual({ wgs: 72, wes: null });
    expect(probands.male).toBe(has(({ role, sex }) => role === 'Proband' && sex === 'Male'));
    expect(data_update).toMatchObject({ exomes_updated: '2026-02-11' });
    expect(hidden).toEqual([]);
    // Six of race B among the probands: they are hidden, and so is the next smallest race, from which they would follow.
    expect([probands.black, probands.asian, probands.white]).toEqual([null, null, 76]);
    expect(tables.hidden).toContain('proband_and_trio.probands.black');
    expect(tables.hidden).toContain('proband_and_trio.probands.asian');
    // The package does not define the trait: the figure is not known, and not hidden.
    expect(probands.mips).toBeNull();
    expect(tables.hidden).not.toContain('proband_and_trio.probands.mips');
  });

  it('are not waited for while it takes long to count them, and the reply says so (rule 14.68)', async () => {
    const { db, clock } = portal;
    const questions = { ...portal.questions, open: () => new Promise<never>(() => {}) };
    const stores = {
      db,
      questions,
      clock: clock.now,
      metricsDataset: 'default',
      givenFigures: null,
    };
    const pending = { ...stores, sumsForAggregates: async () => [], maxFiguresWaitMs: 1 };
    const { probandAndTrio, areCounted, hidden } = await queryMetricsInfo(pending);
    expect([probandAndTrio.probands.total, hidden, areCounted]).toEqual([null, [], false]);
    expect(await info()).not.toHaveProperty('are_counted');
  });

  it('are the same for everybody', async () => {
    expect((await staff.get('/pcgc/core/metrics-info')).json()).toEqual(await info());
  });
});

describe('the site around the calls', () => {
  it('names the versions that clients of the protocol compare, and its own (rule 14.16)', async () => {
    const [auth, version] = [await portal.anonymous.get('auth/'), await portal.anonymous.get('version/')];
    expect(auth.json().chironVersion).toBe('v6.5.3');
    expect(version.json()).toEqual({ version: expect.stringMatching(/^\d+\.\d+\.\d+$/), data_hub: '4.3.0' });
  });
});
