/** What the addresses of calls depend on; set once, before the first call. */
interface Installation {
  /** The path segment of the installation's own calls (rule 9.19). */
  readonly appSegment: string;
}

let current: Installation = { appSegment: 'pcgc' };

export const installation = (): Installation => current;

export function setInstallation(given: Installation): void {
  current = given;
}
