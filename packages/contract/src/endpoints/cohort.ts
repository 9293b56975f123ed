import { cohortBatchBody, cohortTransformationBody, editsToCount } from '../wire/cohortTransformation.ts';
import { cohortCount, cohortEdited, cohortPreview, cohortView, editedCount } from '../wire/cohortView.ts';
import { queryBoolean } from '../wire/tolerant.ts';
import { wireObject } from '../wire/wireObject.ts';
import { listedValues, ownState, question } from './declaration.ts';
import { defineEndpoint } from './endpoint.ts';
import { inDataset, noBody, nothing, onSnapshot } from './shapes.ts';

const base = { permission: 'subjects', query: nothing } as const;
const activation = wireObject({ setToActive: queryBoolean.optional() });
/** An edit tells which of its values are there. */
const testedValues = { ...listedValues, cost: 'light', rateClass: 'cheap' } as const;
const count = {
  declares: question,
  ...base,
  path: '/api/v2/:dataset/query_tools/count',
  summary: 'Subjects in the active cohort',
  params: inDataset,
  body: noBody,
  reply: cohortCount,
} as const;

export const cohortEndpoints = {
  read: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/cohort_def',
    summary: 'The active cohort',
    params: inDataset,
    body: noBody,
    reply: cohortView,
  }),
  edit: defineEndpoint({
    declares: testedValues,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/cohort_def',
    summary: 'One edit of the active cohort; success writes a snapshot',
    params: inDataset,
    body: cohortTransformationBody,
    reply: cohortEdited,
  }),
  batch: defineEndpoint({
    declares: testedValues,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/cohort_def/batch',
    summary: 'Several edits of the active cohort as one, all or none; success writes one snapshot',
    params: inDataset,
    body: cohortBatchBody,
    reply: cohortEdited,
  }),
  snapshot: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'GET',
    path: '/api/v2/:dataset/cohort_def/:snapshotId',
    summary: 'A snapshot of the cohort; with set_to_active=true it becomes the active one',
    params: onSnapshot,
    query: activation,
    body: noBody,
    reply: cohortView,
  }),
  activate: defineEndpoint({
    declares: ownState,
    ...base,
    method: 'POST',
    path: '/api/v2/:dataset/cohort_def/:snapshotId/activate',
    summary: 'Undo and redo: makes a snapshot the active cohort',
    params: onSnapshot,
    body: noBody,
    reply: cohortView,
  }),
  count: defineEndpoint({ ...count, method: 'GET' }),
  countByPost: defineEndpoint({ ...count, method: 'POST', onlyAsks: true }),
  countEdited: defineEndpoint({
    declares: listedValues,
    ...base,
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/query_tools/count_edited',
    summary:
      'Subjects of the cohort that edits make of the active one or of an empty one, with its receipt; no edit is made',
    params: inDataset,
    body: editsToCount,
    reply: editedCount,
  }),
  countAfter: defineEndpoint({
    declares: listedValues,
    ...base,
    method: 'POST',
    onlyAsks: true,
    path: '/api/v2/:dataset/query_tools/count_after',
    summary: 'Subjects that the active cohort would have after an edit, which is not made',
    params: inDataset,
    body: cohortTransformationBody,
    reply: cohortPreview,
  }),
};
