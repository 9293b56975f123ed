export { dataCiteJson } from './record/dataCite.ts';
export { findPublicDataset, releaseNamed } from './record/publicRecords.ts';
export { registerRecords } from './record/recordRoutes.ts';
export { registerSite } from './siteRoutes.ts';
export { answerSupport, loadSupport, setSupportState } from './support.ts';
