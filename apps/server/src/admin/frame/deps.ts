import type { Kysely } from 'kysely';
import type { SignInSettings } from '../../config/signInSettings.ts';
import type { Schema } from '../../database/index.ts';
import type { MailQueue } from '../../mail/index.ts';
import type { OperationDeps } from '../../operations/index.ts';
import type { DataRoomSettings } from '../data/settings.ts';
import type { QuestionLog } from '../questions/questionLog.ts';

/** What the staff rooms work with. */
export interface AdminDeps {
  /** What the operator opened to the rooms for data. */
  readonly dataRooms: DataRoomSettings;
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
  readonly questionLog: QuestionLog;
  readonly installation: { readonly version: string; readonly home: string | null };
}
