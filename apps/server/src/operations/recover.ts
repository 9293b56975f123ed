import { releaseName } from '../catalogue/index.ts';
import type { ImportDeps } from './importDeps.ts';

/** Undoes what a killed import left: called by the holder of the lock, before anything else is imported. */
export async function recover({ db, warehouse }: ImportDeps): Promise<void> {
  await db
    .updateTable('release')
    .set({ state: 'failed', finished_at: new Date() })
    .where('state', '=', 'building')
    .execute();
  const live = await db.selectFrom('release').where('state', '=', 'live').select('id').execute();
  await warehouse.cleanUp(live.map(({ id }) => releaseName(id)));
}

/** The datasets whose data are not in this home, as after a move of the state database alone. */
export async function findMissingData({ db, warehouse }: ImportDeps): Promise<readonly string[]> {
  const datasets = await db.selectFrom('dataset').select(['unique_id', 'live_release_id']).execute();
  const missing: string[] = [];
  for (const { unique_id: uniqueId, live_release_id: release } of datasets) {
    if (release === null) continue;
    await warehouse.open(releaseName(release)).catch(() => missing.push(uniqueId));
  }
  return missing;
}
