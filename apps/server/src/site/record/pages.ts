import { dataUseTerms } from '@atrium/contract/documents/publicRecord';
import { citationItem, doiAddress } from '../../catalogue/index.ts';
import { croissantOf } from './croissant.ts';
import type { OfRelease } from './dataCite.ts';
import { dataBlock, element, type Markup, markup } from './markup.ts';
import { addressesOf, citedRelease, type PublicDataset, type PublicRelease } from './publicRecords.ts';
import type { PublicVariables } from './publicVariables.ts';

const day = (at: Date): string => at.toISOString().slice(0, 10);
const link = (address: string, words: string): Markup => element('a', { href: address }, [markup(words)]);
const paragraph = (...content: readonly Markup[]): Markup => element('p', {}, content);
const list = (items: readonly Markup[]): Markup =>
  element(
    'ul',
    {},
    items.map((item) => element('li', {}, [item])),
  );

interface Page {
  readonly title: string;
  readonly head?: readonly Markup[];
  readonly body: readonly Markup[];
}

const written = ({ title, head = [], body }: Page): string => {
  const page = element('html', { lang: 'en' }, [
    element('head', {}, [
      '<meta charset="utf-8">' as Markup,
      '<meta name="viewport" content="width=device-width, initial-scale=1">' as Markup,
      element('title', {}, [markup(title)]),
      ...head,
    ]),
    element('body', {}, [element('main', {}, [element('h1', {}, [markup(title)]), ...body])]),
  ]);
  return `<!doctype html>\n${page}\n`;
};

const sentence = (release: PublicRelease): string =>
  `${release.name}, version ${release.version}, of ${day(release.publishedAt)}`;

/** How a release is cited, in words. */
function citation({ dataset, release, origin }: OfRelease): string {
  const {
    author = [],
    publisher = '',
    URL: address = '',
  } = citationItem(citedRelease(dataset, release, origin));
  const authors = author.map(({ literal }) => literal).join(', ');
  const year = release.publishedAt.getUTCFullYear();
  return `${authors} (${year}). ${dataset.title} (version ${release.version}). ${publisher}. ${address}`;
}

function conditions({ record }: PublicDataset): readonly Markup[] {
  return [
    element('h2', {}, [markup('Conditions of use')]),
    paragraph(markup(record.conditions)),
    ...(record.dataUse.length === 0
      ? []
      : [list(record.dataUse.map((term) => markup(`${dataUseTerms[term]} (${term})`)))]),
    ...(record.license === undefined ? [] : [paragraph(link(record.license, 'License'))]),
  ];
}

const forms = [
  ['datacite', 'DataCite as JSON'],
  ['datacite_xml', 'DataCite as XML'],
  ['csl', 'CSL-JSON'],
  ['bibtex', 'BibTeX'],
] as const;

/** The public page of a dataset, with its record for machines. */
export function datasetPage(
  dataset: PublicDataset,
  { origin, variables }: { readonly origin: string; readonly variables: readonly PublicVariables[] },
): string {
  const { id, title, description, record, releases, subjects } = dataset;
  const { page, portal, release: addressOf } = addressesOf(origin, id);
  const [latest] = releases;
  return written({
    title,
    head: [dataBlock(croissantOf(dataset, { origin, variables }))],
    body: [
      paragraph(markup(description)),
      paragraph(
        markup(`By ${record.creators.map(({ name }) => name).join(', ')}. ${record.publisher.name}.`),
      ),
      ...(subjects === null ? [] : [paragraph(markup(`Subjects: ${subjects}`))]),
      paragraph(link(portal, 'Open it in the portal, or ask for access')),
      ...conditions(dataset),
      element('h2', {}, [markup('Citation')]),
      paragraph(markup(citation({ dataset, release: latest, origin }))),
      element('h2', {}, [markup('Releases')]),
      list(releases.map((release) => link(addressOf(release.name), sentence(release)))),
      ...variables.flatMap(({ collection, concepts }) => [
        element('h2', {}, [markup(`Variables: ${collection.title}`)]),
        list(
          concepts.map(({ title: name, description: says }) =>
            markup([name, says].filter(Boolean).join(': ')),
          ),
        ),
      ]),
      paragraph(link(`${page}/croissant`, 'This page for machines')),
    ],
  });
}

/** The page to which the DOI of a release leads. It needs the list of releases only, so it stays when the data are gone. */
export function releasePage(of: OfRelease): string {
  const { dataset, release, origin } = of;
  const { page, release: addressOf } = addressesOf(origin, dataset.id);
  const [latest] = dataset.releases;
  return written({
    title: `${dataset.title}, ${release.version}`,
    body: [
      paragraph(markup(`This is ${sentence(release)}.`)),
      paragraph(
        ...(release.isLatest
          ? [markup('It is the current release.')]
          : [
              markup('Its data may no longer be kept. The current release is '),
              link(addressOf(latest.name), sentence(latest)),
              markup('.'),
            ]),
      ),
      paragraph(link(page, dataset.title)),
      ...(release.doi === null
        ? []
        : [paragraph(markup('DOI: '), link(doiAddress(release.doi), release.doi))]),
      ...conditions(dataset),
      element('h2', {}, [markup('Citation')]),
      paragraph(markup(citation(of))),
      list(forms.map(([form, name]) => link(`${addressOf(release.name)}/${form}`, name))),
    ],
  });
}

/** The public pages as a sitemap (sitemaps.org, protocol 0.9). It may name addresses below its own only. */
export function sitemap(datasets: readonly PublicDataset[], origin: string): string {
  const entry = (address: string, at: Date): Markup =>
    element('url', {}, [
      element('loc', {}, [markup(address)]),
      element('lastmod', {}, [markup(at.toISOString())]),
    ]);
  const entries = datasets.flatMap(({ id, releases }) => {
    const { page, release: addressOf } = addressesOf(origin, id);
    return [
      entry(page, releases[0].publishedAt),
      ...releases.map(({ name, publishedAt }) => entry(addressOf(name), publishedAt)),
    ];
  });
  const all = element('urlset', { xmlns: 'http://www.sitemaps.org/schemas/sitemap/0.9' }, entries);
  return `<?xml version="1.0" encoding="UTF-8"?>\n${all}\n`;
}
