import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';

/** Files beside the assets that a page without a connection needs. */
const publicFiles = ['/favicon.svg', '/icon-192.png'];

/** Writes `/sw.js`, which names the files of this build. */
export function serviceWorker(): Plugin {
  return {
    name: 'service-worker',
    apply: 'build',
    generateBundle(_, bundle) {
      const assets = [
        ...Object.keys(bundle)
          .filter((name) => /\.(?:js|css)$/.test(name))
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

const styleLink = /\s*<link rel="stylesheet"[^>]*>/g;

/** Puts the style sheet after the welcome: a browser paints what stands before it without waiting for it. */
export function styleAfterWelcome(): Plugin {
  return {
    name: 'style-after-welcome',
    apply: 'build',
    enforce: 'post',
    transformIndexHtml: {
      order: 'post',
      handler(html) {
        const links = html.match(styleLink) ?? [];
        return html.replace(styleLink, '').replace('<noscript>', `${links.join('').trim()}\n    <noscript>`);
      },
    },
  };
}
