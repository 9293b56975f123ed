/** Where a request says that it comes from. */
export interface Provenance {
  readonly origin: string | undefined;
  /** The Sec-Fetch-Site header, which no page can forge. */
  readonly fetchSite: string | undefined;
  /** The host and port that the request was sent to. */
  readonly host: string;
}

/**
 * May a request that changes something be trusted to come from the portal's own page, an allowed origin, or no browser
 * at all? Programs send neither header; browsers send at least one with every request that is not a GET (rule 8.10).
 */
export function isOurOwn(from: Provenance, allowedOrigins: readonly string[]): boolean {
  if (from.origin !== undefined && allowedOrigins.includes(from.origin)) return true;
  if (from.fetchSite !== undefined && from.fetchSite !== 'same-origin' && from.fetchSite !== 'none')
    return false;
  return from.origin === undefined || hostOf(from.origin) === from.host.toLowerCase();
}

function hostOf(origin: string): string | null {
  return /^https?:\/\/[^/]+$/.test(origin) && URL.canParse(origin) ? new URL(origin).host : null;
}
