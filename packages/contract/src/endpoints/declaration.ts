import type { assistantScope, TokenScope } from '../wire/apiToken.ts';

/** What a call says of tokens: the scope that one needs; `none` where no token is taken. */
export type CallScope = TokenScope | typeof assistantScope | 'none';

/**
 * What the reply of a call holds at most (rule 8.28). After the first two, all leave a line in the audit, without which
 * the reply does not leave.
 */
export const disclosures = [
  /** Nothing that was learned from subjects. */
  'nothing',
  /** Figures of a whole dataset that its own rule made open; a stranger or every member may read them. */
  'openFigures',
  /** Figures of a cohort, a group, or a part of a dataset. */
  'figures',
  /** Values of single subjects, listed or tested. */
  'values',
  /** Rows of subjects. */
  'rows',
  /** Bytes of files. */
  'files',
  /** What lets its holder in or lets files out: a session, a token, a signed link, codes. */
  'capability',
  /** What others have asked. */
  'recordedQueries',
] as const;
export type Disclosure = (typeof disclosures)[number];
/** Those that need no line in the audit. */
export type UnrecordedDisclosure = 'nothing' | 'openFigures';

/** What a call costs the portal, and so whether it waits for a permit of its account (rule 8.31). */
export const costClasses = [
  /** Answered from what is at hand; never waits. */
  'known',
  /** Statements of the state database, and little work besides. */
  'light',
  /** Asks the research data, hashes a password, or does as much work. */
  'heavy',
  /** Sends a file. */
  'stream',
] as const;
export type CostClass = (typeof costClasses)[number];

/** What is counted, and limited, before it leaves or is stored. */
export const meteredKinds = ['rows', 'bytes', 'mails', 'storedBytes'] as const;
export type MeteredKind = (typeof meteredKinds)[number];

/**
 * How many calls of a kind there may be in a minute (rule 8.11): `query` asks the research data, `file` sends a stored
 * file, `signIn` hashes a password, `message` writes to staff.
 */
export const rateClasses = ['cheap', 'query', 'export', 'file', 'signIn', 'message'] as const;
export type RateClass = (typeof rateClasses)[number];

/** What an endpoint declares beside its permission. Nothing has a default: a new endpoint says each (rule 8.28). */
export interface Declaration {
  readonly scope: CallScope;
  readonly discloses: Disclosure;
  readonly cost: CostClass;
  readonly rateClass: RateClass;
  readonly meters: readonly MeteredKind[];
}

/** What is at hand: who is calling, versions, public pages. */
export const atHand = {
  scope: 'read',
  discloses: 'nothing',
  cost: 'known',
  rateClass: 'cheap',
  meters: [],
} as const satisfies Declaration;

/** The caller's own definitions, forms and lists, and the dictionary. */
export const ownState = { ...atHand, cost: 'light' } as const satisfies Declaration;

/** The account itself, and the staff rooms: no token is taken. */
export const administration = { ...ownState, scope: 'none' } as const satisfies Declaration;

/** Hashes or compares a secret before anybody is signed in. */
export const guess = { ...atHand, cost: 'heavy', rateClass: 'signIn' } as const satisfies Declaration;

/** The same, by which somebody signs in: the answer sets a session, or gives recovery codes. */
export const signsIn = { ...guess, discloses: 'capability' } as const satisfies Declaration;

/** Changes that the owner of an account confirms with the password. */
export const confirms = { ...guess, scope: 'none' } as const satisfies Declaration;

/** The same, where the reply has a secret. */
export const givesSecret = { ...signsIn, scope: 'none' } as const satisfies Declaration;

/** What others asked, for staff. */
export const othersQueries = {
  ...administration,
  discloses: 'recordedQueries',
} as const satisfies Declaration;

/** A figure of the research data. */
export const question = {
  scope: 'read',
  discloses: 'figures',
  cost: 'heavy',
  rateClass: 'query',
  meters: [],
} as const satisfies Declaration;

/** Work on the research data that shows nothing of them. */
export const unshown = { ...question, discloses: 'nothing' } as const satisfies Declaration;

/** Values of single subjects, which count as rows. */
export const listedValues = {
  ...question,
  discloses: 'values',
  meters: ['rows', 'bytes'],
} as const satisfies Declaration;

export const rowPage = { ...listedValues, discloses: 'rows' } as const satisfies Declaration;

export const rowFile = {
  scope: 'export',
  discloses: 'rows',
  cost: 'stream',
  rateClass: 'export',
  meters: ['rows', 'bytes'],
} as const satisfies Declaration;

export const figureFile = { ...rowFile, discloses: 'figures', meters: [] } as const satisfies Declaration;

/** A file of a staff room. */
export const staffRows = {
  ...figureFile,
  scope: 'none',
  discloses: 'nothing',
} as const satisfies Declaration;

/** Stored bytes of a file, also in ranges. */
export const storedFile = {
  scope: 'export',
  discloses: 'files',
  cost: 'stream',
  rateClass: 'file',
  meters: ['bytes'],
} as const satisfies Declaration;

/** What others asked, as a file. */
export const othersFile = { ...staffRows, discloses: 'recordedQueries' } as const satisfies Declaration;
