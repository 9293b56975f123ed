import type { PersonalObject } from './apiOperations.ts';
import type { Caller } from './caller.ts';
import { testPassword } from './factories.ts';
import { aPublicKey } from './sshKeys.ts';

/** Makes an object of the caller and returns its id; undefined where the caller may have none. */
type Maker = (owner: Caller, dataset: string) => Promise<string | undefined>;

const snapshotOf =
  (definition: string, ...transformations: readonly object[]): Maker =>
  async (owner, dataset) => {
    let last: string | undefined;
    for (const transformation of transformations) {
      const reply = await owner.post(`${dataset}/${definition}/`, { transformation });
      if (reply.statusCode !== 200) return undefined;
      last = `${reply.json().snapshot_id}`;
    }
    return last;
  };

const newToken = { name: 'mine', scopes: ['read'], expires_in_days: 30, password: testPassword };

/** The last edit leaves a snapshot that no call of the table ends or changes. */
export const makePersonalObject: Readonly<Record<PersonalObject, Maker>> = {
  'cohort snapshot': snapshotOf('cohort_def', { type: 'add_criteria_set', collection_id: 'diagnosis' }),
  'table snapshot': snapshotOf('table_def', { type: 'add_entry', concept_id: 'weight' }),
  'analysis snapshot': snapshotOf(
    'analysis_def',
    { type: 'clear_all' },
    { type: 'add_entry', concept_id: 'sex', role: 'rows' },
  ),
  /** With a cross-tab, so that each of its calls has something to answer. */
  report: async (owner, dataset) => {
    const edit = (transformation: object) => owner.post(`${dataset}/analysis_def/`, { transformation });
    await edit({ type: 'clear_all' });
    await edit({ type: 'add_entry', concept_id: 'sex', role: 'rows' });
    const body = { name: 'mine', with_analysis: 'yes' };
    const reply = await owner.post(`${dataset}/reports/create_form/`, body);
    return reply.statusCode === 200 ? `${reply.json().report_id}` : undefined;
  },
  session: async (owner) => {
    const reply = await owner.get('auth/sessions');
    return reply.statusCode === 200 ? `${reply.json().sessions[0].id}` : undefined;
  },
  'audit line': async (owner) => {
    const made = await owner.post('auth/tokens', newToken);
    return made.statusCode === 200 ? `${(await owner.get('audit')).json().results[0].id}` : undefined;
  },
  'SSH key': async (owner) => {
    const reply = await owner.post('/pcgc/api/support/send_aspera_ssh', { ssh_key: aPublicKey() });
    return reply.statusCode === 200 ? `${reply.json().key.id}` : undefined;
  },
  token: async (owner) => {
    const reply = await owner.post('auth/tokens', newToken);
    return reply.statusCode === 200 ? `${reply.json().token.id}` : undefined;
  },
};
