import { PortalError } from '@atrium/contract/errors/errorCode';
import { expect, it } from 'vitest';
import { portalOfFile } from '../testing/ofFile.ts';
import { openEarlierRelease } from './liveRelease.ts';

const portal = await portalOfFile();

it.each([
  ['not_ready', 'is not kept any more'],
  ['unavailable', 'The server is away'],
] as const)(
  'a kept release that cannot be opened, because it is %s, is refused with that reason',
  async (code, reason) => {
    const { account, dataset } = await portal.aMember({ level: 'phi' });
    const { id } = await portal.db
      .insertInto('release')
      .values({ dataset_id: dataset.id, state: 'retired' })
      .returning('id')
      .executeTakeFirstOrThrow();
    const open = async () => {
      throw new PortalError(code, 'The server is away.');
    };
    const deps = { db: portal.db, clock: portal.clock.now, questions: { ...portal.questions, open } };
    const viewer = {
      datasetId: dataset.id,
      level: 'phi',
      groups: null,
      account: { ...account, secondFactor: null },
    } as const;
    await expect(openEarlierRelease(deps, viewer, id)).rejects.toMatchObject({
      code,
      message: expect.stringContaining(reason),
    });
  },
);
