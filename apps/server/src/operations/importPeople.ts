import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { rearmed } from '@atrium/contract/documents/formulas';
import { everyRight } from '@atrium/contract/documents/grantableRights';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { accessLevels } from '@atrium/contract/wire/access';
import { CsvError, parse } from 'csv-parse/sync';
import type { Transaction } from 'kysely';
import { z } from 'zod';
import { addAccount, findAccount, linkIdentity } from '../access/index.ts';
import { record } from '../audit/index.ts';
import type { Schema } from '../database/index.ts';
import { grantIn } from './membershipOperations.ts';
import { type By, type Operation, type OperationDeps, operationUntil, recordedBy } from './operation.ts';

type ImportPeople = Extract<Operation, { kind: 'importPeople' }>;
type Deps = Pick<OperationDeps, 'db' | 'clock' | 'membershipDays'>;

const yesOrNo = (ifEmpty: boolean) =>
  z
    .enum(['yes', 'no', ''], 'must be yes or no')
    .default('')
    .transform((text) => (text === '' ? ifEmpty : text === 'yes'));

const emptyOr = (form: z.ZodType<string>, fault: string) =>
  z
    .string()
    .default('')
    .refine((text) => text === '' || form.safeParse(text).success, fault);

const required = z.string('is missing').min(1, 'is empty');

/** The columns of a file of accounts; `atrium user list --csv` writes them. */
const userLine = z.strictObject({
  username: required,
  full_name: z.string().default(''),
  email: emptyOr(z.email(), 'is no address'),
  staff: yesOrNo(false),
  issuer: emptyOr(z.url(), 'is no address'),
  subject: z.string().max(255).default(''),
});

/** The columns of a file of memberships; `atrium member list --csv` writes them. */
const memberLine = z.strictObject({
  username: required,
  dataset: required,
  level: z.enum(accessLevels, `must be one of ${accessLevels.join(', ')}`),
  workspace: yesOrNo(everyRight.canViewWorkspace),
  groups: z
    .string()
    .default('')
    .transform((text) => text.split(/\s+/).filter((name) => name !== '')),
  until: z
    .union([z.literal(''), operationUntil], 'must be a day like 2027-03-31, or never')
    .default('')
    .transform((text) => (text === '' ? undefined : text)),
});

export const userColumns = Object.keys(userLine.shape);
export const memberColumns = Object.keys(memberLine.shape);

/** Thrown to take a dry run back. */
class DryRun extends Error {}

/**
 * Adds the accounts, or grants the memberships, of all lines of a CSV file, or of none: each line that is wrong is named
 * with the field (rule 15.54). A dry run does the same and takes it back.
 */
export async function importPeople(
  { db, ...limits }: Deps,
  { of, text, dryRun }: ImportPeople,
  by: By,
): Promise<readonly string[]> {
  const lines = parseLines(text);
  let done: readonly string[] = [];
  try {
    await db.transaction().execute(async (transaction) => {
      const deps = { ...limits, db: transaction };
      done = of === 'users' ? await addUsers(transaction, lines, by) : await grantAll(deps, lines, by);
      if (dryRun) throw new DryRun();
    });
  } catch (error) {
    if (!(error instanceof DryRun)) throw error;
  }
  return dryRun ? [...done, 'This was a dry run: nothing is changed.'] : done;
}

interface CsvLine {
  /** The number in the file; the heading is line 1. */
  readonly number: number;
  readonly cells: unknown;
}

const parsedCsv = z.array(
  z.object({ record: z.record(z.string(), z.string()), info: z.object({ lines: z.int() }) }),
);

function parseLines(text: string): readonly CsvLine[] {
  try {
    const rows = parsedCsv.parse(
      parse(text, { bom: true, columns: true, trim: true, skip_empty_lines: true, info: true }),
    );
    if (rows.length === 0) throw new PortalError('bad_request', 'The file has no line below its heading.');
    return rows.map(({ record: cells, info }) => ({
      number: info.lines,
      cells: Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, rearmed(cell)])),
    }));
  } catch (error) {
    if (error instanceof CsvError)
      throw new PortalError('bad_request', `The file is no CSV with a heading: ${error.message}`);
    throw error;
  }
}

/** Takes each line; refuses all of them where one is refused, and names each of these. */
async function takeEach<Line>(
  lines: readonly CsvLine[],
  form: z.ZodType<Line>,
  take: (line: Line) => Promise<void>,
): Promise<void> {
  const faults: string[] = [];
  for (const { number, cells } of lines) {
    const line = form.safeParse(cells);
    if (!line.success) {
      faults.push(...line.error.issues.map((issue) => `Line ${number}: ${faultOf(issue)}`));
      continue;
    }
    try {
      await take(line.data);
    } catch (error) {
      if (!(error instanceof PortalError) || error.code === 'fault') throw error;
      faults.push(`Line ${number}: ${error.message}`);
    }
  }
  if (faults.length === 0) return;
  const shown = faults.slice(0, shownFaults);
  const more = faults.length > shown.length ? [`And ${faults.length - shown.length} more.`] : [];
  throw new PortalError('bad_request', ['Nothing is changed.', ...shown, ...more].join('\n'));
}

const shownFaults = 50;

const faultOf = (issue: z.core.$ZodIssue): string =>
  issue.code === 'unrecognized_keys'
    ? `there is no column ${issue.keys.join(', ')}`
    : `${issue.path.join('.')} ${issue.message}`;

async function addUsers(db: Transaction<Schema>, lines: readonly CsvLine[], by: By) {
  let [added, known] = [0, 0];
  await takeEach(lines, userLine, async ({ username, full_name: fullName, email, staff, ...identity }) => {
    if ((identity.issuer === '') !== (identity.subject === ''))
      throw new PortalError('bad_request', 'issuer and subject belong together: give both, or neither.');
    if ((await findAccount(db, username)) === undefined) {
      const account = await addAccount(db, { username, fullName, email, isStaff: staff, password: null });
      const detail = { account: account.id, username: account.username, isStaff: account.isStaff };
      await record(db, { ...recordedBy(by), action: 'account_add', detail });
      added += 1;
    } else known += 1;
    if (identity.issuer === '') return;
    const { id } = await linkIdentity(db, { username, ...identity });
    const detail = { account: id, username, isLinked: true };
    await record(db, { ...recordedBy(by), action: 'account_change', detail });
  });
  const stay = known === 0 ? [] : [`${formatQuantity(known, 'account')} existed before and stay as before.`];
  return [
    `${formatQuantity(added, 'account')} added. Who signs in with a password gets one by "atrium user password", or an invitation in the staff rooms.`,
    ...stay,
  ];
}

async function grantAll(
  deps: Omit<Deps, 'db'> & { readonly db: Transaction<Schema> },
  lines: readonly CsvLine[],
  by: By,
) {
  const sentences: string[] = [];
  await takeEach(lines, memberLine, async ({ workspace, until, ...line }) => {
    const end = until === undefined ? {} : { until };
    const grant = { kind: 'grant', ...line, canViewWorkspace: workspace, ...end } as const;
    sentences.push(...(await grantIn(deps, grant, by)));
  });
  return sentences;
}
