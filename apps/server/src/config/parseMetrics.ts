import { isLoopback } from './parseTransport.ts';
import { ConfigError, type GivenSettings } from './settingsFile.ts';

/** Where metrics are given out, beside the portal. */
export interface MetricsSettings {
  readonly host: string;
  readonly port: number;
  /** Whoever asks must send it; null only on loopback. */
  readonly token: string | null;
}

const shortestToken = 16;

/**
 * Parses the address of metrics. Beyond loopback it needs a token.
 * @throws ConfigError
 */
export function parseMetrics(given: GivenSettings): MetricsSettings | null {
  const text = given('ATRIUM_METRICS');
  const token = given('ATRIUM_METRICS_TOKEN') ?? null;
  if (text === undefined) return null;
  const [, bracketed, plain, digits = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = bracketed ?? plain;
  const port = Number(digits);
  if (host === undefined || port > 65_535)
    throw new ConfigError('ATRIUM_METRICS must be an address and a port, like 127.0.0.1:9464.');
  if (token !== null && token.length < shortestToken)
    throw new ConfigError(`ATRIUM_METRICS_TOKEN must have at least ${shortestToken} characters.`);
  if (!isLoopback(host) && token === null)
    throw new ConfigError('ATRIUM_METRICS is not on loopback, so ATRIUM_METRICS_TOKEN must be set.');
  return { host, port, token };
}
