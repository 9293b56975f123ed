export { openLiveRelease, releaseName, releaseNumber } from './liveRelease.ts';
export { presentCategory, presentCollection, presentConcept, presentPrefilter } from './presentConcept.ts';
export { type CatalogueDeps, registerCatalogue } from './routes.ts';
export { readSettings } from './store.ts';
