import { makeDemoHome } from './demoHome.ts';

/** Makes the data directory that the portals of all workers copy, unless one is named. */
export default async function globalSetup(): Promise<() => void> {
  if (process.env['ATRIUM_E2E_HOME'] !== undefined) return () => undefined;
  const portal = await makeDemoHome();
  process.env['ATRIUM_E2E_HOME'] = portal.home;
  return () => portal.removeHome();
}
