import type { SecondStep } from '@atrium/contract/wire/secondFactor';
import type { ColumnType, Generated, GeneratedAlways } from 'kysely';

type JsonColumn = ColumnType<unknown, string, string>;
type Instant = ColumnType<Date, Date | undefined, Date>;
type OptionalInstant = ColumnType<Date | null, Date | null | undefined, Date | null>;

/**
 * The second factor that was shown: `totp`, `passkey`, `recovery`, or `provider` and the id of one; null where nothing
 * was.
 */
type SecondFactorColumn = ColumnType<string | null, string | null | undefined, string | null>;

/** A person who may sign in; `username` is unique whatever its case. */
export interface AccountTable {
  readonly id: GeneratedAlways<number>;
  username: string;
  full_name: Generated<string>;
  email: Generated<string>;
  is_staff: Generated<boolean>;
  /** argon2id, PHC form; null where the account signs in through a provider only. */
  password_hash: string | null;
  /** How often its signed links were ended: one that was made before does not open anything any more. */
  links_ended: Generated<number>;
  readonly created_at: Instant;
  /** Since when the account is disabled; null while it is in use. */
  disabled_at: OptionalInstant;
  /** The last sign-in or call with a token, exact to the minute; at first when the account was made. */
  last_used_at: Instant;
}

/** The identity of an account at a provider: the issuer's address and its id of the person (OpenID Connect Core 2). */
export interface AccountIdentityTable {
  readonly issuer: string;
  readonly subject: string;
  account_id: number;
  readonly created_at: Instant;
}

/** The app of an account that makes codes (RFC 6238). */
export interface AccountTotpTable {
  readonly account_id: number;
  /** The secret, encrypted with the key of the data directory. */
  sealed_secret: string;
  /** The period of the last code that was accepted. Codes of this period or an earlier one are refused. */
  last_period: number;
  created_at: ColumnType<Date, Date, Date>;
  /** Since when sign-ins ask for a code; null before the first right one. */
  confirmed_at: OptionalInstant;
}

/** A passkey of an account (WebAuthn). */
export interface PasskeyTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: number;
  /** Its id in base64url, as browsers know it. */
  readonly credential_id: string;
  /** COSE, in base64url. */
  readonly public_key: string;
  /** The counter of the last use; 0 where the authenticator does not count. */
  counter: number;
  readonly transports: readonly string[];
  readonly name: string;
  readonly created_at: Date;
  last_used_at: OptionalInstant;
}

/** A challenge that a passkey has to sign; deleted when it is answered. */
export interface PasskeyChallengeTable {
  /** SHA-256 of the challenge, hex. */
  readonly challenge_hash: string;
  readonly account_id: number;
  readonly purpose: 'add' | 'show';
  /** SHA-256 of the cookie of the session or pending sign-in that asked for it, hex. */
  readonly holder_hash: string;
  readonly expires_at: Date;
}

/** A code that stands in for the app or the passkey once. */
export interface RecoveryCodeTable {
  readonly account_id: number;
  /** SHA-256 of the code, hex. */
  readonly code_hash: string;
}

/** A sign-in whose first step is done; deleted when a session begins. */
export interface PendingSignInTable {
  /** SHA-256 of the cookie of the browser, hex. */
  readonly token_hash: string;
  readonly account_id: number;
  readonly step: SecondStep;
  /** SHA-256 of the password hash that was compared, hex; null for a sign-in through a provider. */
  readonly password_digest: string | null;
  readonly provider: string | null;
  readonly id_token: string | null;
  readonly expires_at: Date;
}

/** A sign-in that is under way at a provider; deleted when the browser returns. */
export interface SignInAttemptTable {
  /** SHA-256 of the state parameter, hex. */
  readonly state_hash: string;
  /** SHA-256 of the cookie of the browser, hex. */
  readonly browser_hash: string;
  readonly provider: string;
  readonly nonce: string;
  readonly code_verifier: string;
  readonly return_to: string;
  readonly expires_at: Date;
}

/** A token for programs. */
export interface ApiTokenTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: number;
  readonly name: string;
  /** SHA-256 of the whole token, hex; the token itself is never stored. */
  readonly token_hash: string;
  readonly scopes: readonly string[];
  readonly created_at: Instant;
  readonly expires_at: Date;
  /** Exact to the minute. */
  last_used_at: OptionalInstant;
  /** That of the session in which it was made. */
  second_factor: SecondFactorColumn;
  /** The session in which an assistant was allowed, and with which its token ends; null for every other token. */
  readonly session_id: ColumnType<number | null, number | null | undefined, never>;
}

/** What an assistant proposes for the active cohort of a member; each has one at most. */
export interface CohortProposalTable {
  readonly id: GeneratedAlways<number>;
  readonly account_id: number;
  readonly dataset_id: number;
  /** That of the assistant, with which it ends. */
  readonly token_id: number;
  /** The snapshot that the edits change; null for an empty history. */
  readonly base_snapshot_id: number | null;
  /** JSON: the cohort definition after each edit, as the wire spells it. */
  readonly steps: JsonColumn;
  /** What the assistant says of it. */
  readonly note: string;
  readonly created_at: Instant;
}

export interface SessionTable {
  /** SHA-256 of the token in the cookie, hex; the token itself is never stored. */
  token_hash: string;
  account_id: number;
  readonly created_at: Instant;
  last_seen_at: Instant;
  expires_at: Date;
  /** The public id of the session. */
  readonly id: GeneratedAlways<number>;
  /** The browser in a few words. */
  agent: Generated<string>;
  address: Generated<string>;
  /** The provider through which it began; null for a local sign-in. */
  provider: ColumnType<string | null, string | null | undefined, never>;
  /** The provider's statement, kept to name the session when signing out there. */
  id_token: ColumnType<string | null, string | null | undefined, never>;
  second_factor: SecondFactorColumn;
}
