import type { Kysely } from 'kysely';
import type { SignInSettings } from '../../config/signInSettings.ts';
import type { Schema } from '../../database/index.ts';
import type { MailQueue } from '../../mail/index.ts';
import type { OperationDeps } from '../../operations/index.ts';
import type { Portals } from '../../portals/index.ts';
import type { DataRoomSettings } from '../data/settings.ts';
import type { QuestionLog } from '../questions/questionLog.ts';

/** The parts that the staff rooms need. */
export interface AdminDeps {
  /** What the operator allows in the rooms for data. */
  readonly dataRooms: DataRoomSettings;
  readonly db: Kysely<Schema>;
  readonly clock: () => Date;
  /** The processes that work on this installation. */
  readonly portals: Portals;
  /** The parts that operations of the command line need, too. */
  readonly operations: OperationDeps;
  readonly mails: MailQueue;
  /** How people sign in, and where they reach the portal. */
  readonly signIn: SignInSettings;
  readonly siteTitle: string;
  readonly questionLog: QuestionLog;
  readonly installation: { readonly version: string; readonly home: string | null };
  /** Where answers to mail go; empty: nowhere. */
  readonly supportEmail: string;
}
