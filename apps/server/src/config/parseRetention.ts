import { z } from 'zod';
import { type GivenSettings, parseSetting } from './settingsFile.ts';

/** How many days records, memberships and unused accounts last; null: without an end. */
export const parseRetention = (given: GivenSettings) => ({
  auditDays: parseAuditDays(given('ATRIUM_AUDIT_DAYS')),
  importLogDays: parseDays('ATRIUM_IMPORT_LOG_DAYS', given('ATRIUM_IMPORT_LOG_DAYS')),
  receiptDays: parseDays('ATRIUM_RECEIPT_DAYS', given('ATRIUM_RECEIPT_DAYS')),
  questionDays: parseQuestionDays(given('ATRIUM_QUESTION_DAYS')),
  membershipDays: parseDays('ATRIUM_MEMBERSHIP_DAYS', given('ATRIUM_MEMBERSHIP_DAYS')),
  reportReleaseDays: parseReportReleases(given('ATRIUM_REPORT_RELEASES')),
  idleDays: parseIdleDays(given('ATRIUM_IDLE_DAYS')),
});

const auditDays = z
  .string()
  .regex(/^\d{1,5}$/)
  .transform(Number)
  .refine((days) => days >= 90);

const parseAuditDays = (text: string | undefined): number | null =>
  text === undefined
    ? null
    : parseSetting('ATRIUM_AUDIT_DAYS must be a whole number from 90', auditDays, text);

const questionDays = z
  .string()
  .regex(/^\d{1,3}$/)
  .transform(Number)
  .refine((days) => days <= 365);

function parseQuestionDays(text = '14'): number | null {
  const days = parseSetting('ATRIUM_QUESTION_DAYS must be a whole number from 0 to 365', questionDays, text);
  return days === 0 ? null : days;
}

const days = z
  .string()
  .regex(/^[1-9]\d{0,4}$/)
  .transform(Number);

const parseDays = (name: string, text: string | undefined): number | null =>
  text === undefined ? null : parseSetting(`${name} must be a whole number of days`, days, text);

/** `staying`: only those on which reports stay. */
function parseReportReleases(text: string | undefined): number | null {
  if (text === undefined || text === 'all') return null;
  if (text === 'staying') return 0;
  return parseSetting('ATRIUM_REPORT_RELEASES must be all, staying, or a whole number of days', days, text);
}

const defaultIdleDays = 365;

/** Off for a portal whose accounts are disabled elsewhere, as at its provider. */
function parseIdleDays(text: string | undefined): number | null {
  if (text === 'off') return null;
  const rule = 'ATRIUM_IDLE_DAYS must be off, or a whole number of days';
  return text === undefined ? defaultIdleDays : parseSetting(rule, days, text);
}
