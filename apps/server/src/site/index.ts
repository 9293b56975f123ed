export type { GivenFigures } from './publicFigures.ts';
export { registerSite } from './routes.ts';
export type { SitePages } from './sitePages.ts';
export { answerSupport, readSupport, setSupportState } from './support.ts';
