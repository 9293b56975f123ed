import type { ErrorCode } from '@atrium/contract';
import { testPassword } from './factories.ts';
import { aPublicKey } from './sshKeys.ts';

/**
 * All kinds of callers of a route. `no-workspace` is deid without the workspace; `other person's object` is a phi
 * member who names an object of another phi member; `staff` is no member of the dataset. The tokens are those of a phi
 * member, each with one scope. The membership of `ended` is over. `no agreement` is a phi member who has not accepted the agreement of the dataset.
 */
export const callerKinds = [
  'anonymous',
  'non-member',
  'agg',
  'agg, no workspace',
  'no-workspace',
  'deid',
  'phi',
  "other person's object",
  'staff',
  'token to read',
  'token to export',
  'no agreement',
  'ended',
] as const;
export type CallerKind = (typeof callerKinds)[number];

/** `open`: answered with 200, or redirected. */
export type Outcome = 'open' | ErrorCode;
export type Outcomes = Readonly<Record<CallerKind, Outcome>>;

/** Objects that belong to one account; the last parameter of the path names one. */
export type PersonalObject =
  | 'cohort snapshot'
  | 'table snapshot'
  | 'analysis snapshot'
  | 'session'
  | 'token'
  | 'audit line'
  | 'report'
  | 'SSH key';

/** A request that the route answers. */
export interface RouteRequest {
  readonly body?: unknown;
  /** With the question mark. */
  readonly query?: string;
}

export interface RouteRow extends RouteRequest {
  readonly outcomes: Outcomes;
  readonly object?: PersonalObject;
}

const everyone = (outcome: Outcome): Outcomes => ({
  anonymous: outcome,
  'non-member': outcome,
  agg: outcome,
  'agg, no workspace': outcome,
  'no-workspace': outcome,
  deid: outcome,
  phi: outcome,
  "other person's object": outcome,
  staff: outcome,
  'token to read': outcome,
  'token to export': 'not_permitted',
  'no agreement': outcome,
  ended: outcome,
});

const signedIn: Outcomes = { ...everyone('open'), anonymous: 'not_signed_in' };
const members: Outcomes = {
  ...signedIn,
  'non-member': 'not_a_member',
  staff: 'not_a_member',
  'no agreement': 'agreement_required',
  ended: 'not_a_member',
};

/** Calls about the account itself, which need a session. */
const session = (outcome: Outcome): Outcomes => ({
  ...everyone(outcome),
  anonymous: 'not_signed_in',
  'token to read': 'not_permitted',
});
const aggregates: Outcomes = {
  ...members,
  'agg, no workspace': 'not_permitted',
  'no-workspace': 'not_permitted',
};
const subjects: Outcomes = { ...aggregates, agg: 'not_permitted' };

/** Calls of members who see subjects, also without the workspace. */
const reports: Outcomes = { ...members, agg: 'not_permitted', 'agg, no workspace': 'not_permitted' };

/** Calls about a report of the caller: without the workspace nobody has one. */
const ownReport: Outcomes = { ...reports, 'no-workspace': 'not_found' };

/** Where there is no such report for whoever may ask. */
const noReport = (outcomes: Outcomes): Outcomes => ({
  ...everyone('not_found'),
  ...Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'open')),
});
/** Where there is no such file type for whoever may ask. */
const noFile = (outcomes: Outcomes): Outcomes => ({
  ...everyone('bad_request'),
  ...Object.fromEntries(Object.entries(outcomes).filter(([, outcome]) => outcome !== 'open')),
});
/** Where there are no such bytes for whoever may ask, as of a transfer or file that does not exist. */
const noBytes = (outcomes: Outcomes): Outcomes => ({
  ...noReport(files(outcomes)),
  'token to export': 'not_found',
});
/** Receipts belong to no account: who may have them at all is tested in receipt.test.ts. */
const unknownReceipt: Outcomes = {
  ...aggregates,
  agg: 'not_found',
  deid: 'not_found',
  phi: 'not_found',
  "other person's object": 'not_found',
  'token to read': 'not_found',
};

/** Calls of members before the agreement too, which need a session. */
const beforeAgreement = (outcome: Outcome): Outcomes => ({
  ...session(outcome),
  'non-member': 'not_a_member',
  staff: 'not_a_member',
  ended: 'not_a_member',
});

/** Files need a token with the scope `export`. */
const files = (outcomes: Outcomes): Outcomes => ({
  ...outcomes,
  'token to read': 'not_permitted',
  'token to export': 'open',
});

/** Routes of staff, inside or outside a dataset; no membership opens them. */
export const staffOnly: Outcomes = {
  ...everyone('not_permitted'),
  anonymous: 'not_signed_in',
  staff: 'open',
};

/** Calls of staff about something that there is not: the id in the path is of nothing. */
const unknownToStaff: Outcomes = { ...staffOnly, staff: 'not_found' };

/** A row whose path names a personal object; that of another account is not found. */
const owned = (outcomes: Outcomes, object: PersonalObject, request: RouteRequest = {}): RouteRow => ({
  outcomes: { ...outcomes, "other person's object": 'not_found' },
  object,
  ...request,
});

const row = (outcomes: Outcomes, request: RouteRequest = {}): RouteRow => ({
  outcomes,
  ...request,
});

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

const edits = (transformation: object): Pick<RouteRow, 'body'> => ({ body: { transformation } });
const batch = (...transformations: object[]): Pick<RouteRow, 'body'> => ({ body: { transformations } });

/**
 * What every route of the OpenAPI document answers to every kind of caller (rule 8.2). A route that is missing
 * here, or a row whose route is gone, fails app.test.ts; so does an outcome that differs from the one here.
 */
export const routesByCaller: Readonly<Record<string, RouteRow>> = {
  'GET auth': row(everyone('open')),
  'POST auth/login': row(everyone('bad_credentials'), {
    body: { username: 'nobody', password: 'nothing at all' },
  }),
  'POST auth/login/code': row(everyone('bad_credentials'), { body: { code: 'no code' } }),
  'POST auth/login/set_up': row(everyone('bad_credentials')),
  'POST auth/login/turn_on': row(everyone('bad_credentials'), { body: { code: 'no code' } }),
  'POST auth/login/passkey/challenge': row(everyone('bad_credentials')),
  'POST auth/login/passkey': row(everyone('bad_credentials'), { body: { passkey: shownPasskey } }),
  'POST auth/login/new_passkey/challenge': row(everyone('bad_credentials')),
  'POST auth/login/new_passkey': row(everyone('bad_credentials'), { body: newPasskey }),
  'POST auth/logout': row(everyone('open')),
  'POST auth/invitation': row(everyone('not_found'), { body: { secret: 'none' } }),
  'POST auth/invitation/accept': row(everyone('not_found'), {
    body: { secret: 'none', password: 'a long walk by the sea' },
  }),
  'GET auth/oidc/{provider}/start': row(everyone('open')),
  'GET auth/oidc/{provider}/callback': row(everyone('open')),
  'POST auth/password': row(session('bad_credentials'), {
    body: { current_password: 'not this one', new_password: 'another one at that' },
  }),
  'GET auth/sessions': row(session('open')),
  'POST auth/sessions/{sessionId}/revoke': owned(session('open'), 'session'),
  'POST auth/sessions/revoke_all': row(session('open')),
  'GET auth/second_factor': row(session('open')),
  'POST auth/second_factor/set_up': row(session('open'), { body: { password: testPassword } }),
  'POST auth/second_factor/turn_on': row(session('bad_code'), { body: { code: 'no code' } }),
  'POST auth/second_factor/turn_off': row(session('bad_code'), {
    body: { code: 'no code', password: testPassword },
  }),
  'POST auth/second_factor/recovery_codes': row(session('bad_code'), {
    body: { code: 'no code', password: testPassword },
  }),
  'POST auth/second_factor/remove_app': row(session('not_found'), { body: { password: testPassword } }),
  'POST auth/second_factor/challenge': row(session('conflict')),
  'POST auth/second_factor/passkeys/challenge': row(session('conflict'), {
    body: { password: testPassword },
  }),
  'POST auth/second_factor/passkeys': row(session('conflict'), { body: newPasskey }),
  'POST auth/second_factor/passkeys/{passkeyId}/remove': row(session('not_found'), {
    body: { password: testPassword },
  }),
  'GET auth/tokens': row(session('open')),
  'POST auth/tokens': row(session('open'), {
    body: { name: 'mine', scopes: ['read'], expires_in_days: 30, password: testPassword },
  }),
  'POST auth/tokens/{tokenId}/revoke': owned(session('open'), 'token'),
  'POST /pcgc/api/support/send_aspera_ssh': row(session('open'), { body: { ssh_key: aPublicKey() } }),
  'GET /pcgc/api/support/ssh_keys': row(session('open')),
  'POST /pcgc/api/support/ssh_keys/{keyId}/replace': owned(session('open'), 'SSH key', {
    body: { ssh_key: aPublicKey() },
  }),
  'POST /pcgc/api/support/ssh_keys/{keyId}/delete': owned(session('open'), 'SSH key'),
  'GET auth/memberships': row(signedIn),
  'GET /pcgc/api/news/article': row(everyone('open')),
  'GET /pcgc/api/news/article/{article}': row(everyone('not_found')),
  'GET /pcgc/api/news/article-tag': row(everyone('open')),
  'GET /pcgc/api/news/feed': row(everyone('open')),
  'GET /pcgc/api/admin/news': row(staffOnly),
  'GET /pcgc/api/admin/news/export_csv': row(staffOnly),
  'POST /pcgc/api/admin/news': row({ ...staffOnly, staff: 'bad_request' }, { body: {} }),
  'POST /pcgc/api/admin/news/preview': row(staffOnly, { body: { source: 'Hello.' } }),
  'GET /pcgc/api/admin/news/{articleId}': row(noReport(staffOnly)),
  'POST /pcgc/api/admin/news/{articleId}': row(noReport(staffOnly), { body: { ...anArticle, version: 1 } }),
  'POST /pcgc/api/admin/news/{articleId}/delete': row(noReport(staffOnly)),
  'GET /pcgc/api/admin/news-tag': row(staffOnly),
  'POST /pcgc/api/admin/news-tag/{tagId}': row(noReport(staffOnly), { body: { name: 'Events' } }),
  'POST /pcgc/api/admin/news-tag/{tagId}/delete': row(noReport(staffOnly)),
  'GET /pcgc/core/home-data': row(everyone('open')),
  'GET /pcgc/core/metrics-info': row(everyone('open')),
  'GET /pcgc/core/page/{page}': row(everyone('not_found')),
  'POST /pcgc/api/support/send_support_request': row(everyone('bad_request'), { body: {} }),
  'GET /pcgc/api/admin/support': row(staffOnly),
  'GET /pcgc/api/admin/support/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/support/{requestId}': row(noReport(staffOnly)),
  'POST /pcgc/api/admin/support/{requestId}/answer': row(
    { ...staffOnly, staff: 'not_ready' },
    { body: { message: 'Thank you.' } },
  ),
  'POST /pcgc/api/admin/support/{requestId}/state': row(noReport(staffOnly), { body: { state: 'closed' } }),
  'GET version': row(everyone('open')),

  'GET /pcgc/api/admin/accounts': row(staffOnly),
  'GET /pcgc/api/admin/accounts/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/accounts/{accountId}': row(unknownToStaff),
  'POST /pcgc/api/admin/accounts/invite': row(
    { ...staffOnly, staff: 'bad_request' },
    { body: { username: '', full_name: '', email: '' } },
  ),
  'POST /pcgc/api/admin/accounts/{accountId}/send_link': row(unknownToStaff),
  'POST /pcgc/api/admin/accounts/{accountId}/edit': row(unknownToStaff, {
    body: { full_name: '', email: '' },
  }),
  'POST /pcgc/api/admin/accounts/{accountId}/staff': row(unknownToStaff, { body: { is_staff: true } }),
  'POST /pcgc/api/admin/accounts/{accountId}/disable': row(unknownToStaff),
  'POST /pcgc/api/admin/accounts/{accountId}/enable': row(unknownToStaff),
  'POST /pcgc/api/admin/accounts/{accountId}/sign_out': row(unknownToStaff),
  'POST /pcgc/api/admin/accounts/{accountId}/reset_second_factor': row(unknownToStaff),
  'POST /pcgc/api/admin/accounts/{accountId}/grant': row(unknownToStaff, {
    body: { dataset: 'nowhere', level: 'agg', can_view_workspace: true },
  }),
  'POST /pcgc/api/admin/accounts/{accountId}/renew': row(unknownToStaff, {
    body: { dataset: 'nowhere', until: 'never' },
  }),
  'POST /pcgc/api/admin/accounts/{accountId}/end_membership': row(unknownToStaff, {
    body: { dataset: 'nowhere' },
  }),
  'GET /pcgc/api/admin/memberships': row(staffOnly),
  'GET /pcgc/api/admin/memberships/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/groups': row(staffOnly),
  'GET /pcgc/api/admin/groups/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/groups/{uniqueId}/options': row(unknownToStaff),
  'POST /pcgc/api/admin/groups/{uniqueId}/set': row(unknownToStaff, {
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
  }),
  'POST /pcgc/api/admin/groups/{uniqueId}/remove': row(unknownToStaff, { body: { name: 'any' } }),
  'GET /pcgc/api/admin/health': row(staffOnly),
  'GET /pcgc/api/admin/questions': row(staffOnly),
  'GET /pcgc/api/admin/questions/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/questions/{questionId}': row(unknownToStaff),
  'POST /pcgc/api/admin/questions/{questionId}/explain': row(unknownToStaff, {
    body: { statement: 0, analyze: false },
  }),
  'GET /pcgc/api/admin/usage': row(staffOnly),
  'GET /pcgc/api/admin/usage/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/usage/months': row(staffOnly),
  'GET /pcgc/api/admin/usage/months_csv': row(staffOnly),
  'GET /pcgc/api/admin/reports': row(staffOnly),
  'GET /pcgc/api/admin/reports/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/reports/{report}/takers': row(unknownToStaff),
  'POST /pcgc/api/admin/reports/{report}/give': row(unknownToStaff, { body: { username: 'nobody' } }),
  'POST /pcgc/api/admin/reports/{report}/delete': row(unknownToStaff),

  'GET /pcgc/api/admin/data/datasets': row(staffOnly),
  'GET /pcgc/api/admin/data/datasets/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/data/datasets/{uniqueId}': row(unknownToStaff),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/settings': row(unknownToStaff, {
    body: { reset: ['siteTitle'] },
  }),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/keep_dictionary': row(unknownToStaff, {
    body: { keep: true },
  }),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/agreement': row(unknownToStaff, {
    body: { agreement: null },
  }),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/advance': row(unknownToStaff),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/remove': row(
    { ...staffOnly, staff: 'bad_request' },
    { body: { name: 'another' } },
  ),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/check': row(unknownToStaff),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/switch': row(unknownToStaff),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/remove': row(unknownToStaff),
  'GET /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/dictionary': row(unknownToStaff),
  'GET /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/dictionary/descriptor':
    row(unknownToStaff),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/dictionary/check': row(unknownToStaff, {
    body: { edits: noEdits },
  }),
  'POST /pcgc/api/admin/data/datasets/{uniqueId}/releases/{release}/dictionary': row(unknownToStaff, {
    body: { edits: noEdits },
  }),
  'GET /pcgc/api/admin/data/uploads': row(staffOnly),
  'POST /pcgc/api/admin/data/uploads': row(staffOnly, { body: { name: 'x.zip', size: 1 } }),
  'POST /pcgc/api/admin/data/uploads/{uploadId}/part': row(unknownToStaff),
  'POST /pcgc/api/admin/data/uploads/{uploadId}/finish': row(unknownToStaff),
  'POST /pcgc/api/admin/data/uploads/{uploadId}/remove': row(unknownToStaff),
  'GET /pcgc/api/admin/data/packages': row(staffOnly),
  'POST /pcgc/api/admin/data/imports': row(
    { ...staffOnly, staff: 'not_found' },
    { body: { source: { kind: 'upload', id: 'unknown' }, mode: 'dry_run' } },
  ),
  'GET /pcgc/api/admin/data/imports': row(staffOnly),
  'GET /pcgc/api/admin/data/imports/export_csv': row(staffOnly),
  'GET /pcgc/api/admin/data/imports/{importId}': row(unknownToStaff),
  'GET /pcgc/api/admin/data/imports/{importId}/events': row(unknownToStaff),
  'POST /pcgc/api/admin/data/imports/{importId}/cancel': row(unknownToStaff),
  'POST /pcgc/api/admin/data/drafts': row(unknownToStaff, { body: { uploads: ['unknown'] } }),
  'GET /pcgc/api/admin/data/drafts/{draftId}': row(unknownToStaff),
  'POST /pcgc/api/admin/data/drafts/{draftId}': row(unknownToStaff, { body: { descriptor: {} } }),

  'GET audit': row(signedIn),
  'GET audit/all': row(staffOnly),
  'GET audit/lines/{lineId}/definitions': owned(signedIn, 'audit line'),
  'GET audit/export_csv': row(staffOnly),
  'GET audit/export_ndjson': row(staffOnly),

  'GET dataset': row(signedIn),
  'GET dataset/{dataset}': row(members),
  'GET dataset/{dataset}/agreement': row(beforeAgreement('open')),
  'POST dataset/{dataset}/agreement/accept': row(beforeAgreement('conflict'), {
    body: { version: 'another', text_hash: '0'.repeat(64) },
  }),
  'GET {dataset}/concept_categories': row(members),
  'GET {dataset}/concept_categories/{categoryId}': row(members),
  'GET {dataset}/concept_categories/concept_search': row(members, { query: '?search=sex' }),
  'GET {dataset}/collections': row(members),
  'GET {dataset}/collections/{collection}': row(members),

  'GET {dataset}/concepts': row(subjects),
  'GET {dataset}/concepts/{conceptId}': row(subjects, { query: '?include_statistics=true' }),
  'GET {dataset}/concepts/{conceptId}/cohort_def_callback': row(subjects),
  'GET {dataset}/cohort_def': row(subjects),
  'POST {dataset}/cohort_def': row(subjects, edits({ type: 'clear_all' })),
  'POST {dataset}/cohort_def/batch': row(subjects, batch({ type: 'clear_all' })),
  'GET {dataset}/cohort_def/{snapshotId}': owned(subjects, 'cohort snapshot'),
  'POST {dataset}/cohort_def/{snapshotId}/activate': owned(subjects, 'cohort snapshot'),
  'GET {dataset}/table_def': row(subjects),
  'POST {dataset}/table_def': row(subjects, edits({ type: 'clear_sort_entries' })),
  'POST {dataset}/table_def/batch': row(subjects, batch({ type: 'clear_sort_entries' })),
  'GET {dataset}/table_def/{snapshotId}': owned(subjects, 'table snapshot'),
  'POST {dataset}/table_def/{snapshotId}/activate': owned(subjects, 'table snapshot'),
  'GET {dataset}/query_tools/count': row(subjects),
  'POST {dataset}/query_tools/count': row(subjects),
  'POST {dataset}/query_tools/count_after': row(subjects, edits({ type: 'clear_all' })),
  'GET {dataset}/query_tools/preview': row(subjects),
  'POST {dataset}/query_tools/preview': row(subjects),
  'GET {dataset}/query_tools/export_csv': row(files(subjects)),
  'POST {dataset}/query_tools/export_csv': row(files(subjects)),
  'GET {dataset}/query_tools/export_ndjson': row(files(subjects)),
  'POST {dataset}/query_tools/export_ndjson': row(files(subjects)),
  'GET {dataset}/query_tools/export_parquet': row(files(subjects)),
  'POST {dataset}/query_tools/export_parquet': row(files(subjects)),
  'GET {dataset}/query_tools/export_dictionary': row(subjects),

  'GET {dataset}/analysis_def': row(aggregates),
  'POST {dataset}/analysis_def': row(
    aggregates,
    edits({ type: 'add_entry', concept_id: 'sex', role: 'rows' }),
  ),
  'POST {dataset}/analysis_def/batch': row(
    aggregates,
    batch({ type: 'add_entry', concept_id: 'sex', role: 'rows' }),
  ),
  'GET {dataset}/analysis_def/{snapshotId}': owned(aggregates, 'analysis snapshot'),
  'POST {dataset}/analysis_def/{snapshotId}/activate': owned(aggregates, 'analysis snapshot'),
  'GET {dataset}/analysis_tools/run_analysis': row(aggregates),
  'POST {dataset}/analysis_tools/run_analysis': row(aggregates),
  'GET {dataset}/analysis_tools/export_csv': row(files(aggregates)),

  'GET {dataset}/reports': row(reports, { query: '?state=mine&project_id=' }),
  'GET {dataset}/reports/viewable_reports': row(reports),
  'GET {dataset}/reports/get_report': row(noReport(reports), { query: '?report_id=999999' }),
  'GET {dataset}/reports/create_form': row(subjects),
  'POST {dataset}/reports/create_form': row(subjects, { body: { name: 'mine' } }),
  'GET {dataset}/reports/{reportId}/edit_form': owned(ownReport, 'report'),
  'POST {dataset}/reports/{reportId}/edit_form': owned(ownReport, 'report', { body: { name: 'mine' } }),
  'GET {dataset}/reports/{reportId}/delete_form': owned(ownReport, 'report'),
  'POST {dataset}/reports/{reportId}/delete_form': owned(ownReport, 'report'),
  'GET {dataset}/reports/{reportId}/share_form': owned(ownReport, 'report'),
  'POST {dataset}/reports/{reportId}/share_form': owned(ownReport, 'report', { body: { share_with: [] } }),
  'POST {dataset}/reports/{reportId}/flag': owned(ownReport, 'report', { body: { add_or_remove: 'add' } }),
  'GET {dataset}/reports/{reportId}/expectations': owned(ownReport, 'report'),
  'POST {dataset}/reports/{reportId}/expectations': owned(ownReport, 'report', {
    body: { expectations: [] },
  }),
  'GET {dataset}/reports/{reportId}/versions': owned(ownReport, 'report'),
  'GET {dataset}/reports/{reportId}/versions/compare': owned(ownReport, 'report', {
    query: '?before=1&after=1',
  }),
  'POST {dataset}/reports/{reportId}/versions/{version}/restore': owned(subjects, 'report'),
  'POST {dataset}/reports/{reportId}/release': owned(ownReport, 'report', { body: { release: 'latest' } }),
  'GET {dataset}/report_tools/{reportId}/preview': owned(ownReport, 'report'),
  'POST {dataset}/report_tools/{reportId}/load_as_active': owned(subjects, 'report'),
  'GET {dataset}/report_tools/{reportId}/export_csv': owned(files(ownReport), 'report'),
  'GET {dataset}/report_tools/{reportId}/export_ndjson': owned(files(ownReport), 'report'),
  'GET {dataset}/report_tools/{reportId}/export_parquet': owned(files(ownReport), 'report'),
  'GET {dataset}/report_tools/{reportId}/export_dictionary': owned(ownReport, 'report'),
  'GET {dataset}/report_tools/{reportId}/run_analysis': owned(ownReport, 'report'),
  'GET {dataset}/report_tools/{reportId}/export_analysis_csv': owned(files(ownReport), 'report'),
  'GET {dataset}/report_tools/{reportId}/release_check': owned(ownReport, 'report'),
  'POST /pcgc/importedfiles/file-type-list?dataset={dataset}': row(subjects, { body: {} }),
  'GET /pcgc/importedfiles/queue-type-list?dataset={dataset}': row(subjects),
  'POST /pcgc/importedfiles/add-type-to-queue/{fileType}?dataset={dataset}': row(noFile(subjects), {
    body: fileTypeBody,
  }),
  'POST /pcgc/importedfiles/remove-type-from-queue?dataset={dataset}': row(subjects, { body: fileTypeBody }),
  'POST /pcgc/importedfiles/queue-type-list/clear?dataset={dataset}': row(subjects),
  'GET /pcgc/importedfiles/queue-type-list/clear?dataset={dataset}': row(subjects),
  'GET {dataset}/files/figures': row(subjects),
  'GET {dataset}/files/list': row(subjects),
  'GET {dataset}/files/queue': row(subjects),
  'POST {dataset}/files/queue/add': row(noFile(subjects), { body: { file_ids: ['F1'] } }),
  'POST {dataset}/files/queue/remove': row(subjects, { body: { file_ids: ['F1'] } }),
  'GET {dataset}/files/downloads': row(subjects),
  'POST {dataset}/files/downloads/{downloadId}/queue': row(noReport(subjects)),

  'GET {dataset}/report_tools/{reportId}/methods': owned(ownReport, 'report'),
  'GET {dataset}/report_tools/{reportId}/methods_markdown': owned(files(ownReport), 'report'),
  'GET {dataset}/report_tools/{reportId}/methods_crate': owned(files(ownReport), 'report'),
  'GET {dataset}/report_tools/{reportId}/methods_program': owned(files(ownReport), 'report', {
    query: '?language=python',
  }),
  'GET {dataset}/transfers/ways': row(subjects),
  'POST {dataset}/transfers/start': row(noFile(subjects), { body: { way: 'browser' } }),
  'GET {dataset}/transfers/{transferId}': row(noReport(subjects)),
  'GET {dataset}/transfers/{transferId}/files': row(noReport(subjects)),
  'GET {dataset}/transfers/{transferId}/script': row(noBytes(subjects)),
  'GET {dataset}/transfers/{transferId}/manifest': row(noBytes(subjects)),
  'GET {dataset}/transfers/{transferId}/zip': row(noBytes(subjects)),
  'GET {dataset}/transfers/content/{fileId}': row(noBytes(subjects)),
  'GET /pcgc/importedfiles/file/{name}': row({
    ...everyone('not_signed_in'),
    'token to read': 'not_permitted',
    'token to export': 'not_signed_in',
  }),
  'POST /pcgc/importedfiles/download-aspera?dataset={dataset}': row(subjects),
  'GET /pcgc/importedfiles/download-aspera?dataset={dataset}': row(subjects),
  'GET /pcgc/importedfiles/download-aspera-script?dataset={dataset}': row({
    ...files(noFile(subjects)),
    'token to export': 'bad_request',
  }),
  'GET {dataset}/receipts/{receiptId}': row(unknownReceipt),
  'POST {dataset}/receipts/{receiptId}/load': row(unknownReceipt),
};
