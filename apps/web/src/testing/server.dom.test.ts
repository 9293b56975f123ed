import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import { HttpResponse } from 'msw';
import { expect, it } from 'vitest';
import { respondsWith, server } from './server.ts';

const named = (name: string) => () => HttpResponse.text(name);
const get = async (path: string) => (await fetch(`http://localhost${path}`)).text();

it('a call goes to the handler whose parameters its address has, whatever stands first', async () => {
  server.use(
    respondsWith(catalogueEndpoints.categoryChildren, named('category')),
    respondsWith(catalogueEndpoints.conceptSearch, named('search')),
  );
  expect(await get('/api/v2/heart/concept_categories/concept_search')).toBe('search');
  expect(await get('/api/v2/heart/concept_categories/7')).toBe('category');
});

it('a word of an address goes before a parameter, as in the router of the portal', async () => {
  const listed = { ...cohortEndpoints.count, path: '/api/v2/:dataset/concepts/listed' };
  server.use(
    respondsWith(catalogueEndpoints.concept, named('concept')),
    respondsWith(listed, named('listed')),
  );
  expect(await get('/api/v2/heart/concepts/listed')).toBe('listed');
  expect(await get('/api/v2/heart/concepts/sex')).toBe('concept');
});
