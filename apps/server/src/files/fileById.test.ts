import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import type { Questions } from '@atrium/warehouse';
import { describe, expect, it } from 'vitest';
import {
  type Account,
  createDemand,
  createGate,
  createSessions,
  createTokens,
  createVolumes,
} from '../access/index.ts';
import { localSignInOnly } from '../config/signInSettings.ts';
import { folderOfFile, portalOfFile } from '../testing/ofFile.ts';
import { createFindReadableFile, createFindReadableFiles } from './selection.ts';
import { writeFilesPackage } from './testing/filesPackage.ts';
import { files, people } from './testing/trioFiles.ts';

const { secondSource } = siteConfiguration.parse({});

const portal = await portalOfFile();
const folder = await folderOfFile();
const dataset = await portal.aDataset({ packagePath: await writeFilesPackage(folder, { people, files }) });

const asker = (one: Account) => ({ ...one, secondFactor: null });

describe('a file by its id', () => {
  it('is found for members who may read it now, in any cohort, and for nobody else', async () => {
    const found = createFindReadableFile(...partsOn(portal.questions));
    const { uniqueId } = dataset;
    const { account } = await portal.aMember({ dataset, level: 'deid' });
    const women = { type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] };
    const caller = await portal.signedIn(account);
    expect((await caller.post(`${uniqueId}/cohort_def/`, { transformation: women })).json()).toMatchObject({
      transformation_successful: true,
    });
    expect(await found(asker(account), uniqueId, 'G3')).toMatchObject({
      fileId: 'G3',
      location: { kind: 'path', path: 'files/three.cram' },
      size: 2,
      access: null,
    });
    expect(await found(asker(account), uniqueId, 'N1')).toBe(null);
    expect(await found(asker(account), uniqueId, 'X9')).toBe(null);
    expect(await found(asker(account), 'nowhere', 'G3')).toBe(null);
    expect(await found(asker(await portal.anAccount({ isStaff: true })), uniqueId, 'G3')).toBe(null);
    await portal.db
      .updateTable('membership')
      .set({ can_view_workspace: false })
      .where('account_id', '=', account.id)
      .execute();
    expect(await found(asker(account), uniqueId, 'G3')).toBe(null);
  });

  it('is found together with many others by one question to the warehouse (rule 8.29)', async () => {
    let statements = 0;
    const find = createFindReadableFiles(
      ...partsOn({
        ...portal.questions,
        run: (query, options) => {
          statements += 1;
          return portal.questions.run(query, options);
        },
      }),
    );
    const { account } = await portal.aMember({ dataset, level: 'deid' });
    const ids = ['G3', 'N1', ...Array.from({ length: 998 }, (_, index) => `X${index}`)];
    const known = await find(asker(account), dataset.uniqueId, ids);
    expect([...known.keys()]).toEqual(['G3']);
    expect(statements).toBe(1);
    expect(await find(asker(account), 'nowhere', ids)).toEqual(new Map());
  });
});

function partsOn(questions: Questions) {
  const { db, clock } = portal;
  const deps = { db, questions, clock: clock.now, secondSource };
  const gate = createGate({
    ...deps,
    sessions: createSessions(deps),
    tokens: createTokens(deps),
    demand: createDemand(db, localSignInOnly),
    volumes: createVolumes({ ...deps, limits: { rows: null, bytes: null } }),
    membershipDays: null,
  });
  return [deps, { gate }] as const;
}
