import type { Kysely } from 'kysely';
import type { SignInSettings } from '../../config/signInSettings.ts';
import type { Schema } from '../../database/index.ts';
import type { MailQueue } from '../../mail/index.ts';
import type { OperationDeps } from '../../operations/index.ts';

/** What the staff rooms work with. */
export interface AdminDeps {
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** What the operations of the command line work with, too. */
  readonly operations: OperationDeps;
  readonly mails: MailQueue;
  /** How people sign in, and where they reach the portal. */
  readonly signIn: SignInSettings;
  readonly siteTitle: string;
  /** Where answers to mail go; empty: nowhere. */
  readonly supportEmail: string;
}
