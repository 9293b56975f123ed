import { z } from 'zod';
import { wireObject } from '../wire/wireObject.ts';
import { ownState } from './declaration.ts';
import { defineEndpoint, type TextType } from './endpoint.ts';
import { noBody, nothing, slug } from './shapes.ts';

const text = {
  permission: 'anyone',
  method: 'GET',
  query: nothing,
  body: noBody,
  reply: z.string(),
} as const;
/** The size of a dataset is a figure that its own rule made open (rule 14.71). */
const open = { ...ownState, discloses: 'openFigures' } as const;
/** A release such as `release_7`, or `latest`. */
const ofRelease = wireObject({
  record: slug,
  release: z
    .string()
    .regex(/^(latest|release_[1-9]\d{0,8})$/, 'must be a release such as release_7, or latest'),
});
const ofDataset = { declares: open, ...text, params: wireObject({ record: slug }) } as const;
const released = { declares: ownState, ...text, params: ofRelease } as const;
const base = '/api/v2/catalogue/:record';
const sends = <const T extends TextType>(sendsText: T) => ({ sendsText });

/** What the public, catalogues and search engines read of datasets that have a public record (rule 14.69). */
export const publicRecordEndpoints = {
  catalogue: defineEndpoint({
    declares: open,
    ...text,
    params: nothing,
    path: '/api/v2/catalogue',
    summary: 'The public datasets as a catalogue of DCAT 3, in JSON-LD',
    ...sends('application/ld+json'),
  }),
  sitemap: defineEndpoint({
    declares: ownState,
    ...text,
    params: nothing,
    path: '/api/v2/catalogue/sitemap',
    summary: 'The public pages of datasets and releases, for search engines',
    ...sends('application/xml'),
  }),
  page: defineEndpoint({
    ...ofDataset,
    path: base,
    summary: 'The public page of a dataset, with its record in JSON-LD',
    ...sends('text/html'),
  }),
  croissant: defineEndpoint({
    ...ofDataset,
    path: `${base}/croissant`,
    summary: 'The public record of a dataset as schema.org/Dataset and Croissant 1.1',
    ...sends('application/ld+json'),
  }),
  releasePage: defineEndpoint({
    ...released,
    path: `${base}/:release`,
    summary: 'The page to which the DOI of a release leads; it stays when the release is gone',
    ...sends('text/html'),
  }),
  dataCite: defineEndpoint({
    ...released,
    path: `${base}/:release/datacite`,
    summary: 'The metadata of a release for its DOI: DataCite 4.6 as JSON',
    ...sends('application/vnd.datacite.datacite+json'),
  }),
  dataCiteXml: defineEndpoint({
    ...released,
    path: `${base}/:release/datacite_xml`,
    summary: 'The metadata of a release for its DOI: DataCite 4.6 as XML',
    ...sends('application/vnd.datacite.datacite+xml'),
  }),
  csl: defineEndpoint({
    ...released,
    path: `${base}/:release/csl`,
    summary: 'How a release is cited, as CSL-JSON',
    ...sends('application/vnd.citationstyles.csl+json'),
  }),
  bibtex: defineEndpoint({
    ...released,
    path: `${base}/:release/bibtex`,
    summary: 'How a release is cited, as BibTeX',
    ...sends('application/x-bibtex'),
  }),
  fairDataPoint: defineEndpoint({
    declares: ownState,
    ...text,
    params: nothing,
    path: '/api/v2/fdp',
    summary: 'The FAIR Data Point itself, in Turtle',
    ...sends('text/turtle'),
  }),
  fdpCatalog: defineEndpoint({
    declares: ownState,
    ...text,
    params: nothing,
    path: '/api/v2/fdp/catalog',
    summary: 'The catalogue of the FAIR Data Point, in Turtle',
    ...sends('text/turtle'),
  }),
  fdpDataset: defineEndpoint({
    ...ofDataset,
    path: '/api/v2/fdp/dataset/:record',
    summary: 'A dataset of the FAIR Data Point, in Turtle',
    ...sends('text/turtle'),
  }),
  fdpDistribution: defineEndpoint({
    ...ofDataset,
    declares: ownState,
    path: '/api/v2/fdp/distribution/:record',
    summary: 'How a dataset of the FAIR Data Point is reached, in Turtle',
    ...sends('text/turtle'),
  }),
};
