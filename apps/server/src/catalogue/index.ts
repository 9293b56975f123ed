export { findOnce } from './findOnce.ts';
export { openLiveRelease, releaseName, releaseNumber } from './liveRelease.ts';
export { presentCategory, presentCollection, presentConcept, presentPrefilter } from './present.ts';
export { type CatalogueDeps, registerCatalogue } from './routes.ts';
export { readSettings } from './store.ts';
