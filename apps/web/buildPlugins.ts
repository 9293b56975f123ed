import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin } from 'vite';

/** Files beside the assets that a page without a connection needs. */
const publicFiles = ['/favicon.svg', '/icon-192.png'];

/** The part of the type face that every page needs. */
export const everyPageFont = /inter-latin-wght-normal.*\.woff2$/;

/** Writes `/sw.js`, which names the files of this build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const assets = [
        ...Object.keys(bundle)
          .filter((name) => /\.(?:js|css)$/.test(name) || everyPageFont.test(name))
          .map((name) => `/${name}`),
        ...publicFiles,
      ].sort();
      const version = createHash('sha256').update(assets.join()).digest('hex').slice(0, 12);
      const template = readFileSync(path.join(import.meta.dirname, 'serviceWorker.js'), 'utf8');
      const source = template.replace('__ASSETS__', JSON.stringify(assets)).replace('__VERSION__', version);
      this.emitFile({ type: 'asset', fileName: 'sw.js', source });
    },
  };
}

const clientStyle = /\s*<link rel="stylesheet"[^>]*href="([^"]+)"[^>]*>/g;
const clientScript = /\s*<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/g;
const preload = /\s*<link rel="modulepreload"[^>]*>/g;

/**
 * Puts the program of the first page into index.html, and replaces the client's files by their names: that program
 * loads them for those who need them at once.
 */
export function firstPage(): Plugin {
  return {
    name: 'first-page',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const namesOf = (tag: RegExp) => [...html.matchAll(tag)].map(([, name]) => name);
        const [script] = namesOf(clientScript);
        const fonts = Object.keys(bundle).filter((name) => everyPageFont.test(name));
        const files = JSON.stringify({
          script,
          styles: namesOf(clientStyle),
          fonts: fonts.map((name) => `/${name}`),
        }).replaceAll('"', '&quot;');
        const program = (await firstProgram()).replaceAll('</script', '<\\/script');
        return [clientStyle, clientScript, preload]
          .reduce((page, tag) => page.replace(tag, ''), html)
          .replace(
            '<!-- first page -->',
            () => `<script nonce="__CSP_NONCE__" data-client="${files}">${program}</script>`,
          );
      },
    },
  };
}

/** The program as one classic script, which runs where it stands. */
async function firstProgram(): Promise<string> {
  const entry = path.join(import.meta.dirname, 'src/app/firstPage/index.ts');
  const built = await build({
    configFile: false,
    root: import.meta.dirname,
    publicDir: false,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'es2023',
      lib: { entry, formats: ['iife'], name: 'firstPage', fileName: 'firstPage' },
    },
  });
  const [result] = Array.isArray(built) ? built : [built];
  if (result === undefined || !('output' in result)) throw new Error('The first page has no program.');
  return result.output[0].code;
}
