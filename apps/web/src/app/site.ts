import { type SiteConfiguration, siteConfiguration } from '@atrium/contract/documents/siteConfiguration';

/** The settings of the site, which the server writes into index.html. Another server's page has the defaults. */
export const site: SiteConfiguration = parseSite(
  document.querySelector<HTMLMetaElement>('meta[name="site"]')?.content ?? '',
);

export function parseSite(text: string): SiteConfiguration {
  try {
    return siteConfiguration.parse(JSON.parse(text));
  } catch {
    return siteConfiguration.parse({});
  }
}
