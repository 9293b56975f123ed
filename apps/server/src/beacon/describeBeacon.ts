import { beaconVersion, individualSchema } from '@atrium/contract/wire/beacon';

export interface BeaconSite {
  readonly origin: string;
  readonly title: string;
  /** The version of the portal. */
  readonly version: string;
  /** Whether the data are those of the demo. */
  readonly isDemo: boolean;
}

const schemas =
  'https://raw.githubusercontent.com/ga4gh-beacon/beacon-v2/v2.2.0/framework/json/configuration';

export const beaconId = ({ origin }: Pick<BeaconSite, 'origin'>): string =>
  [...new URL(origin).hostname.split('.').reverse(), 'beacon'].join('.');

/** The head of each answer. */
export const metaOf = (site: Pick<BeaconSite, 'origin'>) => ({
  beaconId: beaconId(site),
  apiVersion: beaconVersion,
  returnedSchemas: [{ ...individualSchema }],
});

export const infoOf = (site: BeaconSite) => ({
  meta: { ...metaOf(site), returnedSchemas: [] },
  response: {
    id: beaconId(site),
    name: `${site.title} beacon`,
    apiVersion: beaconVersion,
    environment: site.isDemo ? ('dev' as const) : ('prod' as const),
    organization: {
      id: beaconId(site).replace(/\.beacon$/, ''),
      name: site.title,
      welcomeUrl: site.origin,
    },
    description:
      'Counts individuals of one dataset for its members, whose token a question carries. Name the dataset as ?dataset=…',
    version: site.version,
    welcomeUrl: site.origin,
  },
});

export const serviceInfoOf = (site: BeaconSite) => ({
  id: beaconId(site),
  name: `${site.title} beacon`,
  type: { group: 'org.ga4gh' as const, artifact: 'beacon' as const, version: beaconVersion },
  organization: { name: site.title, url: site.origin },
  version: site.version,
});

/** The only thing that is counted. */
const entryTypes = {
  individual: {
    id: 'individual' as const,
    name: 'Individual',
    partOfSpecification: `Beacon ${beaconVersion}`,
    ontologyTermForThisType: { id: 'NCIT:C25190', label: 'Person' },
    defaultSchema: {
      id: 'beacon-individual',
      name: 'Individual of the default model',
      referenceToSchemaDefinition: individualSchema.schema,
    },
    nonFilteredQueriesAllowed: true,
  },
};

export const entryTypesOf = (site: BeaconSite) => ({ meta: metaOf(site), response: { entryTypes } });

export const configurationOf = (site: BeaconSite) => ({
  meta: metaOf(site),
  response: {
    $schema: `${schemas}/beaconConfigurationSchema.json`,
    maturityAttributes: { productionStatus: site.isDemo ? ('DEV' as const) : ('PROD' as const) },
    securityAttributes: { defaultGranularity: 'count' as const, securityLevels: ['CONTROLLED' as const] },
    entryTypes,
  },
});

export const mapOf = (site: BeaconSite) => ({
  meta: metaOf(site),
  response: {
    $schema: `${schemas}/beaconMapSchema.json`,
    endpointSets: {
      individual: {
        entryType: 'individual' as const,
        rootUrl: `${site.origin}/api/beacon/individuals`,
        filteringTermsUrl: `${site.origin}/api/beacon/filtering_terms`,
        openAPIEndpointsDefinition: `${site.origin}/api/v2/openapi.json`,
      },
    },
  },
});
