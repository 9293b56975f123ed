import { type SiteConfiguration, siteConfiguration } from '@atrium/contract';

/** What the site says about itself, written into index.html by the server; a page from elsewhere has the defaults. */
export const site: SiteConfiguration = readSite(
  document.querySelector<HTMLMetaElement>('meta[name="site"]')?.content ?? '',
);

export function readSite(text: string): SiteConfiguration {
  try {
    return siteConfiguration.parse(JSON.parse(text));
  } catch {
    return siteConfiguration.parse({});
  }
}
