import { publicRecordEndpoints } from '@atrium/contract/endpoints/publicRecord';
import type { FastifyRequest } from 'fastify';
import type { PortalApi } from '../../access/index.ts';
import { bibtexEntry, citationItem, type ReleaseDeps } from '../../catalogue/index.ts';
import { originOf, route } from '../../http/index.ts';
import { croissantOf } from './croissant.ts';
import { dataCiteJson, dataCiteXml, type OfRelease } from './dataCite.ts';
import {
  catalogNode,
  catalogueNodes,
  datasetNodes,
  distributionNode,
  fairDataPoint,
  type Site,
} from './dcat.ts';
import { datasetPage, releasePage, sitemap } from './pages.ts';
import { citedRelease, findPublicDataset, listPublicDatasets, releaseNamed } from './publicRecords.ts';
import { loadPublicVariables } from './publicVariables.ts';
import { toJsonLd, toTurtle } from './rdf.ts';

export interface RecordDeps extends ReleaseDeps {
  /** The origin under which people reach the portal; null: that of the request. */
  readonly publicUrl: string | null;
  readonly siteTitle: string;
  /** The version of the portal. */
  readonly software: string;
}

interface OnDataset {
  readonly params: { readonly record: string };
  readonly request: FastifyRequest;
}
interface OnRelease extends OnDataset {
  readonly params: { readonly record: string; readonly release: string };
}

const pretty = (value: unknown): string => `${JSON.stringify(value, null, 1)}\n`;

/** Public records of datasets and releases, in the forms of conventions (rules 14.69 to 14.73). */
export function registerRecords(api: PortalApi, deps: RecordDeps): void {
  const { db } = deps;
  const siteOf = (request: FastifyRequest): Site => ({
    origin: originOf(deps, request),
    title: deps.siteTitle,
    version: deps.software,
  });
  const found = async ({ params, request }: OnDataset) =>
    [await findPublicDataset(db, params.record), siteOf(request)] as const;
  const released = async (call: OnRelease): Promise<OfRelease> => {
    const [dataset, { origin }] = await found(call);
    return { dataset, release: releaseNamed(dataset, call.params.release), origin };
  };
  const cited = ({ dataset, release, origin }: OfRelease) => citedRelease(dataset, release, origin);
  const {
    catalogue,
    sitemap: map,
    page,
    croissant,
    releasePage: ofRelease,
    ...endpoints
  } = publicRecordEndpoints;

  route(api, catalogue, async ({ request }) =>
    pretty(toJsonLd(catalogueNodes(siteOf(request), await listPublicDatasets(db)))),
  );
  route(api, map, async ({ request }) => sitemap(await listPublicDatasets(db), siteOf(request).origin));
  route(api, page, async (call) => {
    const [dataset, { origin }] = await found(call);
    return datasetPage(dataset, { origin, variables: await loadPublicVariables(deps, dataset) });
  });
  route(api, croissant, async (call) => {
    const [dataset, { origin }] = await found(call);
    return pretty(croissantOf(dataset, { origin, variables: await loadPublicVariables(deps, dataset) }));
  });
  route(api, ofRelease, async (call) => releasePage(await released(call)));
  route(api, endpoints.dataCite, async (call) => pretty(dataCiteJson(await released(call))));
  route(api, endpoints.dataCiteXml, async (call) => dataCiteXml(await released(call)));
  route(api, endpoints.csl, async (call) => pretty([citationItem(cited(await released(call)))]));
  route(api, endpoints.bibtex, async (call) => bibtexEntry(cited(await released(call))));
  route(api, endpoints.fairDataPoint, async ({ request }) =>
    toTurtle(fairDataPoint(siteOf(request), await listPublicDatasets(db))),
  );
  route(api, endpoints.fdpCatalog, async ({ request }) =>
    toTurtle([catalogNode(siteOf(request), await listPublicDatasets(db))]),
  );
  route(api, endpoints.fdpDataset, async (call) => toTurtle(datasetNodes(...(await found(call)))));
  route(api, endpoints.fdpDistribution, async (call) => toTurtle([distributionNode(...(await found(call)))]));
}
