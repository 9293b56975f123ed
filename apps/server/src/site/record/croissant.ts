import { dataUseTerms } from '@atrium/contract/documents/publicRecord';
import { unreachable } from '@atrium/contract/errors/unreachable';
import type { Concept } from '@atrium/engine';
import { bibtexEntry, doiAddress } from '../../catalogue/index.ts';
import { addressesOf, citedRelease, type PublicDataset } from './publicRecords.ts';
import type { PublicVariables } from './publicVariables.ts';

/** The context of Croissant 1.1 (appendix 1), as far as a record uses it. */
const context = {
  '@language': 'en',
  '@vocab': 'http://schema.org/',
  sc: 'http://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  dct: 'http://purl.org/dc/terms/',
  duo: 'http://purl.obolibrary.org/obo/DUO_',
  citeAs: 'cr:citeAs',
  conformsTo: 'dct:conformsTo',
  isLiveDataset: 'cr:isLiveDataset',
  recordSet: 'cr:recordSet',
  field: 'cr:field',
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  isArray: 'cr:isArray',
  source: 'cr:source',
  fileObject: 'cr:fileObject',
  extract: 'cr:extract',
  column: 'cr:column',
};

const table = 'table.csv';

const kinds = { organization: 'Organization', person: 'Person' } as const;

/**
 * A dataset as schema.org/Dataset and Croissant 1.1: "Dataset-level Information", required and recommended properties,
 * and "Using DUO to Represent Data Use Conditions", "RecordSet" and "Field". It names no value, row or file (rule 14.70):
 * the one distribution is the table of a cohort, which opens to members.
 */
export function croissantOf(
  dataset: PublicDataset,
  { origin, variables }: { readonly origin: string; readonly variables: readonly PublicVariables[] },
) {
  const { id, title, description, record, releases, subjects, addedAt } = dataset;
  const [latest] = releases;
  const { page, portal } = addressesOf(origin, id);
  const agent = (given: { readonly name: string; readonly id?: string | undefined }, type: string) => ({
    '@type': type,
    name: given.name,
    ...(given.id === undefined ? {} : { '@id': given.id }),
  });
  return {
    '@context': context,
    '@type': 'sc:Dataset',
    '@id': page,
    conformsTo: 'http://mlcommons.org/croissant/1.1',
    name: title,
    description,
    url: page,
    license: record.license ?? {
      '@type': 'CreativeWork',
      name: 'Data use conditions',
      text: record.conditions,
    },
    creator: record.creators.map((creator) => agent(creator, kinds[creator.kind])),
    publisher: agent(record.publisher, 'Organization'),
    datePublished: latest.publishedAt.toISOString(),
    dateCreated: addedAt.toISOString(),
    dateModified: latest.publishedAt.toISOString(),
    version: latest.version,
    ...(latest.doi === null ? {} : { identifier: doiAddress(latest.doi) }),
    keywords: record.keywords,
    inLanguage: 'en',
    isAccessibleForFree: true,
    conditionsOfAccess: record.conditions,
    usageInfo: record.dataUse.map((term) => ({
      '@type': 'DefinedTerm',
      name: dataUseTerms[term],
      termCode: term.replace(':', '_'),
      url: term.replace('DUO:', 'duo:'),
    })),
    citeAs: bibtexEntry(citedRelease(dataset, latest, origin)),
    isLiveDataset: true,
    ...(subjects === null ? {} : { size: `${subjects} subjects` }),
    distribution: [
      {
        '@type': 'cr:FileObject',
        '@id': table,
        name: table,
        description: `The table of a cohort, for members who are signed in: ${portal}`,
        contentUrl: `${origin}/api/v2/${id}/query_tools/export_csv/`,
        encodingFormat: 'text/csv',
      },
    ],
    ...(variables.length === 0 ? {} : { recordSet: variables.map(recordSetOf) }),
  };
}

/** Where a subject has several values or records, the columns of the table are made of them in many ways: none is named. */
const recordSetOf = ({ collection, concepts }: PublicVariables) => ({
  '@type': 'cr:RecordSet',
  '@id': collection.id,
  name: collection.id,
  description: collection.title,
  field: concepts.map((concept) => ({
    '@type': 'cr:Field',
    '@id': `${collection.id}/${concept.id}`,
    name: concept.id,
    description: [concept.title, concept.description, concept.unit && `in ${concept.unit}`]
      .filter(Boolean)
      .join('. '),
    dataType: dataTypeOf(concept),
    ...(concept.isMultiple ? { isArray: true } : {}),
    ...(collection.isRoot && !concept.isMultiple
      ? { source: { fileObject: { '@id': table }, extract: { column: headingOf(concept) } } }
      : {}),
  })),
});

/** As the file of a table has it (rule 5.19). */
const headingOf = ({ title, type, unit }: Concept): string => {
  const measured = type === 'age' ? 'days' : unit;
  return measured === null ? title : `${title} (${measured})`;
};

function dataTypeOf({ type, isInteger, time }: Concept): string | readonly string[] {
  const number = isInteger ? 'sc:Integer' : 'sc:Float';
  switch (type) {
    case 'category':
    case 'text':
    case 'ontology':
      return 'sc:Text';
    case 'boolean':
      return 'sc:Boolean';
    case 'date':
      return time === null ? 'sc:Date' : 'sc:DateTime';
    case 'age':
      return 'sc:Integer';
    case 'number':
      return number;
    case 'number_with_categories':
      return [number, 'sc:Text'];
    default:
      return unreachable(type);
  }
}
