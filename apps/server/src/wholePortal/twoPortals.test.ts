import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { plainTransfer } from '../config/transferSettings.ts';
import { createCaller } from '../testing/caller.ts';
import { openDataRooms, roomCalls } from '../testing/dataRooms.ts';
import { addSmallerRelease } from '../testing/smallerRelease.ts';
import { hasServer } from '../testing/testServer.ts';
import { writeFilePackage } from '../testing/transferPortal.ts';
import { openTwoPortals, type TwoPortals } from '../testing/twoPortals.ts';

const definition = z.object({ cohort_def: z.array(z.object({ alias: z.string().nullish() })) });
const reply = z.object({ transformation_successful: z.boolean(), entry_id: z.string().optional() });

describe.skipIf(!hasServer)('two portals of one installation', () => {
  let two: TwoPortals;
  beforeAll(async () => {
    two = await openTwoPortals({
      transfer: { ...plainTransfer(tmpdir()), externalHosts: ['data.example.org'] },
      volumes: { limits: { rows: null, bytes: 1_000_000 } },
    });
  });
  afterAll(() => two?.close());

  it('lose no edit of one definition that both make at once', async () => {
    const { portal, other } = two;
    const dataset = await portal.aDataset({ packagePath: portal.smallPackage });
    const { account } = await portal.aMember({ dataset, level: 'phi' });
    const callers = [await portal.signedIn(account), await other.signedIn(account)];
    const address = `${dataset.uniqueId}/cohort_def/`;
    const edit = async (which: number, transformation: object) => {
      const answer = await callers[which % 2]?.post(address, { transformation });
      return reply.parse(answer?.json());
    };
    const acknowledged: string[] = [];
    await Promise.all(
      Array.from({ length: 12 }, async (_, index) => {
        const added = await edit(index, { type: 'add_criteria_set', collection_id: 'diagnosis' });
        if (!added.transformation_successful) return;
        const named = await edit(index + 1, {
          type: 'set_criteria_set_alias',
          entry_id: added.entry_id,
          alias: `edit ${index}`,
        });
        if (named.transformation_successful) acknowledged.push(`edit ${index}`);
      }),
    );
    for (const caller of callers) {
      const { cohort_def } = definition.parse((await caller.get(address)).json());
      const stored = cohort_def.flatMap(({ alias }) => alias ?? []).toSorted();
      expect(stored).toEqual(acknowledged.toSorted());
    }
    expect(acknowledged).toHaveLength(12);
  });

  it('take the parts of one file, describe it and import it, whichever of them is asked (rules 15.60 and 15.61)', {
    tags: 'long',
  }, async () => {
    const { portal, other } = two;
    const staff = await portal.anAccount({ username: 'sam', isStaff: true });
    const [here, there] = [await openDataRooms(portal, staff), await openDataRooms(other, staff)];
    const bytes = Buffer.from('id,sex,weight\np1,f,4\np2,m,5\np3,f,6\n');
    const { id } = await here.post('uploads', { name: 'clinic.csv', size: bytes.length });
    expect((await here.sendPart(id, 0, bytes.subarray(0, 9))).json()).toEqual({ received: 9 });
    const both = await Promise.all([here, there].map((one) => one.sendPart(id, 9, bytes.subarray(9, 20))));
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409]);
    expect((await there.sendPart(id, 20, bytes.subarray(20))).json()).toEqual({ received: bytes.length });
    expect(await here.post(`uploads/${id}/finish`)).toMatchObject({ is_ready: true });

    const draft = await there.post('drafts', { uploads: [id] });
    expect(draft).toMatchObject({ revision: 1, files: ['clinic.csv'] });
    const root = String(draft.descriptor.resources[0].name);
    const title = (which: typeof here, text: string) =>
      which.post(`drafts/${id}`, { base: 1, decisions: { tables: { [root]: { title: text } } } });
    const changes = await Promise.all([title(here, 'One'), title(there, 'Other')]);
    expect(changes.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    const readings = { 'clinic.csv': { columns: { weight: { type: 'string' } } } };
    await here.post(`drafts/${id}`, { decisions: { name: 'clinic', readings } });
    const read = async () => {
      const shown = await there.get(`drafts/${id}`);
      expect(shown.progress).toBeNull();
      return shown;
    };
    const { descriptor } = await vi.waitFor(read, { timeout: 240_000, interval: 50 });
    expect(descriptor.resources[0].schema.fields).toContainEqual(
      expect.objectContaining({ name: 'weight', type: 'string' }),
    );
    const { revision } = await here.get(`drafts/${id}`);
    const free = await two.portals[0].take('imports');
    const begun = await there.post('imports', { source: { kind: 'draft', id }, mode: 'import' });
    // What waits to be imported stays as it is (rule 15.65).
    const refused = await Promise.all([
      here.asStaff.post(`${roomCalls}/uploads/${id}/remove`),
      here.asStaff.post(`${roomCalls}/drafts`, { uploads: [id] }),
      here.asStaff.post(`${roomCalls}/imports`, { source: { kind: 'draft', id }, mode: 'dry_run' }),
    ]);
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([409, 409, 409]);
    await here.post(`drafts/${id}`, { decisions: { name: 'later', readings } });
    await free?.();
    const done = await vi.waitFor(
      async () => {
        const detail = await here.get(`imports/${begun.id}`);
        expect(detail.state).toBe('done');
        return detail;
      },
      { timeout: 240_000, interval: 50 },
    );
    expect(done).toMatchObject({ dataset: 'clinic', subjects: 3 });
    expect(await here.get('datasets/clinic')).toMatchObject({ status: 200 });
    expect(await here.get(`drafts/${id}`)).toMatchObject({ run: { import_id: begun.id, revision } });
  });

  it('see an import, a revoke and a sign-out of the other at the next request (rule 15.58)', async () => {
    const { portal, other } = two;
    const dataset = await portal.aDataset({ packagePath: portal.smallPackage });
    const { account } = await portal.aMember({ dataset, level: 'phi' });
    const here = await portal.signedIn(account);
    const there = createCaller(other.app, here.cookie);
    const count = async () => (await there.get(`${dataset.uniqueId}/query_tools/count/`)).json();
    expect(await count()).toMatchObject({ count: 6 });
    const live_release_id = await addSmallerRelease(portal, dataset);
    await portal.db.updateTable('dataset').set({ live_release_id }).where('id', '=', dataset.id).execute();
    expect(await count()).toMatchObject({ count: 5 });
    await portal.db.deleteFrom('membership').where('account_id', '=', account.id).execute();
    expect(await count()).toMatchObject({ code: 'not_a_member' });
    await here.post('auth/logout/');
    expect(await count()).toMatchObject({ code: 'not_signed_in' });
  });

  it('keep the dataset that a session named last, at whichever of them (rule 13.10)', async () => {
    const { portal, other } = two;
    const first = await portal.aDataset({ packagePath: portal.smallPackage });
    const second = await portal.aDataset({ packagePath: portal.smallPackage });
    const { account } = await portal.aMember({ dataset: first, level: 'phi' });
    await portal.aMember({ dataset: second, level: 'phi', account });
    const here = await portal.signedIn(account);
    const there = createCaller(other.app, here.cookie);
    const named: unknown[] = [];
    for (const [caller, dataset] of [
      [here, first],
      [there, second],
      [here, first],
    ] as const) {
      await caller.get(`dataset/${dataset.uniqueId}/`);
      const rows = await portal.db.selectFrom('named_dataset').select('dataset_id').execute();
      named.push(rows.map(({ dataset_id }) => dataset_id));
    }
    expect(named).toEqual([[first.id], [second.id], [first.id]]);
  });

  it('each opens the links of the other, and a file counts once (rules 13.32 and 13.77)', async () => {
    const { portal, other } = two;
    const dataset = await portal.aDataset({ uniqueId: 'linked' });
    const file = { id: 'F1', url: 'https://data.example.org/linked/a.cram', content: 'genome' };
    const folder = await mkdtemp(path.join(tmpdir(), 'atrium-linked-'));
    await portal.aRelease(dataset, await writeFilePackage(folder, [file]));
    await rm(folder, { recursive: true });
    const { account } = await portal.aMember({ dataset, level: 'deid' });
    const reader = await portal.signedIn(account);
    const started = await reader.post(`${dataset.uniqueId}/transfers/start`, {
      way: 'browser',
      file_ids: ['F1'],
    });
    const list = `${dataset.uniqueId}/transfers/${started.json().transfer_id}/files`;
    const link = new URL((await reader.get(list)).json().results[0].url);
    for (const one of [portal, other, other]) {
      const opened = await one.anonymous.get(link.pathname + link.search);
      expect([opened.statusCode, opened.headers.location]).toEqual([307, file.url]);
    }
    const taken = await portal.db
      .selectFrom('export_volume')
      .select('bytes')
      .where('account_id', '=', account.id)
      .execute();
    expect(taken.map(({ bytes }) => Number(bytes))).toEqual([file.content.length]);
  });

  it('take no more files of a member of staff together than one portal does (rule 8.27)', async () => {
    const { portal, other } = two;
    const staff = await portal.anAccount({ username: 'kim', isStaff: true });
    const rooms = [await openDataRooms(portal, staff), await openDataRooms(other, staff)];
    await portal.db
      .insertInto('upload')
      .values(
        Array.from({ length: 96 }, (_, index) => ({
          id: `${index}`.padStart(24, '0'),
          account_id: staff.id,
          name: 'x.zip',
          size: 1,
          sha256: null,
          state: 'receiving' as const,
          started_at: new Date(),
        })),
      )
      .execute();
    const begun = await Promise.all(
      Array.from({ length: 12 }, (_, index) => rooms[index % 2]?.post('uploads', { name: 'x.zip', size: 1 })),
    );
    expect(begun.filter((one) => one?.status === 200)).toHaveLength(4);
  });
});
