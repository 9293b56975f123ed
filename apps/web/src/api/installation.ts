/** The settings behind all addresses that the client calls or opens; set once, before the first call. */
interface Installation {
  /** The path segment of the installation's own calls (rule 9.19). */
  readonly appSegment: string;
  /** The origin of the calls, without a slash at its end; empty where the page and its calls have the same one (rule 14.41). */
  readonly apiBase?: string;
  /** Where the browser goes after signing out; empty: to the provider, or to a page of this site. */
  readonly logoutLink?: string;
}

let current: Installation = { appSegment: 'pcgc' };

export const installation = (): Installation => current;

export function setInstallation(given: Installation): void {
  current = given;
}

/** The address of a path of the portal, as calls, links and pages of the server have it. */
export const portalAddress = (path: string): string => (current.apiBase ?? '') + path;
