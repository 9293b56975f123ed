import { asOperator } from './asOperator.ts';
import { onPortal } from './onPortal.ts';
import { writeSmallPackage } from './smallPackage.ts';

/** A text that would be markup. */
export const hostile = '</script><img src=x onerror=alert(1)> & "heart"';
const record = {
  creators: [
    { name: hostile, kind: 'person', id: 'https://orcid.org/0000-0002-1825-0097' },
    { name: 'The {Consortium}_1' },
  ],
  publisher: { name: 'Heart & Co' },
  conditions: 'For research of hearts.\nAsk first.',
  dataUse: ['DUO:0000042', 'DUO:0000018'],
  keywords: ['heart', 'children'],
};

/** The small dataset as `hearts`; `open` opens its record to the public, with more, and returns its live release. */
export const onPublicRecord = onPortal({
  dataset: async (folder) => ({
    uniqueId: 'hearts',
    name: hostile,
    packagePath: await writeSmallPackage(folder),
    settings: { smallCountThreshold: 2 },
  }),
}).extend('open', ({ portal, dataset }) => async (more: object = {}, last = {}) => {
  const live = await portal.db
    .selectFrom('release')
    .select('id')
    .where('dataset_id', '=', dataset.id)
    .where('state', '=', 'live')
    .executeTakeFirstOrThrow();
  await portal.db.updateTable('release').set({ subject_count: 6 }).execute();
  await portal.db
    .updateTable('dataset')
    .set({ aggregate_release_id: live.id, ...last })
    .execute();
  const setting = JSON.stringify({ ...record, ...more });
  await asOperator(portal, {
    kind: 'setDataset',
    dataset: 'hearts',
    settings: [`publicRecord=${setting}`],
    reset: [],
  });
  return `release_${live.id}`;
});
