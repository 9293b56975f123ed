import { createHash } from 'node:crypto';
import type { FileRecord } from '../fileRecord.ts';

/** Names that Windows keeps for devices, also with an ending. */
const devices = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i;
const maxPart = 180;
/** Where a spreadsheet that reads a manifest would begin a formula. */
const formulaSign = /(^|;)\s*'*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/g;

/** A part of a path that every usual file system takes, and that no shell or manifest reads as something else. */
function safePart(part: string): string {
  const plain = part
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Surrogate}<>:"|?*\\/]/gu, '_')
    .replace(/[. ]+$/, '_')
    .replace(/^[-~ ]/, '_')
    .replace(formulaSign, '$1_');
  const cut = Buffer.byteLength(plain) > maxPart ? shortened(plain) : plain;
  return devices.test(cut) ? `_${cut}` : cut || '_';
}

/** The beginning and the ending of a long name, with a mark of the whole between them. */
function shortened(part: string): string {
  const mark = createHash('sha256').update(part).digest('hex').slice(0, 12);
  const letters = [...part];
  return `${letters.slice(0, 24).join('')}~${mark}~${letters.slice(-12).join('')}`;
}

/** Files that an import copied into the storage lie below a folder of their release, which says nothing to a receiver. */
const copied = /^imported\/[^/]+\/(?=.)/;

/** Gives each file of a transfer the path under which its receiver stores it. */
export interface ReceiverPaths {
  pathOf(file: Pick<FileRecord, 'name' | 'location' | 'fileId'>): string;
}

/**
 * Each path is given once, whatever the case of its letters; folders of the storage stay folders (rule 13.36), without
 * that of the dataset, of which all files of a transfer are.
 */
export function createReceiverPaths(dataset: string): ReceiverPaths {
  const withoutOwn = (path: string): string =>
    path.startsWith(`${dataset}/`) ? path.slice(dataset.length + 1) : path.replace(copied, '');
  // Numbers instead of texts, since a transfer may have a million files.
  const given = new Set<number>();
  const numberOf = (path: string): number =>
    createHash('sha256').update(path.toLowerCase()).digest().readUIntBE(0, 6);
  const take = (path: string): boolean => {
    const number = numberOf(path);
    return !given.has(number) && given.add(number).has(number);
  };
  return {
    pathOf: ({ name, location, fileId }) => {
      const parts = location.kind === 'path' ? withoutOwn(location.path).split('/') : [name];
      const safe = parts.map(safePart);
      const path = safe.join('/');
      if (take(path)) return path;
      const mark = createHash('sha256').update(fileId).digest('hex').slice(0, 12);
      const apart = [...safe.slice(0, -1), `${mark}_${safe.at(-1) ?? ''}`].join('/');
      if (take(apart)) return apart;
      throw new Error(`A file was selected twice: ${fileId}`);
    },
  };
}
