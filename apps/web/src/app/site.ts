/** What a site says about itself; one object in code until sites configure themselves. */
export interface SiteConfiguration {
  readonly title: string;
  readonly credits: readonly string[];
  /** Whom to write to when a dataset names no contact; empty when there is nobody. */
  readonly supportEmail: string;
  /** Full page loads outside of this application, for staff only. */
  readonly staffLinks: readonly SiteLink[];
}

export interface SiteLink {
  readonly label: string;
  readonly href: string;
}

export const site: SiteConfiguration = {
  title: 'Atrium',
  credits: ['Data are shared under the consent and terms of each dataset.'],
  supportEmail: '',
  staffLinks: [],
};
