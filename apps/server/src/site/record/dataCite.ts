import { dataUseTerms } from '@atrium/contract/documents/publicRecord';
import { element, type Markup, markup } from './markup.ts';
import { addressesOf, type PublicDataset, type PublicRelease } from './publicRecords.ts';

export interface OfRelease {
  readonly dataset: PublicDataset;
  readonly release: PublicRelease;
  readonly origin: string;
}

const nameTypes = { organization: 'Organizational', person: 'Personal' } as const;
const duo = 'http://purl.obolibrary.org/obo/';

/** The identifier of a release that has no DOI yet, as the registrar replaces it (DataCite 4.6, appendix 3: unknown). */
const noDoi = ':tba';

/** One reading of a release for both forms of its metadata (DataCite 4.6, properties 1 to 18). */
function metadataOf({ dataset, release, origin }: OfRelease) {
  const { id, title, description, record, releases } = dataset;
  const { page, release: addressOf } = addressesOf(origin, id);
  const others = releases.filter(({ name, doi }) => name !== release.name && doi !== null);
  const isOlder = (other: PublicRelease) => other.number < release.number;
  return {
    doi: release.doi,
    creators: record.creators.map(({ name, kind, id: identifier }) => ({
      name,
      nameType: nameTypes[kind],
      identifier:
        identifier === undefined
          ? null
          : { identifier, scheme: identifier.includes('//orcid.org/') ? 'ORCID' : 'ROR' },
    })),
    title,
    publisher: record.publisher,
    year: String(release.publishedAt.getUTCFullYear()),
    subjects: record.keywords,
    dates: [{ date: release.publishedAt.toISOString().slice(0, 10), dateType: 'Issued' }] as const,
    address: addressOf(release.name),
    related: [
      { identifier: page, type: 'URL', relation: 'IsVersionOf' },
      ...others.map((other) => ({
        identifier: other.doi ?? '',
        type: 'DOI',
        relation: isOlder(other) ? 'IsNewVersionOf' : 'IsPreviousVersionOf',
      })),
    ],
    version: release.version,
    rights: [
      { rights: record.conditions, uri: record.license ?? null },
      ...record.dataUse.map((term) => ({
        rights: dataUseTerms[term],
        uri: `${duo}${term.replace(':', '_')}`,
      })),
    ],
    description,
  };
}

/** The metadata as JSON, in the names of the registrar's interface (DataCite 4.6; attributes of `POST /dois`). */
export function dataCiteJson(of: OfRelease) {
  const given = metadataOf(of);
  return {
    ...(given.doi === null ? {} : { doi: given.doi }),
    creators: given.creators.map(({ name, nameType, identifier }) => ({
      name,
      nameType,
      nameIdentifiers:
        identifier === null
          ? []
          : [{ nameIdentifier: identifier.identifier, nameIdentifierScheme: identifier.scheme }],
    })),
    titles: [{ title: given.title }],
    publisher: {
      name: given.publisher.name,
      ...(given.publisher.id === undefined ? {} : { publisherIdentifier: given.publisher.id }),
    },
    publicationYear: Number(given.year),
    types: { resourceTypeGeneral: 'Dataset', resourceType: 'Release of a dataset' },
    subjects: given.subjects.map((subject) => ({ subject })),
    dates: given.dates,
    language: 'en',
    relatedIdentifiers: given.related.map(({ identifier, type, relation }) => ({
      relatedIdentifier: identifier,
      relatedIdentifierType: type,
      relationType: relation,
    })),
    version: given.version,
    rightsList: given.rights.map(({ rights, uri }) => ({
      rights,
      ...(uri === null ? {} : { rightsUri: uri }),
    })),
    descriptions: [{ description: given.description, descriptionType: 'Abstract' }],
    url: given.address,
    schemaVersion: 'http://datacite.org/schema/kernel-4',
  };
}

const list = (name: string, items: readonly Markup[]): Markup =>
  items.length === 0 ? markup('') : element(name, {}, items);

/** The same as XML of the schema kernel-4.6. */
export function dataCiteXml(of: OfRelease): string {
  const given = metadataOf(of);
  const resource = element(
    'resource',
    {
      xmlns: 'http://datacite.org/schema/kernel-4',
      'xmlns:xsi': 'http://www.w3.org/2001/XMLSchema-instance',
      'xsi:schemaLocation':
        'http://datacite.org/schema/kernel-4 https://schema.datacite.org/meta/kernel-4.6/metadata.xsd',
    },
    [
      element('identifier', { identifierType: 'DOI' }, [markup(given.doi ?? noDoi)]),
      list(
        'creators',
        given.creators.map(({ name, nameType, identifier }) =>
          element('creator', {}, [
            element('creatorName', { nameType }, [markup(name)]),
            ...(identifier === null
              ? []
              : [
                  element('nameIdentifier', { nameIdentifierScheme: identifier.scheme }, [
                    markup(identifier.identifier),
                  ]),
                ]),
          ]),
        ),
      ),
      element('titles', {}, [element('title', {}, [markup(given.title)])]),
      element(
        'publisher',
        given.publisher.id === undefined ? {} : { publisherIdentifier: given.publisher.id },
        [markup(given.publisher.name)],
      ),
      element('publicationYear', {}, [markup(given.year)]),
      element('resourceType', { resourceTypeGeneral: 'Dataset' }, [markup('Release of a dataset')]),
      list(
        'subjects',
        given.subjects.map((subject) => element('subject', {}, [markup(subject)])),
      ),
      list(
        'dates',
        given.dates.map(({ date, dateType }) => element('date', { dateType }, [markup(date)])),
      ),
      element('language', {}, [markup('en')]),
      list(
        'relatedIdentifiers',
        given.related.map(({ identifier, type, relation }) =>
          element('relatedIdentifier', { relatedIdentifierType: type, relationType: relation }, [
            markup(identifier),
          ]),
        ),
      ),
      element('version', {}, [markup(given.version)]),
      list(
        'rightsList',
        given.rights.map(({ rights, uri }) =>
          element('rights', uri === null ? {} : { rightsURI: uri }, [markup(rights)]),
        ),
      ),
      element('descriptions', {}, [
        element('description', { descriptionType: 'Abstract' }, [markup(given.description)]),
      ]),
    ],
  );
  return `<?xml version="1.0" encoding="UTF-8"?>\n${resource}\n`;
}
