import { gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** The most that a file which every page waits for may have with gzip. */
const mostBytes = { script: 205_000, style: 40_000, font: 50_000 };

export interface FirstFile {
  readonly kind: keyof typeof mostBytes;
  readonly content: string | Uint8Array;
}

/** What is too large, in words. */
export const tooLarge = (files: readonly FirstFile[]): readonly string[] =>
  files.flatMap(({ kind, content }) => {
    const { length } = gzipSync(content);
    const most = mostBytes[kind];
    return length <= most
      ? []
      : [`The ${kind} that every page waits for has ${length} bytes with gzip; ${most} are allowed.`];
  });

/**
 * Ends a build whose first load is too large (rule 11.46). Often a whole library has come in: `const { string } = z`
 * takes all of it, `z.string()` what is used.
 */
export function firstLoad(everyPageFont: RegExp): Plugin {
  return {
    name: 'first-load',
    apply: 'build',
    generateBundle(_, bundle) {
      const files = Object.values(bundle).flatMap((file): FirstFile[] => {
        if (file.type === 'chunk') return file.isEntry ? [{ kind: 'script', content: file.code }] : [];
        const kind = everyPageFont.test(file.fileName)
          ? 'font'
          : /\bindex-.*\.css$/.test(file.fileName)
            ? 'style'
            : null;
        return kind === null ? [] : [{ kind, content: file.source }];
      });
      for (const fault of tooLarge(files)) this.error(fault);
    },
  };
}
