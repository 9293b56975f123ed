import { phenopacketsAreHere, phenopacketsFolder } from '../corpus/phenopackets/countByHand.ts';
import { startPortal } from './portal.ts';

/**
 * Makes the data directory that the portals of all workers copy. It holds the demo data and, where they are available,
 * the published cases.
 */
export default async function globalSetup(): Promise<() => void> {
  if (process.env['ATRIUM_E2E_HOME'] !== undefined) return () => undefined;
  const portal = await startPortal();
  if (phenopacketsAreHere) {
    portal.command(['import', phenopacketsFolder]);
    portal.command(['grant', 'researcher', 'phenopackets', '--level', 'deid']);
  } else {
    console.log('\n!!! SKIPPED: ../shared/data/phenopackets is not here; its journeys do not run.\n');
  }
  await portal.stop({ keepHome: true });
  process.env['ATRIUM_E2E_HOME'] = portal.home;
  return () => portal.removeHome();
}
