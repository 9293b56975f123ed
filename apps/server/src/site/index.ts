export { groupKey, groupOf } from './figures.ts';
export type { GivenFigures } from './publicFigures.ts';
export { registerSite } from './routes.ts';
export type { SitePages } from './sitePages.ts';
