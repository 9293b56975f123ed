export { registerCatalogue } from './catalogueRoutes.ts';
export { loadDatasetSettings } from './catalogueStore.ts';
export { bibtexEntry, type Cited, citationItem, citedSource, doiAddress } from './citation.ts';
export {
  closedWarnings,
  type LiveRelease,
  openEarlierRelease,
  openForChecks,
  openLiveRelease,
  type ReleaseDeps,
  releaseName,
  releaseNumber,
} from './liveRelease.ts';
export { createFindLogos } from './logos.ts';
export { presentCollection, presentConcept, presentPrefilter } from './present.ts';
export {
  type FindValues,
  findValues,
  rankedValues,
  type SearchableValue,
  searchableValue,
  searchableValuesOf,
} from './searchableValues.ts';
