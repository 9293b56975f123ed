import { expect, vi } from 'vitest';
import { z } from 'zod';
import { createAsker, type FaultyPortal } from './faultyPortal.ts';

const saved = z.object({ status: z.literal('complete'), report_id: z.int() });
const expected = z.object({ status: z.literal('complete'), version: z.int() });
const listed = z.object({ results: z.array(z.object({ id: z.int(), name: z.string(), version: z.int() })) });
const versions = z.object({ results: z.array(z.object({ version: z.int(), count: z.int().nullable() })) });

/** A member who saves reports and new versions of them, one after the other. */
export interface Saver {
  /** Waits until so many more saves are acknowledged. */
  more(saves: number): Promise<void>;
  /** Ends after the save under way, and expects all that was acknowledged to be there, and nothing in halves. */
  expectWhole(): Promise<void>;
}

export function beginSaving(portal: Pick<FaultyPortal, 'address' | 'nextMember' | 'command'>): Saver {
  const { call, signIn } = createAsker(portal.nextMember(), portal.address);
  /** The last version that was acknowledged, and the name, by report. */
  const acknowledged = new Map<number, { readonly name: string; version: number }>();
  let saves = 0;
  let isOver = false;
  const post = (target: string, body: object) =>
    call(`small/reports/${target}/`, { method: 'POST', body: JSON.stringify(body) });
  const working = (async () => {
    await signIn();
    for (let turn = 1; !isOver; turn += 1) {
      const name = `Report of turn ${turn}`;
      const { report_id: id } = saved.parse(
        await post('create_form', { name, project_other: `P${turn % 3}` }),
      );
      acknowledged.set(id, { name, version: 1 });
      saves += 1;
      const expectations = [{ kind: 'count', least: turn, most: null }];
      const { version } = expected.parse(await post(`${id}/expectations`, { expectations }));
      acknowledged.set(id, { name, version });
      saves += 1;
    }
  })();
  return {
    more: async (wanted) => {
      const until = saves + wanted;
      await vi.waitFor(() => expect(saves).toBeGreaterThanOrEqual(until), { timeout: 240_000, interval: 5 });
    },
    expectWhole: async () => {
      isOver = true;
      await working;
      const { results } = listed.parse(await call('small/reports/?state=mine&page_size=10000'));
      for (const [id, { name, version }] of acknowledged) {
        const found = results.find((one) => one.id === id);
        expect(found?.name).toBe(name);
        expect(found?.version).toBeGreaterThanOrEqual(version);
      }
      for (const { id, version } of results) {
        const kept = versions.parse(await call(`small/reports/${id}/versions/`));
        const numbers = Array.from({ length: version }, (_, index) => version - index);
        expect(kept.results.map((one) => one.version)).toEqual(numbers);
        await call(`small/reports/get_report/?report_id=${id}`);
      }
      expect(await portal.command('audit', 'verify')).toMatchObject({ code: 0 });
    },
  };
}
