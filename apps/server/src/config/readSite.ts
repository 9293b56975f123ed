import path from 'node:path';
import { type SiteConfiguration, siteConfiguration } from '@atrium/contract';
import { readSettingsFile } from './settingsFile.ts';

/** What the site says of itself: from the file that ATRIUM_SITE_CONFIG names, else from `site.json` in the home. */
export const readSite = (home: string, file: string | undefined): SiteConfiguration =>
  readSettingsFile(siteConfiguration, path.resolve(file ?? path.join(home, 'site.json')), file !== undefined);
