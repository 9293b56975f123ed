import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { hasServer } from '../testing/testServer.ts';
import { openTwoPortals, type TwoPortals } from '../testing/twoPortals.ts';

const definition = z.object({ cohort_def: z.array(z.object({ alias: z.string().nullish() })) });
const reply = z.object({ transformation_successful: z.boolean(), entry_id: z.string().optional() });

describe.skipIf(!hasServer)('two portals of one installation', () => {
  let two: TwoPortals;
  beforeAll(async () => {
    two = await openTwoPortals();
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
});
