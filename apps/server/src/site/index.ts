export { registerRecords } from './record/recordRoutes.ts';
export { registerSite } from './siteRoutes.ts';
export { answerSupport, loadSupport, setSupportState } from './support.ts';
