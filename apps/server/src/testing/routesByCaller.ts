import { adminEndpoints, type Endpoint } from '@atrium/contract';
import { testPassword } from './factories.ts';
import {
  aggregates,
  beforeAgreement,
  everyone,
  files,
  members,
  noBytes,
  noFile,
  noObject,
  noReport,
  type Outcome,
  owned,
  ownReport,
  type RouteRequest,
  type RouteRow,
  reports,
  row,
  session,
  signedIn,
  staffOnly,
  subjects,
  unknownReceipt,
} from './routeOutcomes.ts';
import { aPublicKey } from './sshKeys.ts';

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

/** What staff must send, or are answered, where a call of the staff rooms is no simple one. */
const staffExceptions: Readonly<Record<string, RouteRequest & { readonly staff?: Outcome }>> = {
  'POST news': { staff: 'bad_request', body: {} },
  'POST news/preview': { body: { source: 'Hello.' } },
  'POST news/{articleId}': { body: { ...anArticle, version: 1 } },
  'POST news-tag/{tagId}': { body: { name: 'Events' } },
  'POST support/{requestId}/answer': { staff: 'not_ready', body: { message: 'Thank you.' } },
  'POST support/{requestId}/state': { body: { state: 'closed' } },
  'POST accounts/invite': { staff: 'bad_request', body: { username: '', full_name: '', email: '' } },
  'POST accounts/{accountId}/edit': { body: { full_name: '', email: '' } },
  'POST accounts/{accountId}/staff': { body: { is_staff: true } },
  'POST accounts/{accountId}/grant': { body: { dataset: 'nowhere', level: 'agg', can_view_workspace: true } },
  'POST accounts/{accountId}/renew': { body: { dataset: 'nowhere', until: 'never' } },
  'POST accounts/{accountId}/end_membership': { body: { dataset: 'nowhere' } },
  'POST groups/{uniqueId}/set': {
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
  'POST groups/{uniqueId}/remove': { body: { name: 'any' } },
  'POST questions/{questionId}/explain': { body: { statement: 0, analyze: false } },
  'POST reports/{report}/give': { body: { username: 'nobody' } },
  'POST data/datasets/{uniqueId}/settings': { body: { reset: ['siteTitle'] } },
  'POST data/datasets/{uniqueId}/keep_dictionary': { body: { keep: true } },
  'POST data/datasets/{uniqueId}/agreement': { body: { agreement: null } },
  'POST data/datasets/{uniqueId}/lacking': { body: { kind: 'concept', id: 'weight', word: 'withdrawn' } },
  'POST data/datasets/{uniqueId}/remove': { staff: 'bad_request', body: { name: 'another' } },
  'POST data/datasets/{uniqueId}/releases/{release}/open_whole': { body: { reason: 'A figure is doubted.' } },
  'POST data/datasets/{uniqueId}/releases/{release}/dictionary/check': { body: { edits: noEdits } },
  'POST data/datasets/{uniqueId}/releases/{release}/dictionary': { body: { edits: noEdits } },
  'POST data/uploads': { body: { name: 'x.zip', size: 1 } },
  'POST data/uploads/{uploadId}/part': { query: '?offset=0' },
  'POST data/imports': {
    staff: 'not_found',
    body: { source: { kind: 'upload', id: 'unknown' }, mode: 'dry_run' },
  },
  'POST data/drafts': { staff: 'not_found', body: { uploads: ['unknown'] } },
  'POST data/drafts/{draftId}': { body: { descriptor: {} } },
  'POST data/drafts/{draftId}/fit': { body: { file: 'a.csv', column: 'a', readings: [{}] } },
};

const { data, ...rooms } = adminEndpoints;
const staffCalls = [...Object.values(rooms), ...Object.values(data)].flatMap((calls): Endpoint[] =>
  Object.values(calls),
);
const nameOfStaffCall = ({ method, path }: Endpoint): string =>
  `${method} ${path.replace('/{app}/api/admin/', '').replace(/:(\w+)/g, '{$1}')}`;

/** Every call of the staff rooms is for staff only, whatever it declares; what its path names is not there. */
const staffRows = Object.fromEntries(
  [...staffCalls.map(nameOfStaffCall), ...Object.keys(staffExceptions)].map((name) => {
    const { staff = name.includes('{') ? 'not_found' : 'open', ...request } = staffExceptions[name] ?? {};
    return [name.replace(' ', ' /pcgc/api/admin/'), row({ ...staffOnly, staff }, request)];
  }),
);

/**
 * The answer of every route of the OpenAPI document to every kind of caller (rule 8.2). A route that is missing
 * here, or a row whose route is gone, fails app.test.ts; so does an outcome that differs from the one here.
 */
export const routesByCaller: Readonly<Record<string, RouteRow>> = {
  ...staffRows,
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
  'GET /pcgc/core/home-data': row(everyone('open')),
  'GET /pcgc/core/metrics-info': row(everyone('open')),
  'GET /pcgc/core/page/{page}': row(everyone('not_found')),
  'POST /pcgc/api/support/send_support_request': row(everyone('bad_request'), { body: {} }),
  'GET version': row(everyone('open')),

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
  'GET {dataset}/transfers/{transferId}/files': row(noBytes(subjects)),
  'GET {dataset}/transfers/{transferId}/script': row(noBytes(subjects)),
  'GET {dataset}/transfers/{transferId}/manifest': row(noBytes(subjects)),
  'GET {dataset}/transfers/{transferId}/samples': row(noBytes(subjects)),
  'GET {dataset}/transfers/{transferId}/zip': row(noBytes(subjects)),
  'GET {dataset}/transfers/content/{fileId}': row(noBytes(subjects)),
  'GET /pcgc/importedfiles/file/{name}': row({
    ...everyone('not_signed_in'),
    'token to read': 'not_permitted',
    'token to export': 'not_signed_in',
  }),
  'POST /pcgc/importedfiles/download-aspera?dataset={dataset}': row(files(subjects)),
  'GET /pcgc/importedfiles/download-aspera?dataset={dataset}': row(files(subjects)),
  'GET /pcgc/importedfiles/download-aspera-script?dataset={dataset}': row({
    ...files(noFile(subjects)),
    'token to export': 'bad_request',
  }),
  'GET {dataset}/receipts/{receiptId}': row(unknownReceipt),
  'GET {dataset}/receipts/{receiptId}/figures': row(unknownReceipt),
  'POST {dataset}/receipts/{receiptId}/load': row(unknownReceipt),
  'GET /ga4gh/drs/v1/service-info': row({ ...everyone('open') }),
  'GET /ga4gh/drs/v1/objects/{objectId}': row(noObject),
  'POST /ga4gh/drs/v1/objects/{objectId}': row(noObject),
  'OPTIONS /ga4gh/drs/v1/objects/{objectId}': row(noObject),
  'GET /ga4gh/drs/v1/objects/{objectId}/access/{accessId}': row(files(noObject, 'not_found')),
  'POST /ga4gh/drs/v1/objects/{objectId}/access/{accessId}': row(files(noObject, 'not_found')),
  'POST /ga4gh/drs/v1/objects': row(signedIn, { body: { bulk_object_ids: ['nothing'] } }),
  'OPTIONS /ga4gh/drs/v1/objects': row(signedIn, { body: { bulk_object_ids: ['nothing'] } }),
  'POST /ga4gh/drs/v1/objects/access': row(files(signedIn), {
    body: { bulk_object_access_ids: [{ bulk_object_id: 'nothing', bulk_access_ids: ['https'] }] },
  }),
};
