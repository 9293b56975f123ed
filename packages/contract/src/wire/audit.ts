import { z } from 'zod';
import { releaseNumbers } from './releaseNumbers.ts';
import { wireObject } from './wireObject.ts';

/** The actions in the audit; the list is closed, and a word once used is never given another meaning. */
export const auditActions = [
  'sign_in',
  'sign_in_refused',
  'sign_out',
  'session_revoke',
  'password_change',
  'password_change_refused',
  'token_make_refused',
  'account_locked',
  /** The password was right, and the second factor is awaited. */
  'second_factor_asked',
  'second_factor_refused',
  'second_factor_on',
  'second_factor_off',
  'code_app_add',
  'code_app_remove',
  'passkey_add',
  'passkey_remove',
  'recovery_codes_make',
  'token_make',
  'token_revoke',
  'token_refused',
  /** An assistant was allowed for a session, with the terms that its person was shown. */
  'assistant_allow',
  'proposal_make',
  'proposal_end',
  'ssh_key_add',
  'ssh_key_remove',
  'permission_refused',
  'count',
  'preview',
  'statistics',
  'cross_tab',
  /** Groups of subjects were laid side by side. */
  'comparison',
  /** Values of single subjects were listed, or looked for. */
  'values_list',
  'values_test',
  /** The definitions behind a count receipt were shown. */
  'receipt_read',
  'report_versions',
  /** The record of an object was given to a program (DRS). */
  'object_read',
  /** A file, or a part of it, begins to leave; `file_sent` says how much of it has. */
  'file_begin',
  'export_begin',
  'export_rows',
  'export_dictionary',
  'export_audit',
  'transfer_list',
  'file_sent',
  'zip_sent',
  'report_create',
  'report_edit',
  'report_share',
  'report_load',
  'report_delete',
  'report_release',
  'report_give',
  'files_list',
  'download_begin',
  'account_add',
  'account_change',
  'account_remove',
  'membership_grant',
  'membership_renew',
  'membership_end',
  'membership_revoke',
  /** Visas of a passport did not count; the detail says why. */
  'visas_refused',
  'agreement_change',
  'agreement_accept',
  /** A member stated for what the data are used, or something else than before. */
  'purpose_state',
  'group_change',
  'dataset_import',
  'dataset_change',
  'dataset_remove',
  /** Another release went live, or an earlier one again. */
  'release_switch',
  'release_remove',
  'release_index',
  /** A steward saw an earlier release whole, beyond what the live one allows. */
  'release_open',
  /** A steward said why the live release lacks a concept or collection. */
  'lacking_part',
  'dictionary_change',
  'import_start',
  'import_cancel',
  'upload_add',
  'upload_remove',
  'anchors_accept',
  'audit_retire',
  /** Everything was written into a back-up. */
  'backup_make',
  'news_create',
  'news_edit',
  'news_delete',
  'news_tag_rename',
  'news_tag_delete',
  'support_read',
  'support_answer',
  'support_state',
  /** A link to set a password was sent, or shown where there is no mail. */
  'account_invite',
  'invitation_accept',
  /** Staff saw something that is recorded when it is seen; `room` in the detail names the room. */
  'staff_view',
  'staff_export',
] as const;
/** Actions of staff, of operators and of the portal, which no line of another person has. */
export const staffActions: readonly AuditAction[] = [
  'export_audit',
  'report_give',
  'account_remove',
  'account_invite',
  'membership_renew',
  'membership_end',
  'membership_revoke',
  'agreement_change',
  'group_change',
  'dataset_import',
  'dataset_change',
  'dataset_remove',
  'release_switch',
  'release_remove',
  'release_index',
  'release_open',
  'lacking_part',
  'dictionary_change',
  'import_start',
  'import_cancel',
  'upload_add',
  'upload_remove',
  'anchors_accept',
  'audit_retire',
  'backup_make',
  'news_create',
  'news_edit',
  'news_delete',
  'news_tag_rename',
  'news_tag_delete',
  'support_read',
  'support_answer',
  'support_state',
  'staff_view',
  'staff_export',
];
export const auditAction = z.enum(auditActions);
export type AuditAction = z.infer<typeof auditAction>;

/** The detail of a line: numbers, ids and words of the portal; never a subject's value, a secret or typed text. */
export const auditDetail = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]));
export type AuditDetail = Readonly<z.infer<typeof auditDetail>>;
/** The detail of a count that previews an edit (rule 3.11); lines keep the word that they were written with. */
export const ofPreview = 'isTrial';

/**
 * The kinds of definitions that a line may name: `cohortDefinition` in its detail is the hash of the cohort of the
 * question.
 */
export const definitionKinds = ['cohort', 'table', 'analysis', 'concept', 'comparison'] as const;
export type DefinitionKind = (typeof definitionKinds)[number];

/** A day or an instant in a query string, in UTC. */
export const queryInstant = z.codec(z.union([z.iso.date(), z.iso.datetime({ offset: true })]), z.date(), {
  decode: (given) => new Date(given),
  encode: (instant) => instant.toISOString(),
});

/** One line of the audit, with its number in the chain; names are those of the time. */
export const auditLineWire = wireObject({
  id: z.int(),
  at: z.iso.datetime(),
  accountId: z.int().nullable(),
  username: z.string().nullable(),
  /** The user of the operating system who gave a command. */
  operator: z.string().nullable(),
  datasetId: z.int().nullable(),
  /** The dataset's id in paths. */
  dataset: z.string().nullable(),
  action: z.string(),
  detail: auditDetail,
  previousHash: z.string(),
  /** SHA-256 over the line and the hash before it, hex. */
  hash: z.string(),
});
export type AuditLine = z.output<typeof auditLineWire>;

/** One page, newest first; `next` is the cursor of the page after it, null at the end. */
export const auditPage = wireObject({
  results: z.array(auditLineWire),
  next: z.int().nullable(),
  releaseNumbers: releaseNumbers.optional(),
});
export type AuditPage = z.output<typeof auditPage>;

/** A query as it was when the line was written; its snapshot may be gone since. */
export const recordedDefinitionView = wireObject({
  kind: z.enum(definitionKinds),
  /** SHA-256 of the canonical JSON, hex: what the line names. */
  hash: z.string(),
  /** In words, with the names of the time. */
  description: z.string(),
  /** The definition in the spelling of the wire. */
  definition: z.json(),
});
export type RecordedDefinitionView = z.output<typeof recordedDefinitionView>;
export const recordedDefinitions = wireObject({ definitions: z.array(recordedDefinitionView) });
