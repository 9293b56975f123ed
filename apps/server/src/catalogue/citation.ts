import { storedSettings } from '@atrium/contract/documents/dataPackage';
import type { PublicRecord } from '@atrium/contract/documents/publicRecord';
import { withoutUnsafe } from '@atrium/contract/documents/unsafeCharacters';

/** What is cited: a release of a dataset, or a page of the portal that says what was found in it. */
export interface Cited {
  /** Of letters, digits, `_` and `-`. */
  readonly key: string;
  readonly title: string;
  /** Null where the site has said nothing of the dataset. */
  readonly record: Pick<PublicRecord, 'creators' | 'publisher'> | null;
  readonly version: string;
  readonly publishedAt: Date | null;
  readonly doi: string | null;
  readonly address: string | null;
  readonly note?: string;
}

/** What the site says of a dataset for those who cite it, and the DOI of a release; null where it says nothing. */
export function citedSource(settings: unknown, release: string): Pick<Cited, 'record' | 'doi'> {
  const record = storedSettings.safeParse(settings ?? {}).data?.publicRecord ?? null;
  return { record, doi: record?.dois[release] ?? null };
}

/** Where a DOI leads. */
export const doiAddress = (doi: string): string => `https://doi.org/${doi}`;

/** As an item of CSL-JSON (citation-style-language/schema 1.0.2, `csl-data.json`). */
export const citationItem = ({ key, title, record, version, publishedAt, doi, address, note }: Cited) => ({
  id: key,
  type: 'dataset',
  title,
  ...(record === null
    ? {}
    : { author: record.creators.map(({ name }) => ({ literal: name })), publisher: record.publisher.name }),
  version,
  ...(publishedAt === null
    ? {}
    : {
        issued: {
          'date-parts': [
            [publishedAt.getUTCFullYear(), publishedAt.getUTCMonth() + 1, publishedAt.getUTCDate()],
          ],
        },
      }),
  ...(doi === null ? {} : { DOI: doi }),
  ...(address === null ? {} : { URL: address }),
  ...(note === undefined ? {} : { note }),
});

/** The characters that mean something to LaTeX, as it prints them. */
const latex: Readonly<Record<string, string>> = {
  '\\': '\\textbackslash{}',
  '~': '\\textasciitilde{}',
  '^': '\\textasciicircum{}',
};
const texOf = (text: string): string =>
  withoutUnsafe(text, ' ').replace(/[\\~^{}&%$#_]/g, (letter) => latex[letter] ?? `\\${letter}`);

/** As an entry of BibTeX. Names stand in braces, so that none is taken apart. */
export function bibtexEntry({ key, title, record, version, publishedAt, doi, address, note }: Cited): string {
  const fields: readonly (readonly [name: string, value: string | null | undefined])[] = [
    ['title', `{${texOf(title)}}`],
    ['author', record?.creators.map(({ name }) => `{${texOf(name)}}`).join(' and ')],
    ['publisher', record && texOf(record.publisher.name)],
    ['year', publishedAt && String(publishedAt.getUTCFullYear())],
    ['version', texOf(version)],
    // An address holds no braces, and is printed as it is.
    ['doi', doi],
    ['url', address],
    ['note', note === undefined ? null : texOf(note)],
  ];
  const lines = fields.flatMap(([name, value]) => (value ? [`  ${name} = {${value}}`] : []));
  return `@misc{${key},\n${lines.join(',\n')}\n}\n`;
}
