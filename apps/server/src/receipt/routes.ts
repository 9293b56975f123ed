import {
  analysisDefinitionWire,
  cohortDefinitionWire,
  type ReceiptKind,
  type ReceiptView,
  receiptEndpoints,
  tableDefinitionWire,
} from '@atrium/contract';
import type { Member, PortalApi } from '../access/index.ts';
import { analysisKind } from '../analysis/index.ts';
import { openLiveRelease } from '../catalogue/index.ts';
import { cohortKind } from '../cohort/index.ts';
import { type DefinitionDeps, loadAsActive, loadReceipt, noSnapshot } from '../definition/index.ts';
import { route } from '../http/index.ts';
import { tableKind } from '../table/index.ts';

/** The definitions behind count receipts, to be read and to be made active (rule 3.26). */
export function registerReceipts(api: PortalApi, deps: DefinitionDeps): void {
  route(api, receiptEndpoints.read, ({ member, params }) => readReceipt(deps, member, params.receiptId));
  route(api, receiptEndpoints.load, ({ member, params }) => loadDefinitions(deps, member, params.receiptId));
}

async function findDefinitions(deps: DefinitionDeps, member: Member, id: string) {
  const { definitions, ...about } = await loadReceipt(deps, member, id);
  const { cohort, table, analysis } = definitions;
  return {
    ...about,
    cohort: cohortDefinitionWire.parse(cohort),
    table: table === undefined ? null : tableDefinitionWire.parse(table),
    analysis: analysis === undefined ? null : analysisDefinitionWire.parse(analysis),
  };
}

/** The definition of a receipt, checked for this member on the release that is live for them now. */
async function readReceipt(deps: DefinitionDeps, member: Member, id: string): Promise<ReceiptView> {
  const found = await findDefinitions(deps, member, id);
  const live = await openLiveRelease(deps, member);
  const held = <Definition>(definition: Definition) => ({ definition, snapshot: noSnapshot });
  const cohort = cohortKind.open(held(found.cohort), live, member);
  return {
    id,
    kind: found.kind,
    release: found.release,
    isLive: found.release === live.release,
    issuedAt: found.issuedAt.toISOString(),
    cohort: cohortKind.present(cohort),
    table: found.table && tableKind.present(tableKind.open(held(found.table), cohort, member)),
    analysis: found.analysis && analysisKind.present(analysisKind.open(held(found.analysis), cohort, member)),
  };
}

/** Each definition becomes one snapshot more, all or none. Members who see aggregates only have no cohort. */
async function loadDefinitions(deps: DefinitionDeps, member: Member, id: string) {
  const { cohort, table, analysis } = await findDefinitions(deps, member, id);
  const release = await openLiveRelease(deps, member);
  const base = cohortKind.open({ definition: cohort, snapshot: noSnapshot }, release, member);
  const loaded: ReceiptKind[] = [];
  await deps.db.transaction().execute(async (transaction) => {
    if (member.seesSubjects) {
      await loadAsActive(transaction, cohortKind, { member, base: release, definition: cohort });
      loaded.push('cohort');
    }
    if (member.seesSubjects && table !== null) {
      await loadAsActive(transaction, tableKind, { member, base, definition: table });
      loaded.push('table');
    }
    if (analysis !== null) {
      await loadAsActive(transaction, analysisKind, { member, base, definition: analysis });
      loaded.push('analysis');
    }
  });
  return { loaded };
}
