import { expect } from 'vitest';
import type { Account } from '../access/index.ts';
import type { Caller } from './caller.ts';
import type { Factories, MemberGiven } from './factories.ts';

interface PortalOfPeople extends Pick<Factories, 'aMember'> {
  signedIn(account: Account): Promise<Caller>;
}

/** A member of a dataset who is signed in, and works on definitions; each edit must succeed. */
export type TestPerson = Awaited<ReturnType<typeof aPerson>>;

export async function aPerson(portal: PortalOfPeople, given: MemberGiven = {}) {
  const member = await portal.aMember(given);
  const caller = await portal.signedIn(member.account);
  const address = (path: string) => `${member.dataset.uniqueId}/${path}`;
  /** The JSON of an answer, which must be one; the path is below the dataset's. */
  const read = async (path: string) => {
    const reply = await caller.get(address(path));
    expect([path, reply.statusCode]).toEqual([path, 200]);
    return reply.json();
  };
  const definitionOf = (kind: 'cohort' | 'table' | 'analysis') => definition(caller, address(`${kind}_def/`));
  return {
    ...caller,
    ...member,
    address,
    read,
    cohort: { ...definitionOf('cohort'), count: async () => (await read('query_tools/count/')).count },
    table: definitionOf('table'),
    analysis: definitionOf('analysis'),
  };
}

function definition(caller: Caller, address: string) {
  const edit = async (transformation: object) => {
    const reply = (await caller.post(address, { transformation })).json();
    expect([transformation, reply]).toMatchObject([{}, { transformation_successful: true }]);
    return reply;
  };
  return {
    edit,
    /** Adds an entry with the form fields of its editor. */
    add: (conceptId: string, fields: object = {}) =>
      edit({ type: 'add_entry', concept_id: conceptId, ...fields }),
    clear: () => edit({ type: 'clear_all' }),
  };
}
