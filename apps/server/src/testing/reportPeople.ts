import { expect } from 'vitest';
import type { Caller } from './caller.ts';

/** A member of the dataset `worked`; the id is that of the membership. */
export interface Person {
  readonly caller: Caller;
  readonly id: number;
  readonly accountId: number;
}

const edit = async ({ caller }: Person, kind: string, transformation: object) => {
  const reply = await caller.post(`worked/${kind}_def/`, { transformation });
  expect([reply.statusCode, reply.json().transformation_successful]).toEqual([200, true]);
  return reply.json();
};

const women = { type: 'add_entry', concept_id: 'sex', selected_categories: ['F'] };

/** A report of all women, with a column and, on demand, a cross-tab. */
export async function save(who: Person, form: object = {}): Promise<number> {
  await edit(who, 'cohort', { type: 'clear_all' });
  await edit(who, 'cohort', women);
  const reply = await who.caller.post('worked/reports/create_form/', { name: 'Women', ...form });
  expect([reply.statusCode, reply.json()]).toEqual([
    200,
    { status: 'complete', errors: [], warnings: [], report_id: expect.any(Number) },
  ]);
  return reply.json().report_id;
}

export const get = async ({ caller }: Person, address: string) => {
  const reply = await caller.get(`worked/${address}`);
  return [reply.statusCode, reply.json()] as const;
};
export const post = async ({ caller }: Person, address: string, body?: unknown) => {
  const reply = await caller.post(`worked/${address}`, body);
  return [reply.statusCode, reply.json()] as const;
};
export const idsOf = async (who: Person, query = '') => {
  const [, list] = await get(who, `reports/${query}`);
  return list.results.map(({ id }: { id: number }) => id);
};
