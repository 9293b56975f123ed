import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { type SiteConfiguration, siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import serveStatic from '@fastify/static';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { takesGzip } from './takesGzip.ts';
import type { SendPage } from './unmatched.ts';

const icon = (name: string, size: number, purpose: 'any' | 'maskable') => ({
  src: `/${name}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** The web app manifest, by which a device installs the portal as an app (rule 14.45). */
const webManifest = ({ title, tokens }: SiteConfiguration) => ({
  name: title,
  short_name: title.length <= 12 ? title : title.split(' ')[0],
  description: 'Find, count and take home the subjects of a research dataset.',
  id: '/',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: tokens.light.canvas ?? '#f5f8f9',
  theme_color: tokens.light.surface ?? '#ffffff',
  icons: [
    { src: '/favicon.svg', sizes: 'any', type: 'image/svg+xml', purpose: 'any' },
    icon('icon-192', 192, 'any'),
    icon('icon-512', 512, 'any'),
    icon('icon-maskable-512', 512, 'maskable'),
  ],
});

const placeholder = '__CSP_NONCE__';
const sitePlaceholder = '__SITE__';
const welcomePlaceholder = '__WELCOME__';

export interface WebPage {
  readonly site: SiteConfiguration;
  /** The site's own text for strangers, as HTML of rule 14.1. */
  readonly welcome: string;
  /** The addresses of logos that a page may show beside those of the site. */
  readonly findLogos: (request: FastifyRequest) => Promise<readonly string[]>;
}

const plainPage: WebPage = {
  site: siteConfiguration.parse({}),
  welcome: '',
  findLogos: async () => [],
};

/**
 * Serves the files of the built web client.
 * @returns the function that sends its page; null where no client was built. The page holds the site's configuration, so
 * that nothing moves or changes colour after it is shown
 */
export async function serveWeb(
  server: FastifyInstance,
  folder: string,
  given: Partial<WebPage> = {},
): Promise<SendPage | null> {
  const { site, welcome, findLogos } = { ...plainPage, ...given };
  const built = await readFile(path.join(folder, 'index.html'), 'utf8').catch(() => null);
  if (built === null) return null;
  const page = built
    .replace(sitePlaceholder, () => asAttribute(JSON.stringify(site)))
    .replace(welcomePlaceholder, () => welcome)
    .replaceAll('>Atrium<', () => `>${asText(site.title)}<`);
  await server.register(serveStatic, {
    root: folder,
    index: false,
    wildcard: false,
    globIgnore: ['index.html', '**/*.{br,gz}'],
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, file) => {
      reply.header('cache-control', cachingOf(path.relative(folder, file)));
      if (path.relative(folder, file) === 'sw.js') reply.header('content-security-policy', workerPolicy);
    },
  });
  server.get('/manifest.webmanifest', (_, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/manifest+json')
      .send(JSON.stringify(webManifest(site))),
  );
  return async (reply) => {
    // The page is sent also while the state database is away.
    const logos = await findLogos(reply.request).catch(() => []);
    const nonce = randomBytes(18).toString('base64');
    const text = page.replaceAll(placeholder, nonce);
    reply
      .header('cache-control', 'no-store')
      .header('content-security-policy', pagePolicy(nonce, site, logos))
      .header('vary', 'accept-encoding')
      .type('text/html; charset=utf-8');
    return takesGzip(reply.request)
      ? reply.header('content-encoding', 'gzip').send(gzipSync(text))
      : reply.send(text);
  };
}

/** The worker that keeps files for a page without a connection asks the portal only. */
const workerPolicy = "default-src 'none'; connect-src 'self'; frame-ancestors 'none'";

const asText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const asAttribute = (text: string): string => asText(text).replaceAll('"', '&quot;');

/** The build puts a hash of the content into every name below assets/. */
const cachingOf = (file: string): string =>
  file.split(path.sep)[0] === 'assets' ? 'public, max-age=31536000, immutable' : 'no-cache';

/** The page may connect to the portal and to the analytics of the site, and show logos, where they lie elsewhere. */
const pagePolicy = (
  nonce: string,
  { transferClient, analytics, apiBase, logo }: SiteConfiguration,
  logos: readonly string[],
): string =>
  [
    "default-src 'none'",
    [
      `script-src 'self' 'nonce-${nonce}'`,
      ...(transferClient === '' ? [] : [new URL(transferClient).origin]),
    ].join(' '),
    `style-src 'self' 'nonce-${nonce}'`,
    ["img-src 'self' data:", ...originsOf([logo?.light, logo?.dark, ...logos])].join(' '),
    "font-src 'self'",
    ["connect-src 'self'", ...originsOf([analytics?.url, apiBase])].join(' '),
    "manifest-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The origins of addresses elsewhere, each once. */
const originsOf = (addresses: readonly (string | undefined)[]): readonly string[] => [
  ...new Set(
    addresses.flatMap((address) =>
      address !== undefined && /^https?:/i.test(address) && URL.canParse(address)
        ? [new URL(address).origin]
        : [],
    ),
  ),
];
