import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { createMemory } from '@atrium/warehouse';
import { z } from 'zod';

/** The file and the account of a signed link (rule 13.31). */
export interface LinkedFile {
  readonly accountId: number;
  /** The second factor that the account had shown when the link was made. */
  readonly secondFactor: string | null;
  /** The dataset's id in paths. */
  readonly dataset: string;
  readonly fileId: string;
  /** Which content of the file (`contentTag`). */
  readonly tag: string;
  /** The transfer that it is part of; null for one that was asked for alone. */
  readonly transferId: number | null;
  /** Whole seconds since 1970. */
  readonly until: number;
}

/** What the links of an account hang on: they end when any of it changes (rule 8.25). */
interface Maker {
  readonly passwordHash: string | null;
  readonly linksEnded: number;
}

/** Makes and checks links with a key of their own. */
export interface Links {
  sign(file: LinkedFile, maker: Maker): string;
  /**
   * Refuses with not_signed_in a link that was not signed here or has expired. `isOf` says whether the account is
   * unchanged.
   */
  open(link: string | undefined): { readonly file: LinkedFile; isOf(maker: Maker): boolean };
}

const payload = z.tuple([
  z.int(),
  z.string().nullable(),
  z.string(),
  z.string(),
  z.string(),
  z.int().nullable(),
  z.int(),
  z.string(),
]);

export function createLinks(sealKey: Uint8Array, clock: () => Date): Links {
  const key = Buffer.from(hkdfSync('sha256', sealKey, '', 'atrium signed file links', 32));
  const hashOf = (text: string): Buffer => createHmac('sha256', key).update(text).digest();
  const remembered = createMemory<string>({ name: 'marks of links', max: 1000 });
  const markOf = ({ passwordHash, linksEnded }: Maker): string => {
    const text = `password ${linksEnded} ${passwordHash ?? ''}`;
    const known = remembered.get(text) ?? hashOf(text).toString('base64url').slice(0, 16);
    remembered.keep(text, known);
    return known;
  };
  return {
    sign: (file, maker) => {
      const { accountId, secondFactor, dataset, fileId, tag, transferId, until } = file;
      const parts = [accountId, secondFactor, dataset, fileId, tag, transferId, until, markOf(maker)];
      const text = Buffer.from(JSON.stringify(parts)).toString('base64url');
      return `${text}.${hashOf(text).toString('base64url')}`;
    },
    open: (link) => {
      const [text = '', signature = '', ...rest] = (link ?? '').split('.');
      const given = Buffer.from(signature, 'base64url');
      const right = hashOf(text);
      if (rest.length > 0 || given.length !== right.length || !timingSafeEqual(given, right))
        throw new PortalError('not_signed_in', 'This link is not complete. Please get a new one.');
      const [accountId, secondFactor, dataset, fileId, tag, transferId, until, mark] = payload.parse(
        JSON.parse(Buffer.from(text, 'base64url').toString('utf8')),
      );
      const file = { accountId, secondFactor, dataset, fileId, tag, transferId, until };
      requireInTime(file, clock());
      return { file, isOf: (maker) => mark === markOf(maker) };
    },
  };
}

/** Refuses with not_signed_in a link that has expired. */
export function requireInTime({ until }: Pick<LinkedFile, 'until'>, now: Date): void {
  if (now.getTime() < until * 1000) return;
  throw new PortalError(
    'not_signed_in',
    'This link has expired. Please get a new one; what you have is resumed.',
  );
}
