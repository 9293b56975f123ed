import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { expect, it } from 'vitest';
import { demoSite } from './demoSite.ts';

it('the demo has links of external tools, and none that leads nowhere (rule 11.45)', () => {
  const site = demoSite(siteConfiguration.parse({}));
  expect(siteConfiguration.parse(site)).toEqual(site);
  expect(site.home.externalTools?.links.length).toBeGreaterThan(0);
  expect(JSON.stringify(site)).not.toContain('.example');
});

it('what the operator of a demo has chosen stays', () => {
  const chosen = siteConfiguration.parse({
    demoVideo: 'https://a.example/v',
    accessRequests: 'https://a.example/r',
    home: { externalTools: null },
  });
  expect(demoSite(chosen)).toEqual(chosen);
  const links = [{ label: 'Own', href: 'https://a.example/t' }];
  const withLinks = siteConfiguration.parse({ home: { externalTools: { links } } });
  expect(demoSite(withLinks).home.externalTools?.links).toEqual(links);
});
