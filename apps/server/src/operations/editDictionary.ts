import { PortalError } from '@atrium/contract/errors/errorCode';
import type { DictionaryEdits } from '@atrium/contract/wire/dictionaryEdits';
import { type Dictionary, dictionaryWidening, type Widening } from '@atrium/engine';
import { groupOpens } from '../access/index.ts';
import { releaseName } from '../catalogue/index.ts';
import { type EndangeredReport, findEndangered } from '../report/index.ts';
import { compareWithAggregates } from './aggregateRelease.ts';
import { buildDictionary, discard } from './dictionaryRelease.ts';
import { beginLog, endLog } from './importLog.ts';
import type { ImportDeps, Watcher } from './operation.ts';
import { findRelease, type OneRelease } from './releaseOperations.ts';
import { holdRelease, type NewRelease, type SwitchOutcome, switchRelease } from './switchRelease.ts';

export interface DictionaryRequest extends OneRelease {
  /** All edits of the dictionary that came with the data. */
  readonly edits: DictionaryEdits;
}

interface EditRequest extends DictionaryRequest {
  /** The edits that open more and that a steward confirms, as `concept:kind` (rule 15.42). */
  readonly confirm: readonly string[];
  readonly note: string;
  /** Whether it waits, also where the release that it comes from is live. */
  readonly hold: boolean;
}

/** A preview of an edit. */
export interface DictionaryCheck {
  readonly widening: readonly Widening[];
  readonly endangered: readonly EndangeredReport[];
  /** The differences from the dictionary of the release, concept by concept. */
  readonly changed: readonly string[];
}

export const nameOfWidening = ({ conceptId, kind }: Widening): string => `${conceptId}:${kind}`;

/** Builds the dictionary beside the others, reports what it would open and break, and deletes it (rule 15.42). */
export async function checkDictionary(
  deps: ImportDeps,
  request: DictionaryRequest,
  signal: AbortSignal,
): Promise<DictionaryCheck> {
  const { base, before } = await openBase(deps, request);
  const built = await buildDictionary(deps, { of: base.dataRelease ?? base.id, edits: request.edits });
  try {
    const after = (await deps.questions.open(releaseName(built.id))).dictionary;
    return {
      widening: dictionaryWidening(before, after, await loadGroups(deps, base.datasetId)),
      endangered: await findEndangered(deps, { dataset: request.dataset, release: built.id, signal }),
      changed: changedConcepts(before, after),
    };
  } finally {
    await discard(deps, built.id);
  }
}

/** The concepts of which one dictionary has another content than the other, or which only one of them has. */
export function changedConcepts(before: Dictionary, after: Dictionary): readonly string[] {
  const known = new Map(before.concepts.map((concept) => [concept.id, JSON.stringify(concept)]));
  const kept = new Set(after.concepts.map(({ id }) => id));
  return [
    ...after.concepts
      .filter((concept) => known.get(concept.id) !== JSON.stringify(concept))
      .map(({ id }) => id),
    ...before.concepts.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
  ];
}

export interface EditedDictionary extends SwitchOutcome {
  readonly release: number;
}

/**
 * Makes a release of the same data with an edited dictionary, without reading them again, and switches to it where the
 * release that it comes from is live (rules 15.40 and 15.42). It is in the log of imports, and in the audit.
 * @throws PortalError 'conflict' where it would open what nobody has confirmed, or comes from a release that is past
 */
export async function editDictionary(
  deps: ImportDeps,
  request: EditRequest,
  watcher: Watcher,
): Promise<EditedDictionary> {
  const { db } = deps;
  const { dataset, release } = request;
  const source = `dictionary of ${releaseName(release)}`;
  const log = await beginLog(db, { kind: 'dictionary', source, dataset, by: watcher });
  try {
    const { outcome, report } = await makeEdited(deps, request, watcher);
    await db
      .updateTable('import_log')
      .set({
        state: 'done',
        finished_at: new Date(),
        release_id: outcome.release,
        subjects: report.subjects,
      })
      .where('id', '=', log)
      .execute();
    return outcome;
  } catch (error) {
    const state = error instanceof PortalError ? 'refused' : 'failed';
    await endLog(db, log, { state, error }).catch(() => {});
    throw error;
  }
}

async function makeEdited(deps: ImportDeps, request: EditRequest, watcher: Watcher) {
  const { dataset, edits, note } = request;
  const { base, before } = await openBase(deps, request);
  const { facts } = base;
  if (facts === null)
    throw new PortalError('conflict', 'Nothing says what this release holds: import its package again.');
  const built = await buildDictionary(deps, { of: base.dataRelease ?? base.id, edits });
  try {
    const after = (await deps.questions.open(releaseName(built.id))).dictionary;
    const widening = dictionaryWidening(before, after, await loadGroups(deps, base.datasetId));
    requireConfirmed(widening, request.confirm);
    const release: NewRelease = { id: built.id, report: facts, shared: built, note };
    if (!base.isLive || request.hold) {
      const outcome = await holdRelease(deps, release, watcher);
      await letGo(deps, base.id);
      return { outcome: { ...outcome, release: built.id }, report: facts };
    }
    const comparison = await compareWithAggregates(deps, { dataset, release: built.id }, watcher);
    const action = 'dictionary_change';
    const outcome = await switchRelease(deps, { release, by: watcher, comparison, confirm: 'all', action });
    return { outcome: { ...outcome, release: built.id }, report: facts };
  } catch (error) {
    await discard(deps, built.id);
    throw error;
  }
}

function requireConfirmed(widening: readonly Widening[], confirm: readonly string[]): void {
  const confirmed = new Set(confirm);
  const open = widening.map(nameOfWidening).filter((name) => !confirmed.has(name));
  if (open.length === 0) return;
  throw new PortalError(
    'conflict',
    `This would open more than is open now. A steward must confirm it: ${open.join(', ')}.`,
    { field: 'confirm' },
  );
}

/** An edited release that waits takes the place of the one that waited before. */
async function letGo({ db }: ImportDeps, base: number): Promise<void> {
  await db
    .updateTable('release')
    .set({ state: 'retired' })
    .where('id', '=', base)
    .where('state', '=', 'built')
    .execute();
}

/** The release that is edited: the live one, or one that waits. */
async function openBase(deps: ImportDeps, { dataset, release }: OneRelease) {
  const base = await findRelease(deps.db, { dataset, release });
  if (!base.isLive && base.state !== 'built')
    throw new PortalError(
      'changed_meanwhile',
      'Another release is live or waits now. Open the dictionary again, and make your changes there.',
    );
  const { dictionary: before } = await deps.questions.open(releaseName(base.id));
  return { base, before };
}

async function loadGroups({ db }: Pick<ImportDeps, 'db'>, datasetId: number) {
  const rows = await db
    .selectFrom('permission_group')
    .select('opens')
    .where('dataset_id', '=', datasetId)
    .execute();
  return rows.map(({ opens }) => groupOpens.parse(opens));
}
