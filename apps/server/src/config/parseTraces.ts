import { z } from 'zod';
import { ConfigError, type GivenSettings } from './settingsFile.ts';

/** Where traces are sent. */
export interface TraceSettings {
  /** Of an OTLP receiver over HTTP. */
  readonly url: string;
  /** Is sent along as a bearer token; null: none. */
  readonly token: string | null;
  /** The share of requests that are traced, from 0 to 1. */
  readonly share: number;
}

const receiver = z.url({ protocol: /^https?$/ });

/**
 * Parses where traces go, and of how many requests.
 * @throws ConfigError
 */
export function parseTraces(given: GivenSettings): TraceSettings | null {
  const url = given('ATRIUM_TRACES');
  if (url === undefined) return null;
  if (!receiver.safeParse(url).success)
    throw new ConfigError(
      'ATRIUM_TRACES must be the http or https address of a receiver, like http://127.0.0.1:4318/v1/traces.',
    );
  const share = Number(given('ATRIUM_TRACES_SHARE') ?? 1);
  if (!(share >= 0 && share <= 1)) throw new ConfigError('ATRIUM_TRACES_SHARE must be a number from 0 to 1.');
  return { url, token: given('ATRIUM_TRACES_TOKEN') ?? null, share };
}
