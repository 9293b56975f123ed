import type { PackageMetrics } from '@atrium/contract/documents/dataPackage';

/** A page that the site configuration holds (rule 14.15). */
export interface SitePage {
  readonly title: string;
  /** Sanitised HTML. */
  readonly body: string;
  readonly isPublic: boolean;
}

/** Pages by their path. */
export type SitePages = ReadonlyMap<string, SitePage>;

/** The figures of a file, by the name of their group, for a dataset whose package defines none. */
export interface GivenFigures {
  readonly figures: ReadonlyMap<string, number>;
  readonly updated: PackageMetrics['updated'];
}
