import { receiptEndpoints } from '@atrium/contract/endpoints/receipt';
import type { ReceiptView } from '@atrium/contract/wire/receipt';
import type { Member, PortalApi } from '../access/index.ts';
import {
  type AnalysisDeps,
  activateDefinitions,
  openDefinitions,
  presentAnalysis,
} from '../analysis/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { cohortKind, presentCohort } from '../cohort/index.ts';
import { type DefinitionDeps, loadReceipt, openStored } from '../definition/index.ts';
import { disclosed, route } from '../http/index.ts';
import { presentTable } from '../table/index.ts';
import { queryReceiptFigures } from './queryReceiptFigures.ts';

/** The definitions behind count receipts, to be read and to be made active (rule 3.26). */
export function registerReceipts(api: PortalApi, deps: AnalysisDeps): void {
  route(api, receiptEndpoints.read, ({ member, params }) => readReceipt(deps, member, params.receiptId));
  route(api, receiptEndpoints.figures, ({ member, params, signal }) =>
    queryReceiptFigures(deps, member, { id: params.receiptId, signal }),
  );
  route(api, receiptEndpoints.load, ({ member, params }) => loadDefinitions(deps, member, params.receiptId));
}

/** The definition of a receipt, checked for this member on the release that is live for them now. */
async function readReceipt(deps: DefinitionDeps, member: Member, id: string) {
  const { definitions, kind, release, issuedAt } = await loadReceipt(deps, member, id);
  const live = await openLiveRelease(deps, member);
  const { cohort, table, analysis } = openDefinitions(definitions, live);
  const view: ReceiptView = {
    id,
    kind,
    release,
    isLive: release === live.release,
    issuedAt: issuedAt.toISOString(),
    cohort: presentCohort(cohort),
    table: table && presentTable(table),
    analysis: analysis && presentAnalysis(analysis),
  };
  return disclosed(view, [{ action: 'receipt_read', detail: { receipt: id, release } }]);
}

/** Each definition becomes one snapshot more, all or none. Members who see aggregates only have no cohort. */
async function loadDefinitions(deps: DefinitionDeps, member: Member, id: string) {
  const { definitions: stored } = await loadReceipt(deps, member, id);
  const base = openStored(cohortKind, stored.cohort, await openLiveRelease(deps, member));
  const definitions = member.seesSubjects ? stored : { ...stored, cohort: null, table: null };
  const { db } = deps;
  const active = await db
    .transaction()
    .execute((transaction) => activateDefinitions({ db, transaction }, member, { definitions, base }));
  return { loaded: (['cohort', 'table', 'analysis'] as const).filter((kind) => active[kind] !== null) };
}
