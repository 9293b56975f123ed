/** A page that the site configuration holds. */
export interface SitePage {
  readonly title: string;
  /** Sanitised HTML. */
  readonly body: string;
  readonly isPublic: boolean;
}

/** Pages by their path. */
export type SitePages = ReadonlyMap<string, SitePage>;
