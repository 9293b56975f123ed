import type { ErrorCode } from '@atrium/contract/errors/errorCode';
import { assistantTerms } from '@atrium/contract/wire/assistant';
import { testPassword } from './factories.ts';
import { aPublicKey } from './sshKeys.ts';

/** `open`: answered with 200, or redirected. */
export type Outcome = 'open' | ErrorCode;

/** A request that the route answers. */
export interface RouteRequest {
  readonly body?: unknown;
  /** With the question mark. */
  readonly query?: string;
}

/** What a declaration does not say of a call. */
export interface RouteException extends RouteRequest {
  /** What those find who may make the call. */
  readonly finds?: Outcome;
}

const noEdits = { concepts: {}, collections: {}, order: null, categories: null };

/** Of the right form, and made by no authenticator. */
const passkeyHead = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' };
const shownPasskey = {
  ...passkeyHead,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
};
const newPasskey = {
  name: 'mine',
  passkey: {
    ...passkeyHead,
    response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA', transports: [] },
  },
};

const fileTypeBody = { experiment_type: 'WGS', file_format: 'CRAM' };
const anArticle = { title: 'Freeze', source: 'Done.', audience: 'members', state: 'draft', tags: [] };

const diagnosed = { kind: 'record', collection_id: 'diagnosis' };
const edits = (transformation: object): RouteException => ({ body: { transformation } });
const batch = (...transformations: object[]): RouteException => ({ body: { transformations } });

/**
 * What a call needs beside its address, and what somebody finds who may make it, where that is neither the thing nor
 * `not_found` of an id that names nothing. Who may make it follows from its declaration (`outcomesOf`). An exception
 * whose call is gone fails app.test.ts.
 */
export const routeExceptions: Readonly<Record<string, RouteException>> = {
  'POST auth/login': { finds: 'bad_credentials', body: { username: 'nobody', password: 'nothing at all' } },
  'POST auth/login/code': { finds: 'bad_credentials', body: { code: 'no code' } },
  'POST auth/login/set_up': { finds: 'bad_credentials' },
  'POST auth/login/turn_on': { finds: 'bad_credentials', body: { code: 'no code' } },
  'POST auth/login/passkey/challenge': { finds: 'bad_credentials' },
  'POST auth/login/passkey': { finds: 'bad_credentials', body: { passkey: shownPasskey } },
  'POST auth/login/new_passkey/challenge': { finds: 'bad_credentials' },
  'POST auth/login/new_passkey': { finds: 'bad_credentials', body: newPasskey },
  'POST auth/invitation': { finds: 'not_found', body: { secret: 'none' } },
  'POST auth/invitation/accept': {
    finds: 'not_found',
    body: { secret: 'none', password: 'a long walk by the sea' },
  },
  'POST auth/password': {
    finds: 'bad_credentials',
    body: { current_password: 'not this one', new_password: 'another one at that' },
  },
  'POST auth/second_factor/set_up': { body: { password: testPassword } },
  'POST auth/second_factor/turn_on': { finds: 'bad_code', body: { code: 'no code' } },
  'POST auth/second_factor/turn_off': {
    finds: 'bad_code',
    body: { code: 'no code', password: testPassword },
  },
  'POST auth/second_factor/recovery_codes': {
    finds: 'bad_code',
    body: { code: 'no code', password: testPassword },
  },
  'POST auth/second_factor/remove_app': { finds: 'not_found', body: { password: testPassword } },
  'POST auth/second_factor/challenge': { finds: 'conflict' },
  'POST auth/second_factor/passkeys/challenge': { finds: 'conflict', body: { password: testPassword } },
  'POST auth/second_factor/passkeys': { finds: 'conflict', body: newPasskey },
  'POST auth/second_factor/passkeys/{passkeyId}/remove': {
    body: { password: testPassword },
  },
  'POST auth/tokens': {
    body: { name: 'mine', scopes: ['read'], expires_in_days: 30, password: testPassword },
  },
  'POST auth/assistants': { finds: 'not_found', body: { name: 'mine', terms: assistantTerms } },
  // Only the token of an assistant makes the two; the others are held to `assistant.test.ts`.
  'POST /api/mcp': { finds: 'not_signed_in', body: {} },
  'POST {dataset}/cohort_proposal': {
    finds: 'not_permitted',
    body: { transformations: [{ type: 'clear_all' }] },
  },
  'POST {dataset}/query_tools/count_edited': { body: { transformations: [] } },
  'POST /pcgc/api/support/send_aspera_ssh': { body: { ssh_key: aPublicKey() } },
  'POST /pcgc/api/support/ssh_keys/{keyId}/replace': {
    body: { ssh_key: aPublicKey() },
  },
  'POST /pcgc/api/admin/news': { finds: 'bad_request', body: {} },
  'POST /pcgc/api/admin/news/preview': { body: { source: 'Hello.' } },
  'POST /pcgc/api/admin/news/{articleId}': { body: { ...anArticle, version: 1 } },
  'POST /pcgc/api/admin/news-tag/{tagId}': { body: { name: 'Events' } },
  'POST /pcgc/api/support/send_support_request': { finds: 'bad_request', body: {} },
  'POST /pcgc/api/admin/support/{requestId}/answer': { finds: 'not_ready', body: { message: 'Thank you.' } },
  'POST /pcgc/api/admin/support/{requestId}/state': { body: { state: 'closed' } },
  'POST /pcgc/api/admin/accounts/invite': {
    finds: 'bad_request',
    body: { username: '', full_name: '', email: '' },
  },
  'POST /pcgc/api/admin/accounts/{accountId}/edit': {
    body: { full_name: '', email: '' },
  },
  'POST /pcgc/api/admin/accounts/{accountId}/staff': { body: { is_staff: true } },
  'POST /pcgc/api/admin/accounts/{accountId}/grant': {
    body: { dataset: 'nowhere', level: 'agg', can_view_workspace: true },
  },
  'POST /pcgc/api/admin/accounts/{accountId}/renew': {
    body: { dataset: 'nowhere', until: 'never' },
  },
  'POST /pcgc/api/admin/accounts/{accountId}/end_membership': {
    body: { dataset: 'nowhere' },
  },
  'POST /pcgc/api/admin/groups/{uniqueId}/set': {
    body: {
      name: 'any',
      opens: {
        all_subjects: true,
        subject_concepts: [],
        categories: null,
        concepts: null,
        collections: null,
      },
    },
  },
  'POST /pcgc/api/admin/groups/{uniqueId}/remove': { body: { name: 'any' } },
  'POST /pcgc/api/admin/questions/{questionId}/explain': {
    body: { statement: 0, analyze: false },
  },
  'POST /pcgc/api/admin/reports/{report}/give': { body: { username: 'nobody' } },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/settings': {
    body: { reset: ['siteTitle'] },
  },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/keep_dictionary': {
    body: { keep: true },
  },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/agreement': {
    body: { agreement: null },
  },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/lacking': {
    body: { kind: 'concept', id: 'weight', word: 'withdrawn' },
  },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/remove': { finds: 'bad_request', body: { name: 'another' } },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/doi': {
    finds: 'not_ready',
    body: { draft: true },
  },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/open_whole': {
    body: { reason: 'A figure is doubted.' },
  },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/dictionary/check': {
    body: { edits: noEdits },
  },
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/dictionary': {
    body: { edits: noEdits },
  },
  'POST /pcgc/api/admin/data/uploads': { body: { name: 'x.zip', size: 1 } },
  'POST /pcgc/api/admin/data/uploads/{uploadId}/part': { query: '?offset=0' },
  'POST /pcgc/api/admin/data/imports': {
    finds: 'not_found',
    body: { source: { kind: 'upload', id: 'unknown' }, mode: 'dry_run' },
  },
  'POST /pcgc/api/admin/data/drafts': { finds: 'not_found', body: { uploads: ['unknown'] } },
  'POST /pcgc/api/admin/data/drafts/{draftId}': { body: { descriptor: {} } },
  'POST /pcgc/api/admin/data/drafts/{draftId}/fit': {
    body: { file: 'a.csv', column: 'a', readings: [{}] },
  },
  'POST dataset/{dataset}/agreement/accept': {
    finds: 'conflict',
    body: { version: 'another', text_hash: '0'.repeat(64) },
  },
  // The small dataset says nothing of data use.
  'POST dataset/{dataset}/purpose': { finds: 'conflict', body: { research: 'health' } },
  'GET {dataset}/concept_categories/concept_search': { query: '?search=sex' },
  'GET {dataset}/concepts/{conceptId}': { query: '?include_statistics=true' },
  'POST {dataset}/cohort_def': edits({ type: 'clear_all' }),
  'POST {dataset}/cohort_def/batch': batch({ type: 'clear_all' }),
  'POST {dataset}/table_def': edits({ type: 'clear_sort_entries' }),
  'POST {dataset}/table_def/batch': batch({ type: 'clear_sort_entries' }),
  'POST {dataset}/query_tools/count_after': edits({ type: 'clear_all' }),
  'POST {dataset}/concepts/{conceptId}/unchosen': { body: { values: ['Female'] } },
  'POST {dataset}/query_tools/count_after_each': {
    body: { transformations: [{ type: 'add_entry', concept_id: 'sex', selected_categories: ['Female'] }] },
  },
  'POST {dataset}/analysis_def': edits({ type: 'add_entry', concept_id: 'sex', role: 'rows' }),
  'POST {dataset}/analysis_def/batch': batch({ type: 'add_entry', concept_id: 'sex', role: 'rows' }),
  'POST {dataset}/comparison/curves': {
    // Who sees aggregates only has other times than others.
    finds: 'not_found',
    body: {
      groups: [{ kind: 'values', concept_id: 'gone', of: 'everyone' }],
      ...{ zero: diagnosed, end: diagnosed, last: diagnosed },
    },
  },
  'POST {dataset}/comparison/pathway': {
    body: { group: { kind: 'cohort' }, stages: [diagnosed, diagnosed], exits: [] },
  },
  'POST {dataset}/comparison/pathway/program': {
    body: { group: { kind: 'cohort' }, stages: [diagnosed, diagnosed], exits: [] },
  },
  'POST {dataset}/comparison/pathway/cohort': {
    finds: 'changed_meanwhile',
    body: {
      ...{ group: { kind: 'cohort' }, stages: [diagnosed, diagnosed], exits: [] },
      ...{ reached: 1, way: 'reached', snapshot_id: 999_999 },
    },
  },
  'POST {dataset}/comparison/overlaps': {
    body: { groups: [{ kind: 'values', concept_id: 'sex', of: 'everyone' }] },
  },
  'POST {dataset}/comparison/cohort': {
    finds: 'changed_meanwhile',
    body: { groups: [{ kind: 'cohort' }, { kind: 'rest' }], in_groups: [0], snapshot_id: 999_999 },
  },
  'POST {dataset}/comparison/program': {
    body: { groups: [{ kind: 'values', concept_id: 'sex', of: 'everyone' }], concepts: ['weight'] },
  },
  'POST {dataset}/comparison/table': {
    body: { groups: [{ kind: 'values', concept_id: 'sex', of: 'everyone' }], concepts: ['is_proband'] },
  },
  'POST {dataset}/query_tools/explain': { body: { subject: 'P1' } },
  'POST {dataset}/query_tools/near_misses': { finds: 'not_found', body: { entry_id: 'gone' } },
  'POST {dataset}/query_tools/timelines': { body: {} },
  'GET {dataset}/query_tools/curve': { finds: 'not_found', query: '?entry_id=gone&bound=min' },
  'POST {dataset}/query_tools/curve': {
    body: { transformation: { type: 'add_entry', concept_id: 'age', cd_age_min_day: 1 }, bound: 'min' },
  },
  'GET {dataset}/reports': { query: '?state=mine&project_id=' },
  'GET {dataset}/reports/get_report': { finds: 'not_found', query: '?report_id=999999' },
  'POST {dataset}/reports/create_form': { body: { name: 'mine' } },
  'POST {dataset}/reports/{reportId}/edit_form': { body: { name: 'mine' } },
  'POST {dataset}/reports/{reportId}/share_form': { body: { share_with: [] } },
  'POST {dataset}/reports/{reportId}/flag': { body: { add_or_remove: 'add' } },
  'POST {dataset}/reports/{reportId}/expectations': {
    body: { expectations: [] },
  },
  'POST {dataset}/reports/{reportId}/comparison': { body: { comparison: null } },
  'GET {dataset}/reports/{reportId}/versions/compare': {
    query: '?before=1&after=1',
  },
  'POST {dataset}/reports/{reportId}/release': { body: { release: 'latest' } },
  'POST /pcgc/importedfiles/file-type-list?dataset={dataset}': { body: {} },
  'POST /pcgc/importedfiles/add-type-to-queue/{fileType}?dataset={dataset}': {
    finds: 'bad_request',
    body: fileTypeBody,
  },
  'POST /pcgc/importedfiles/remove-type-from-queue?dataset={dataset}': { body: fileTypeBody },
  'POST {dataset}/files/queue/parents': { body: { also_parents: false } },
  'POST {dataset}/files/queue/add': { finds: 'bad_request', body: { file_ids: ['F1'] } },
  'POST {dataset}/files/queue/remove': { body: { file_ids: ['F1'] } },
  'GET {dataset}/report_tools/{reportId}/methods_program': {
    query: '?language=python',
  },
  'POST {dataset}/transfers/start': { finds: 'bad_request', body: { way: 'browser' } },
  'GET /pcgc/importedfiles/file/{name}': { finds: 'not_signed_in' },
  'GET /pcgc/importedfiles/download-aspera-script?dataset={dataset}': { finds: 'bad_request' },
  'POST /api/beacon/individuals?dataset={dataset}': { body: {} },
  'POST /ga4gh/drs/v1/objects': { body: { bulk_object_ids: ['nothing'] } },
  'OPTIONS /ga4gh/drs/v1/objects': { body: { bulk_object_ids: ['nothing'] } },
  'POST /ga4gh/drs/v1/objects/access': {
    body: { bulk_object_access_ids: [{ bulk_object_id: 'nothing', bulk_access_ids: ['https'] }] },
  },
};
