import { isIP } from 'node:net';
import { defaultRateLimits, type RateLimits } from '../http/index.ts';
import { ConfigError } from './settingsFile.ts';

export interface HostsGiven {
  /** Names separated by commas. */
  readonly list: string | undefined;
  readonly publicUrl: string | undefined;
  /** Where the portal listens. */
  readonly host: string;
  readonly isLoopback: boolean;
}

/** True where only this machine can reach the address that the portal listens on. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

const hostForm = /^(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:\d{1,5})?$/i;

/** The names under which the portal answers; null (any name) where it listens beyond loopback and none is given. */
export function parseHosts({ list, publicUrl, host, isLoopback }: HostsGiven): readonly string[] | null {
  const given = list?.split(',').map((one) => one.trim()) ?? [];
  if (!given.every((one) => hostForm.test(one)))
    throw new ConfigError('ATRIUM_HOSTS must be names like portal.example.org, separated by commas.');
  const own = isLoopback ? ['localhost', '127.0.0.1', '[::1]', host] : [];
  const isUrl = publicUrl !== undefined && URL.canParse(publicUrl);
  const known = isUrl ? [...given, new URL(publicUrl).host] : given;
  return known.length === 0 && !isLoopback ? null : [...new Set([...own, ...known])];
}

const kinds = [
  'cheap',
  'query',
  'export',
  'file',
  'signIn',
  'message',
  'concurrentExports',
  'exportSlots',
  'exportWait',
  'exportReaders',
] as const;

/** Parses the rate limits: `off`, or what differs from the defaults, as `query=900,export=60`. */
export function parseRateLimits(text: string | undefined): RateLimits | null {
  if (text === 'off') return null;
  const limits = { ...defaultRateLimits };
  for (const part of text?.split(',') ?? []) {
    const [name, amount = ''] = part.trim().split('=');
    const kind = kinds.find((known) => known === name);
    if (kind === undefined || !/^[1-9]\d{0,6}$/.test(amount))
      throw new ConfigError(
        `ATRIUM_RATE_LIMITS must be off, or like query=900,export=60 with ${kinds.join(', ')}.`,
      );
    limits[kind] = Number(amount);
  }
  if (limits.concurrentExports >= limits.exportSlots)
    throw new ConfigError(
      'ATRIUM_RATE_LIMITS must have concurrentExports lower than exportSlots, so that one account cannot take all.',
    );
  return limits;
}

const isNetwork = (text: string): boolean => {
  const [address = '', bits = '32', ...rest] = text.split('/');
  return isIP(address) !== 0 && /^\d{1,3}$/.test(bits) && rest.length === 0;
};
const knownNetworks = new Set(['loopback', 'linklocal', 'uniquelocal']);

/**
 * Parses the trusted proxies: `true` for one, a number of them, or their addresses. Never all that a header names: its
 * first entries come from the client, who could choose a new address for each request and so escape the rate limits.
 */
export function parseTrustProxy(text: string | undefined): number | string | false {
  if (text === undefined || text === 'false') return false;
  if (text === 'true') return 1;
  if (/^[1-9]$/.test(text)) return Number(text);
  const addresses = text.split(',').map((one) => one.trim());
  if (addresses.every((one) => isNetwork(one) || knownNetworks.has(one))) return addresses.join(',');
  throw new ConfigError(
    'ATRIUM_TRUST_PROXY must be true for one proxy, a number of proxies, or their addresses, separated by commas.',
  );
}
