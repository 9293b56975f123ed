import { doiAddress } from '../../catalogue/index.ts';
import { addressesOf, type PublicDataset } from './publicRecords.ts';
import { instant, iri, type RdfNode, text } from './rdf.ts';

const dcat = 'http://www.w3.org/ns/dcat#';
const dct = 'http://purl.org/dc/terms/';
const foaf = 'http://xmlns.com/foaf/0.1/';
const rdfs = 'http://www.w3.org/2000/01/rdf-schema#';
const fdp = 'http://rdf.biosemantics.org/ontologies/fdp-o#';
const r3d = 'http://www.re3data.org/schema/3-0#';
const restricted = 'http://publications.europa.eu/resource/authority/access-right/RESTRICTED';
const csv = 'https://www.iana.org/assignments/media-types/text/csv';
const duo = 'http://purl.obolibrary.org/obo/';
/** "Topic" of EDAM, where the record names no theme. */
const anyTheme = 'http://edamontology.org/topic_0003';

export interface Site {
  readonly origin: string;
  readonly title: string;
  /** Of the portal. */
  readonly version: string;
}

const rootOf = ({ origin }: Site): string => `${origin}/api/v2/fdp`;
const catalogOf = (site: Site): string => `${rootOf(site)}/catalog`;

type Property = RdfNode['properties'][number];

/** What each layer of a FAIR Data Point says of its own metadata (FDP metadata specification, table of each layer). */
const layer = (of: {
  readonly iri: string;
  readonly issued: Date;
  readonly modified: Date;
}): readonly Property[] => [
  [`${fdp}metadataIdentifier`, iri(`${of.iri}#metadata`)],
  [`${fdp}metadataIssued`, instant(of.issued)],
  [`${fdp}metadataModified`, instant(of.modified)],
];

const publisherOf = ({ id, record }: PublicDataset, site: Site): string =>
  record.publisher.id ?? `${addressesOf(site.origin, id).node}#publisher`;

const agent = (address: string, name: string): RdfNode => ({
  iri: address,
  types: [`${foaf}Agent`],
  properties: [[`${foaf}name`, text(name)]],
});

const spanOf = (datasets: readonly PublicDataset[]) => {
  const instants = datasets.flatMap(({ addedAt, releases }) => [addedAt, releases[0].publishedAt]);
  const sorted = instants.toSorted((one, other) => one.getTime() - other.getTime());
  return { issued: sorted[0] ?? new Date(0), modified: sorted.at(-1) ?? new Date(0) };
};

/** The layer of the FAIR Data Point itself, a repository of re3data. */
export function fairDataPoint(site: Site, datasets: readonly PublicDataset[]): readonly RdfNode[] {
  const root = rootOf(site);
  return [
    {
      iri: root,
      types: [`${r3d}Repository`, `${fdp}FAIRDataPoint`],
      properties: [
        [`${dct}title`, text(site.title)],
        [`${dct}hasVersion`, text(site.version)],
        [`${dct}publisher`, iri(`${root}#publisher`)],
        [`${r3d}dataCatalog`, iri(catalogOf(site))],
        [`${r3d}repositoryIdentifier`, iri(`${root}#repository`)],
        ...layer({ iri: root, ...spanOf(datasets) }),
      ],
    },
    agent(`${root}#publisher`, site.title),
  ];
}

/** The layer of the catalogue (DCAT 3, 6.3 Class: Catalog), which is the same in both. */
export function catalogNode(site: Site, datasets: readonly PublicDataset[]): RdfNode {
  const address = catalogOf(site);
  const themes = new Set(datasets.flatMap(({ record }) => record.themes));
  return {
    iri: address,
    types: [`${dcat}Catalog`],
    properties: [
      [`${dct}title`, text(`Datasets of ${site.title}`)],
      [`${dct}description`, text(`The datasets of ${site.title} that the public may know.`)],
      [`${dct}hasVersion`, text(site.version)],
      [`${dct}publisher`, iri(`${rootOf(site)}#publisher`)],
      [`${dct}isPartOf`, iri(rootOf(site))],
      [`${foaf}homepage`, iri(site.origin)],
      ...(themes.size === 0 ? [anyTheme] : [...themes]).map(
        (one): Property => [`${dcat}themeTaxonomy`, iri(one)],
      ),
      ...datasets.map(({ id }): Property => [`${dcat}dataset`, iri(addressesOf(site.origin, id).node)]),
      ...layer({ iri: address, ...spanOf(datasets) }),
    ],
  };
}

/** The layer of a dataset (DCAT 3, 6.6 Class: Dataset, and 6.4 Cataloged Resource), with its people. */
export function datasetNodes(dataset: PublicDataset, site: Site): readonly RdfNode[] {
  const { id, title, description, record, releases, addedAt } = dataset;
  const [latest] = releases;
  const { node, page, distribution } = addressesOf(site.origin, id);
  const creators = record.creators.map((creator, index) => ({
    iri: creator.id ?? `${node}#creator-${index + 1}`,
    name: creator.name,
  }));
  const themes = record.themes.length === 0 ? [anyTheme] : record.themes;
  return [
    {
      iri: node,
      types: [`${dcat}Dataset`],
      properties: [
        [`${dct}title`, text(title)],
        [`${dct}description`, text(description)],
        [`${dct}identifier`, text(latest.doi === null ? page : doiAddress(latest.doi))],
        [`${dct}publisher`, iri(publisherOf(dataset, site))],
        ...creators.map((creator): Property => [`${dct}creator`, iri(creator.iri)]),
        [`${dct}issued`, instant(addedAt)],
        [`${dct}modified`, instant(latest.publishedAt)],
        [`${dct}hasVersion`, text(latest.version)],
        [`${dcat}version`, text(latest.version)],
        [`${dct}isPartOf`, iri(catalogOf(site))],
        [`${dct}accessRights`, iri(restricted)],
        [`${dct}rights`, iri(`${node}#conditions`)],
        ...record.dataUse.map((term): Property => [`${dct}rights`, iri(`${duo}${term.replace(':', '_')}`)]),
        ...(record.license === undefined ? [] : [[`${dct}license`, iri(record.license)] as const]),
        ...record.keywords.map((word): Property => [`${dcat}keyword`, text(word)]),
        ...themes.map((theme): Property => [`${dcat}theme`, iri(theme)]),
        [`${dcat}landingPage`, iri(page)],
        [`${dcat}distribution`, iri(distribution)],
        ...layer({ iri: node, issued: addedAt, modified: latest.publishedAt }),
      ],
    },
    {
      iri: `${node}#conditions`,
      types: [`${dct}RightsStatement`],
      properties: [[`${rdfs}label`, text(record.conditions)]],
    },
    agent(publisherOf(dataset, site), record.publisher.name),
    ...creators.map((creator) => agent(creator.iri, creator.name)),
  ];
}

/** The layer of a distribution (DCAT 3, 6.8 Class: Distribution): the portal itself, where members sign in. */
export function distributionNode(dataset: PublicDataset, site: Site): RdfNode {
  const { id, title, record, releases, addedAt } = dataset;
  const [latest] = releases;
  const { node, portal, distribution } = addressesOf(site.origin, id);
  return {
    iri: distribution,
    types: [`${dcat}Distribution`],
    properties: [
      [`${dct}title`, text(`${title}, for members of the portal`)],
      [`${dct}hasVersion`, text(latest.version)],
      [`${dct}publisher`, iri(publisherOf(dataset, site))],
      [`${dct}isPartOf`, iri(node)],
      [`${dct}accessRights`, iri(restricted)],
      [`${dct}rights`, iri(`${node}#conditions`)],
      ...(record.license === undefined ? [] : [[`${dct}license`, iri(record.license)] as const]),
      [`${dcat}accessURL`, iri(portal)],
      [`${dcat}mediaType`, iri(csv)],
      ...layer({ iri: distribution, issued: addedAt, modified: latest.publishedAt }),
    ],
  };
}

/** The whole catalogue. */
export const catalogueNodes = (site: Site, datasets: readonly PublicDataset[]): readonly RdfNode[] => [
  catalogNode(site, datasets),
  agent(`${rootOf(site)}#publisher`, site.title),
  ...datasets.flatMap((dataset) => [...datasetNodes(dataset, site), distributionNode(dataset, site)]),
];
