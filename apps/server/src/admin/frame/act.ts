import type { AuditDetail } from '@atrium/contract/wire/audit';
import type { Transaction } from 'kysely';
import { type AuditEvent, type RecordedLine, record } from '../../audit/index.ts';
import type { Schema } from '../../database/index.ts';
import { type Answered, disclosed } from '../../http/index.ts';
import { type Operation, perform } from '../../operations/index.ts';
import type { AdminDeps } from './deps.ts';

/** The member of staff who acts. */
export interface Actor {
  readonly id: number;
}

/** The answer of an action, and its line of the audit. */
export interface Done<Reply> {
  readonly reply: Reply;
  readonly line: Pick<AuditEvent, 'action' | 'datasetId' | 'detail'>;
}

/** The ways in which staff change something; each leaves a line in the audit under the name of who acts (rule 15.3). */
export interface Acts {
  /** A change and its line are one transaction: there is neither without the other. */
  act<Reply>(by: Actor, change: (transaction: Transaction<Schema>) => Promise<Done<Reply>>): Promise<Reply>;
  /** The same, where the reply discloses something. */
  actShown<Reply>(
    by: Actor,
    change: (transaction: Transaction<Schema>) => Promise<Done<Reply>>,
  ): Promise<Answered<Reply, RecordedLine, undefined>>;
  /** An operation of the command line, which records itself. Returns the sentences that the command prints. */
  operate(by: Actor, operation: Operation): Promise<readonly string[]>;
}

/** The line that staff looked at something whose reading is recorded (rule 15.3). */
export const staffView = (detail: AuditDetail) => ({ action: 'staff_view' as const, detail });

export function createActs({ db, operations }: Pick<AdminDeps, 'db' | 'operations'>): Acts {
  const actShown: Acts['actShown'] = ({ id: accountId }, change) =>
    db.transaction().execute(async (transaction) => {
      const { reply, line } = await change(transaction);
      return disclosed(reply, [await record(transaction, { accountId, ...line })]);
    });
  return {
    act: async (by, change) => (await actShown(by, change)).reply,
    actShown,
    operate: ({ id: accountId }, operation) =>
      perform({ ...operations, db }, operation, {
        accountId,
        onProgress: () => {},
        signal: new AbortController().signal,
      }),
  };
}
