/** A Matomo-compatible service. */
export interface MatomoService {
  readonly url: string;
  readonly siteId: number;
}

/** Sends one report to the service, without cookies. A service that does not respond changes nothing. */
export function report({ url, siteId }: MatomoService, fields: Readonly<Record<string, string>>): void {
  const address = new URL(url);
  const page = window.location.origin + window.location.pathname + window.location.search;
  const all = { idsite: String(siteId), rec: '1', apiv: '1', send_image: '0', url: page, ...fields };
  for (const [name, value] of Object.entries(all)) address.searchParams.set(name, value);
  void fetch(address, {
    method: 'POST',
    mode: 'no-cors',
    credentials: 'omit',
    referrerPolicy: 'no-referrer',
    keepalive: true,
  }).catch(() => undefined);
}
