import { formatQuantity } from '@atrium/contract/calendar/numerals';
import {
  type AuditAction,
  type AuditDetail,
  type AuditLine,
  auditActions,
  definitionKinds,
  ofPreview,
} from '@atrium/contract/wire/audit';
import { formatDay } from '../../lib/formatDay.ts';
import { formatCount } from '../../lib/formatNumber.ts';
import { actionNames } from './auditWords.ts';
import { ofChangedAccount, ofStaff } from './staffSentences.ts';

type Line = Pick<AuditLine, 'action' | 'detail'> & Partial<Pick<AuditLine, 'dataset'>>;

const actionOf = (word: string): AuditAction | undefined => auditActions.find((known) => known === word);
const text = (detail: AuditDetail, name: string): string => String(detail[name] ?? '');
const isTrue = (detail: AuditDetail, name: string): boolean => detail[name] === true;

function counted(detail: AuditDetail, name: string, noun: string): string {
  const value = detail[name];
  return typeof value === 'number' ? formatQuantity(value, noun) : `${value ?? 'no'} ${noun}s`;
}

/** A line of the audit as a sentence without a subject: `Counted a cohort: 512 subjects`. */
export function sentenceOf({ action, detail, dataset = null }: Line): string {
  const known = actionOf(action);
  if (known === undefined) return action.replaceAll('_', ' ');
  const said =
    known === 'permission_refused'
      ? refused(detail, dataset)
      : (ofAccount(known, detail) ??
        ofData(known, detail) ??
        ofSite(known, detail) ??
        ofMembership(known, detail) ??
        ofStaff(known, detail) ??
        actionNames[known]);
  return 'assistant' in detail ? `${said}, by assistant ${text(detail, 'assistant')}` : said;
}

/** A call with the dataset that it was about, as it was asked. */
function refused(detail: AuditDetail, dataset: string | null): string {
  const call = text(detail, 'call').replace(':dataset', dataset ?? ':dataset');
  return `Was refused ${call}: ${text(detail, 'code').replaceAll('_', ' ')}`;
}

function ofAccount(action: AuditAction, detail: AuditDetail): string | undefined {
  switch (action) {
    case 'sign_in':
      return `${'provider' in detail ? `Signed in through ${text(detail, 'provider')}` : 'Signed in'}${withFactor(detail)}`;
    case 'second_factor_asked':
      return text(detail, 'step') === 'set_up'
        ? 'Was recognised, and has to set up a second factor'
        : 'Was recognised, and the second factor is awaited';
    case 'second_factor_on':
      return `Turned the second factor on${'passkey' in detail ? ` with passkey ${text(detail, 'passkey')}` : ''}`;
    case 'passkey_add':
      return `Added passkey ${text(detail, 'passkey')}`;
    case 'passkey_remove':
      return `Removed passkey ${text(detail, 'passkey')}`;
    case 'code_app_add':
      return 'Added an app for codes to the second factor';
    case 'code_app_remove':
      return 'Removed the app for codes from the second factor';
    case 'second_factor_refused':
      if (isTrue(detail, 'isPasskey')) return 'A passkey was refused';
      return `A password or code for the second factor was wrong${'seconds' in detail ? `: the next attempt has to wait ${counted(detail, 'seconds', 'second')}` : ''}`;
    case 'sign_in_refused':
      return 'problem' in detail
        ? `A sign-in through a provider failed: ${text(detail, 'problem').replaceAll('_', ' ')}`
        : 'A sign-in was refused';
    case 'sign_out':
      return 'Signed out';
    case 'session_revoke':
      return sessionsEnded(detail);
    case 'account_locked':
      return `Too many wrong passwords: the next attempt has to wait ${counted(detail, 'seconds', 'second')}`;
    case 'token_make':
      return `Made token ${text(detail, 'token')} (${text(detail, 'scopes').replace(' ', ', ')}) for ${counted(detail, 'days', 'day')}`;
    case 'assistant_allow':
      return `Allowed assistant ${text(detail, 'token')} for this session, ${counted(detail, 'hours', 'hour')} at most`;
    case 'token_revoke':
      return `Revoked token ${text(detail, 'token')}`;
    case 'token_refused':
      return `Token ${text(detail, 'token')} was refused: it lacks the scope ${text(detail, 'scope')}`;
    case 'ssh_key_add':
      return `Added SSH key ${text(detail, 'fingerprint')}`;
    case 'ssh_key_remove':
      return `Removed SSH key ${text(detail, 'fingerprint')}`;
    default:
      return undefined;
  }
}

function sessionsEnded(detail: AuditDetail): string {
  if ('session' in detail) return `Ended session ${text(detail, 'session')}`;
  const who = whom(detail) === '' ? 'Signed out' : `Signed ${whom(detail)} out`;
  const tokens = 'tokens' in detail ? ` and ${counted(detail, 'tokens', 'token')}` : '';
  return `${who} everywhere: ${counted(detail, 'sessions', 'session')}${tokens}`;
}

function withFactor(detail: AuditDetail): string {
  switch (text(detail, 'secondFactor')) {
    case 'totp':
      return ' with a code';
    case 'passkey':
      return ' with a passkey';
    case 'recovery':
      return ' with a recovery code';
    default:
      return '';
  }
}

function ofData(action: AuditAction, detail: AuditDetail): string | undefined {
  switch (action) {
    case 'proposal_make':
      return `Proposal of ${counted(detail, 'edits', 'edit')} of the cohort`;
    case 'proposal_end':
      return `${isTrue(detail, 'isApplied') ? 'Applied' : 'Refused'} ${counted(detail, 'edits', 'proposed edit')} of the cohort`;
    case 'count':
      return `${isTrue(detail, ofPreview) ? 'Previewed a change of the cohort' : 'Counted a cohort'}: ${counted(detail, 'count', 'subject')}`;
    case 'preview':
      if (isTrue(detail, 'explained'))
        return `Looked at one subject beside the cohort: ${counted(detail, 'rows', 'record')}`;
      if (detail['timelines'] !== undefined)
        return `Looked at the time lines of ${counted(detail, 'timelines', 'subject')}`;
      if (detail['nearMisses'] !== undefined)
        return `Listed who misses the cohort by one part: ${counted(detail, 'rows', 'subject')}`;
      return `Looked at page ${text(detail, 'page')} of results: ${counted(detail, 'rows', 'row')} out of ${counted(detail, 'records', 'record')}`;
    case 'statistics':
      return `Looked at the values of ${text(detail, 'concept')}, ${isTrue(detail, 'overEveryone') ? 'over everyone' : 'over the cohort'}`;
    case 'cross_tab':
      return `Ran a cross-tab of ${counted(detail, 'rows', 'row')} by ${counted(detail, 'columns', 'column')}${isTrue(detail, 'overEveryone') ? ', over everyone' : ''}`;
    case 'comparison':
      if (detail['compared'] === 'pathway') return 'Followed a group on a pathway';
      return `Compared ${counted(detail, 'groups', 'group')}`;
    case 'files_list':
      return `Looked at the files of the cohort: ${counted(detail, 'files', 'file')}`;
    case 'download_begin':
      return `Began to download ${counted(detail, 'files', 'file')} by ${text(detail, 'way')}`;
    case 'transfer_list':
      return `Got ${text(detail, 'form')} with links to ${counted(detail, 'files', 'file')}`;
    case 'file_begin':
      return `Began to download the file ${text(detail, 'file')}`;
    case 'file_sent':
      return `Downloaded ${counted(detail, 'bytes', 'byte')} of the file ${text(detail, 'file')}${brokenOff(detail)}`;
    case 'zip_sent':
      return `Downloaded a zip of ${counted(detail, 'files', 'file')}${brokenOff(detail)}`;
    case 'export_begin':
      return `Began to export as ${text(detail, 'format').toUpperCase()}`;
    case 'export_rows':
      return exported(detail);
    case 'export_dictionary':
      return `Exported the dictionary of ${counted(detail, 'columns', 'column')}`;
    case 'export_audit':
      return `Exported ${counted(detail, 'lines', 'line')} of the audit as ${text(detail, 'format').toUpperCase()}`;
    default:
      return undefined;
  }
}

const brokenOff = (detail: AuditDetail): string => (detail['isComplete'] === false ? ', broken off' : '');

function exported(detail: AuditDetail): string {
  const format = text(detail, 'format').toUpperCase();
  if (isTrue(detail, 'isCrossTab'))
    return `Exported a cross-tab as ${format}: ${counted(detail, 'rows', 'row')}`;
  return `Exported ${counted(detail, 'rows', 'row')} of ${counted(detail, 'columns', 'column')} as ${format}${brokenOff(detail)}`;
}

/** The account that a line is about, if it is not the account that acted. */
const whom = (detail: AuditDetail): string =>
  'username' in detail
    ? text(detail, 'username')
    : 'account' in detail
      ? `account ${text(detail, 'account')}`
      : '';

function ofSite(action: AuditAction, detail: AuditDetail): string | undefined {
  switch (action) {
    case 'password_change':
      return whom(detail) === '' ? 'Changed the password' : `Gave ${whom(detail)} a new password`;
    case 'second_factor_off':
      return whom(detail) === ''
        ? 'Turned the second factor off'
        : `Took away the second factor of ${whom(detail)}`;
    case 'account_add':
      return whom(detail) === ''
        ? `Account made by signing in through ${text(detail, 'provider')}`
        : `Added account ${whom(detail)}${isTrue(detail, 'isStaff') ? ', staff' : ''}`;
    case 'account_change':
      return changed(detail);
    case 'group_change':
      return `${isTrue(detail, 'isRemoved') ? 'Removed' : 'Set'} permission group ${text(detail, 'name')}`;
    case 'dataset_import':
      return `Imported version ${text(detail, 'version')}: ${counted(detail, 'subjects', 'subject')}`;
    case 'dataset_remove':
      return `Deleted the dataset ${text(detail, 'dataset')}`;
    case 'release_switch':
      return `Switched to ${text(detail, 'release')}: ${counted(detail, 'subjects', 'subject')}`;
    case 'release_remove':
      return `Deleted ${text(detail, 'release')}`;
    case 'release_index':
      return `Had the index of ${text(detail, 'release')} made again`;
    case 'release_open':
      return `Opened ${text(detail, 'release')} whole, with reason ${text(detail, 'opening')}`;
    case 'lacking_part':
      return `Said that the ${text(detail, 'kind')} ${text(detail, 'part')} is ${text(detail, 'word') === 'withdrawn' ? 'withdrawn' : 'only no longer delivered'}`;
    case 'dictionary_change':
      return `Made ${text(detail, 'release')} with an edited dictionary of ${text(detail, 'data')}`;
    case 'import_start':
      return `Began import ${text(detail, 'import')} (${text(detail, 'mode').replaceAll('_', ' ')})`;
    case 'import_cancel':
      return `Cancelled import ${text(detail, 'import')}`;
    case 'dataset_change':
      return `Changed settings: ${text(detail, 'settings').replaceAll(' ', ', ')}`;
    default:
      return undefined;
  }
}

function ofMembership(action: AuditAction, detail: AuditDetail): string | undefined {
  switch (action) {
    case 'membership_grant':
      return `${isTrue(detail, 'isAutomatic') ? 'Became a member' : `Made ${whom(detail) || 'an account'} a member`} at level ${text(detail, 'level')}${grouped(detail)}${until(detail)}`;
    case 'membership_renew':
      return `Renewed the membership of ${whom(detail) || 'an account'}${until(detail) || ', without an end'}`;
    case 'membership_end':
      return `The membership of ${whom(detail) || 'an account'} ended${until(detail)}`;
    case 'membership_revoke':
      return `Ended the membership of ${whom(detail) || 'an account'}`;
    case 'visas_refused':
      return `Showed visas through ${text(detail, 'provider')} that do not count: ${text(detail, 'reasons')}`;
    case 'agreement_accept':
      return `Accepted version ${text(detail, 'version')} of the data-use agreement`;
    case 'purpose_state':
      return `Stated a purpose: ${[text(detail, 'research'), text(detail, 'disease'), text(detail, 'involves'), text(detail, 'confirms')].filter((part) => part !== '').join(', ')}`;
    case 'agreement_change':
      return isTrue(detail, 'isRemoved')
        ? 'Removed the data-use agreement'
        : `Put version ${text(detail, 'version')} of the data-use agreement in force`;
    default:
      return undefined;
  }
}

function changed(detail: AuditDetail): string {
  const byStaff = ofChangedAccount(detail);
  if (byStaff !== undefined) return byStaff;
  if ('isDisabled' in detail)
    return `${isTrue(detail, 'isDisabled') ? 'Disabled' : 'Enabled'} ${whom(detail)}${'idleDays' in detail ? `, unused for ${counted(detail, 'idleDays', 'day')}` : ''}`.trim();
  if (isTrue(detail, 'isLinked')) return `Linked ${whom(detail)} to a person at a provider`;
  return whom(detail) === '' ? 'Name, e-mail or role changed at the provider' : `Changed ${whom(detail)}`;
}

const grouped = (detail: AuditDetail): string =>
  text(detail, 'groups') === '' ? '' : `, in ${formatList(text(detail, 'groups'))}`;
/** The last day of a membership. */
const until = (detail: AuditDetail): string =>
  text(detail, 'until') === '' ? '' : `, with ${formatDay(text(detail, 'until'))} as its last day`;
const formatList = (words: string): string => words.split(' ').join(' and ');

/** Whether the line has a recorded query. */
export const namesDefinition = ({ detail }: Pick<AuditLine, 'detail'>): boolean =>
  definitionKinds.some((kind) => `${kind}Definition` in detail);

/** The data that a line is about: `release 3, snapshot 12`; empty where it is about none. */
export function contextOf({ detail }: Line): string {
  const parts = [
    ...('release' in detail ? [text(detail, 'release').replace('_', ' ')] : []),
    ...(typeof detail['snapshot'] === 'number' ? [`snapshot ${formatCount(detail['snapshot'])}`] : []),
  ];
  return parts.join(', ');
}
