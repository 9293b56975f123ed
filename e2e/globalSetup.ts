import { phenopacketsAreHere, phenopacketsFolder } from '../corpus/phenopackets/countByHand.ts';
import { startPortal } from './portal.ts';

/** One portal for all journeys; the published cases are loaded beside the demo data where they are at hand. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const portal = await startPortal();
  process.env['ATRIUM_URL'] = portal.url;
  process.env['ATRIUM_E2E_HOME'] = portal.home;
  if (phenopacketsAreHere) {
    for (const args of [
      ['import', phenopacketsFolder],
      ['grant', 'researcher', 'phenopackets', '--level', 'deid'],
    ]) {
      const { status, output } = portal.command(...args);
      if (status !== 0) throw new Error(`atrium ${args.join(' ')} failed:\n${output}`);
    }
  } else {
    console.log('\n!!! SKIPPED: ../shared/data/phenopackets is not here; its journeys do not run.\n');
  }
  return () => portal.stop();
}
