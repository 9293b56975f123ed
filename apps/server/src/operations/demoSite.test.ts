import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { expect, it } from 'vitest';
import { demoSite } from './demoSite.ts';

it('the demo has a video, links of external tools and a way to ask for access', () => {
  const site = demoSite(siteConfiguration.parse({}));
  expect(siteConfiguration.parse(site)).toEqual(site);
  expect([site.demoVideo, site.accessRequests]).toEqual([
    expect.stringMatching(/^https:/),
    expect.stringMatching(/^https:/),
  ]);
  expect(site.home.externalTools?.links.length).toBeGreaterThan(0);
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
