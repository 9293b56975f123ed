import { phenopacketsAreHere, phenopacketsFolder } from '../corpus/countPhenopackets.ts';
import { type Portal, startPortal } from './portal.ts';

/**
 * Makes the data directory that the portals of all workers copy. It holds the demo data and, where they are available,
 * the published cases. The portal has been stopped.
 * @param use further calls to the portal while it runs
 */
export async function makeDemoHome(use: (portal: Portal) => Promise<void> = async () => {}): Promise<Portal> {
  const portal = await startPortal();
  await use(portal).catch(async (error: unknown) => {
    await portal.stop();
    throw error;
  });
  if (phenopacketsAreHere) {
    portal.command(['import', phenopacketsFolder]);
    portal.command(['grant', 'researcher', 'phenopackets', '--level', 'deid']);
  } else {
    console.log('\n!!! SKIPPED: ../shared/data/phenopackets is not here; its journeys do not run.\n');
  }
  await portal.stop({ keepHome: true });
  return portal;
}
