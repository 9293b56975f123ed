/** A page that the site configuration holds (rule 14.15). */
export interface SitePage {
  readonly title: string;
  /** Sanitised HTML. */
  readonly body: string;
  readonly isPublic: boolean;
}

/** Pages by their path. */
export type SitePages = ReadonlyMap<string, SitePage>;
