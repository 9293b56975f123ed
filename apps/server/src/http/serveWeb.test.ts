import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { siteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { answerUnmatched, createServer, serveWeb, type WebPage } from './index.ts';

const folder = await mkdtemp(path.join(tmpdir(), 'atrium-web-'));
await mkdir(path.join(folder, 'assets'));
await writeFile(
  path.join(folder, 'index.html'),
  '<title>Atrium</title><meta name="site" content="__SITE__"><meta nonce="__CSP_NONCE__"><script nonce="__CSP_NONCE__"></script><template>__WELCOME__</template>',
);
await writeFile(path.join(folder, 'assets/main-a1b2c3.js'), 'export {};');
await writeFile(path.join(folder, 'assets/main-a1b2c3.js.br'), brotliCompressSync('export {};'));
await writeFile(path.join(folder, 'sw.js'), '');
await writeFile(path.join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');

const web = await openWeb(folder);
afterAll(async () => {
  await web.close();
  await rm(folder, { recursive: true });
});

const get = (url: string, accept = 'text/html,*/*;q=0.8') => web.inject({ url, headers: { accept } });

describe('the page', () => {
  it.each([
    '/',
    '/default/query',
    '/default/query/',
    '/dataset',
    '/support?topic=x',
    '/pcgc/admin/dictionary/clean.5',
    '/dataset/a.b',
    '/news/about-1.2.html',
    '/news/%E0%A4%A',
    '/dataset/%',
  ])('answers %s', async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.headers['content-type'], reply.headers['cache-control']]).toEqual([
      200,
      'text/html; charset=utf-8',
      'no-store',
    ]);
  });

  it('carries a fresh nonce, the one its policy allows', async () => {
    const [one, two] = [await get('/'), await get('/')];
    const nonces = [one, two].map((reply) => /script nonce="([^"]+)"/.exec(reply.body)?.[1]);
    expect(nonces[0]).not.toBe(nonces[1]);
    expect(one.body).not.toContain('__CSP_NONCE__');
    expect(one.headers['content-security-policy']).toContain(`script-src 'self' 'nonce-${nonces[0]}'`);
  });

  it('allows no inline script or style beyond its nonce, no evaluation and no frame around it', async () => {
    const { headers } = await get('/');
    expect(headers['content-security-policy']).not.toMatch(/unsafe|\*/);
    expect(headers['content-security-policy']).toContain("default-src 'none'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
  });

  it('may connect to the portal and, where there are any, to the analytics of the site', async () => {
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toContain("connect-src 'self';");
    const site = siteConfiguration.parse({ analytics: { url: 'https://stats.example:8443/matomo.php' } });
    const server = await openWeb(folder, site);
    const page = await server.inject({ url: '/', headers: { accept: 'text/html' } });
    await server.close();
    expect(page.headers['content-security-policy']).toContain(
      "connect-src 'self' https://stats.example:8443;",
    );
  });

  it('loads the transfer client from the address that the site names, and no other script', async () => {
    const { headers } = await get('/');
    expect(headers['content-security-policy']).toMatch(/script-src 'self' 'nonce-[^']+';/);
    const site = siteConfiguration.parse({ transferClient: 'https://cdn.example/connect/v4/asperaweb-4.js' });
    const server = await openWeb(folder, site);
    const page = await server.inject({ url: '/', headers: { accept: 'text/html' } });
    await server.close();
    expect(page.headers['content-security-policy']).toMatch(
      /script-src 'self' 'nonce-[^']+' https:\/\/cdn\.example;/,
    );
  });

  it('may call the API and show the logo of the site, where they lie elsewhere', async () => {
    const apiBase = 'https://api.hearts.example';
    const logo = { light: 'https://cdn.hearts.example/logo.svg', dark: '/logo-dark.svg' };
    const server = await openWeb(folder, siteConfiguration.parse({ apiBase, logo }));
    const page = await server.inject({ url: '/', headers: { accept: 'text/html' } });
    await server.close();
    const policy = page.headers['content-security-policy'];
    expect(policy).toContain(`connect-src 'self' ${apiBase};`);
    expect(policy).toContain("img-src 'self' data: https://cdn.hearts.example;");
  });

  it('may show the logos of datasets that lie elsewhere, and is sent also where they cannot be found', async () => {
    const findLogos = vi
      .fn(async () => [
        'https://hearts.example/a.svg',
        '/own.svg',
        'https://[x',
        'HTTPS://Hearts.example/b.svg',
      ])
      .mockRejectedValueOnce(new Error('away'));
    const server = await openWeb(folder, undefined, { findLogos });
    const policy = async () =>
      (await server.inject({ url: '/', headers: { accept: 'text/html' } })).headers[
        'content-security-policy'
      ];
    expect(await policy()).toContain("img-src 'self' data:;");
    expect(await policy()).toContain("img-src 'self' data: https://hearts.example;");
    await server.close();
  });

  it('can be installed as an app, under the title of the site (rule 14.45)', async () => {
    const server = await openWeb(folder, siteConfiguration.parse({ title: 'Hearts' }));
    const manifest = await server.inject({ url: '/manifest.webmanifest' });
    await server.close();
    expect(manifest.headers['content-type']).toContain('application/manifest+json');
    expect(manifest.json()).toMatchObject({ name: 'Hearts', start_url: '/', display: 'standalone' });
  });

  it('is sent compressed to a browser that takes it, and as it is to others', async () => {
    const wanted = {
      '*': false,
      'br, gzip': true,
      'gzip;q=0.5, *;q=0': true,
      'gzip;q=0': false,
      identity: false,
    };
    for (const [encoding, isPacked] of Object.entries(wanted)) {
      const headers = { accept: 'text/html', 'accept-encoding': encoding };
      const { headers: sent, rawPayload } = await web.inject({ url: '/', headers });
      expect([sent['content-encoding'], sent['vary']], encoding).toEqual([
        isPacked ? 'gzip' : undefined,
        'accept-encoding',
      ]);
      expect((isPacked ? gunzipSync(rawPayload) : rawPayload).toString()).toContain('<title>Atrium</title>');
    }
  });

  it('holds the text of the site for strangers', async () => {
    const server = await openWeb(folder, siteConfiguration.parse({}), {
      welcome: '<p>Data of <strong>$&</strong></p>',
    });
    const { body } = await server.inject({ url: '/', headers: { accept: 'text/html' } });
    await server.close();
    expect(body).toContain('<template><p>Data of <strong>$&</strong></p></template>');
  });

  it('is never served raw', async () => {
    const reply = await get('/index.html');
    expect(reply.body).not.toContain('__CSP_NONCE__');
  });
});

describe('the configuration of the site', () => {
  it('is in the page as text, whatever it holds', async () => {
    const title = `"><script>$&</script> & more`;
    const server = await openWeb(folder, siteConfiguration.parse({ title }));
    const { body } = await server.inject({ url: '/', headers: { accept: 'text/html' } });
    await server.close();
    const content = /name="site" content="([^"]*)"/.exec(body)?.[1] ?? '';
    const read = content.replaceAll('&quot;', '"').replaceAll('&lt;', '<').replaceAll('&amp;', '&');
    expect(JSON.parse(read)).toMatchObject({ title });
    expect(body).toContain('<title>">&lt;script>$&amp;&lt;/script> &amp; more</title>');
    expect(body.match(/<script/g)).toHaveLength(1);
  });
});

describe('files', () => {
  it('with a hash in their name are cached for good, others are requested again', async () => {
    const [hashed, plain] = [await get('/assets/main-a1b2c3.js', '*/*'), await get('/favicon.svg', '*/*')];
    expect([hashed.statusCode, hashed.headers['cache-control']]).toEqual([
      200,
      'public, max-age=31536000, immutable',
    ]);
    expect([plain.statusCode, plain.headers['cache-control']]).toEqual([200, 'no-cache']);
    expect(hashed.headers['content-type']).toContain('javascript');
  });

  it('the worker that keeps files may ask the portal, and nothing else (rule 14.51)', async () => {
    const { headers } = await get('/sw.js?app=pcgc', '*/*');
    expect(headers['content-security-policy']).toBe(
      "default-src 'none'; connect-src 'self'; frame-ancestors 'none'",
    );
    expect(headers['cache-control']).toBe('no-cache');
  });

  it('are sent compressed, with their own type, to a browser that accepts it', async () => {
    const headers = { accept: '*/*', 'accept-encoding': 'gzip, br' };
    const packed = await web.inject({ url: '/assets/main-a1b2c3.js', headers });
    expect(packed.headers['content-encoding']).toBe('br');
    expect(packed.headers['content-type']).toContain('javascript');
    expect(packed.headers['vary']).toMatch(/accept-encoding/i);
    expect(brotliDecompressSync(packed.rawPayload).toString()).toBe('export {};');
    expect((await get('/assets/main-a1b2c3.js', '*/*')).body).toBe('export {};');
  });

  it.each(['/assets/old-ffffff.js', '/robots.txt', '/assets/', '/assets/%2e%2e%2findex.html'])(
    'that do not exist are not answered with the page: %s',
    async (url) => {
      const reply = await get(url, '*/*');
      expect(reply.statusCode).toBeGreaterThanOrEqual(400);
      expect(reply.body).not.toContain('nonce');
    },
  );
});

describe('requests that are not for the page', () => {
  it.each(['/robots.txt', '/pcgc/admin/dictionary/clean.5', '/dataset/%'])(
    '%s is not, where the caller takes anything and so may want a file',
    async (url) => {
      const reply = await web.inject({ url });
      expect([reply.statusCode, reply.body.includes('nonce')]).toEqual([
        url.endsWith('%') ? 400 : 404,
        false,
      ]);
    },
  );

  it.each(['/admin', '/admin/accounts', '/backend/', '/backend'])(
    '%s is not answered with the page',
    async (url) => {
      const [page, data] = [await get(url), await get(url, 'application/json')];
      expect([page.statusCode, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
      expect(page.body).toContain(`Request ${page.headers['x-request-id']}`);
      expect([data.statusCode, data.json().code]).toEqual([404, 'not_found']);
    },
  );

  it.each(['/api/v2/nowhere/at/all', '/pcgc', '/pcgc/core/nowhere', '/pcgc/administration'])(
    '%s is no call, and is answered with JSON whatever the browser accepts',
    async (url) => {
      const reply = await get(url);
      expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
    },
  );

  it.each(['/pcgc/admin', '/pcgc/admin/', '/pcgc/admin/accounts'])('%s is a page', async (url) => {
    const reply = await get(url);
    expect([reply.statusCode, reply.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
  });

  it('a POST is 404, not the page', async () => {
    const reply = await web.inject({
      method: 'POST',
      url: '/default/query',
      headers: { accept: 'text/html' },
    });
    expect([reply.statusCode, reply.json().code]).toEqual([404, 'not_found']);
  });
});

it('a portal whose client was not built still answers, with 404 for pages', async () => {
  const bare = await openWeb(path.join(folder, 'nowhere'));
  const reply = await bare.inject({ url: '/', headers: { accept: 'text/html' } });
  await bare.close();
  expect(reply.statusCode).toBe(404);
});

async function openWeb(at: string, site = siteConfiguration.parse({}), given: Partial<WebPage> = {}) {
  const server = await createServer({
    allowedOrigins: [],
    trustProxy: false,
    checkReady: async () => {},
  });
  answerUnmatched(server, [], await serveWeb(server, at, { site, ...given }));
  return server;
}
