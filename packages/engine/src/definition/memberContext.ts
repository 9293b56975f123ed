import type { AccessLevel } from '@atrium/contract/wire/access';
import type { Lookup } from '../dictionary/lookup.ts';

/** Whoever asks or edits; `rightsOf` says what the level allows. */
export interface Member {
  readonly level: AccessLevel;
}

/** The release and the member for whom a definition is checked, shown or edited. */
export interface MemberContext {
  readonly lookup: Lookup;
  readonly member: Member;
}

/** What an edit of a definition draws on. */
export interface EditContext extends MemberContext {
  /** A fresh entry id at each call: 12 characters of A–Z, a–z, 0–9 (rule 3.13). */
  readonly newEntryId: () => string;
}
