import { catalogueEndpoints } from '@atrium/contract/endpoints/catalogue';
import { cohortEndpoints } from '@atrium/contract/endpoints/cohort';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import type { Collection } from '@atrium/contract/wire/concept';
import { vi } from 'vitest';
import { FilterPanel } from '../features/cohort/panel/FilterPanel.tsx';
import { aCohort, anEdit } from './cohorts.ts';
import { renderParts } from './renderParts.tsx';
import { answers, server } from './server.ts';

export const participants = {
  collectionId: 'participant',
  name: 'participant',
  namePlural: 'participants',
  isRootCollection: true,
  hasEvent: false,
};
export const surgeries = {
  ...participants,
  collectionId: 'surgery',
  name: 'surgery',
  namePlural: 'surgeries',
  isRootCollection: false,
  hasEvent: true,
};

/** Opens the panel on a cohort and collects what is posted. The reply to each edit has the next snapshot of `after`. */
export function openPanel(view: CohortView, { count = 1234, after = {}, root = {} }: PanelSituation = {}) {
  const posted: unknown[] = [];
  let snapshotId = view.snapshotId ?? 0;
  server.use(
    answers(cohortEndpoints.read, view),
    answers(cohortEndpoints.count, { count, definition: view.definition }),
    answers(cohortEndpoints.snapshot, ({ params }) => aCohort({ snapshotId: Number(params['snapshotId']) })),
    answers(catalogueEndpoints.collections, [{ ...participants, ...root }, surgeries]),
    answers(cohortEndpoints.edit, ({ body }) => {
      posted.push(transformationOf(body));
      snapshotId += 1;
      return anEdit({ ...view, snapshotId, previousSnapshotId: snapshotId - 1, ...after });
    }),
  );
  const onEdit = vi.fn<() => void>();
  return { ...renderParts(<FilterPanel dataset="default" onEdit={onEdit} />), onEdit, posted };
}

interface PanelSituation {
  readonly count?: number | string;
  /** What the collection of the subjects has besides. */
  readonly root?: Pick<Collection, 'relatives' | 'subjectIdConcept'>;
  /** The cohort after an edit. */
  readonly after?: Partial<ReturnType<typeof anEdit>>;
}

const transformationOf = (body: unknown): unknown =>
  typeof body === 'object' && body !== null && 'transformation' in body ? body.transformation : body;
