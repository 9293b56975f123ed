/**
 * Why a sign-in through a provider came to nothing; stands as `error` in the address of the sign-in page, which finds
 * the words for it. The list is closed.
 */
export const signInProblems = [
  /** No provider of this name is configured. */
  'provider_unknown',
  /** The provider cannot be reached, or answers what no provider answers. */
  'provider_unavailable',
  /** The provider, or the person there, said no. */
  'provider_refused',
  /** The reply came too late, twice, or to another browser than the one that asked. */
  'sign_in_expired',
  /** The reply does not prove what it says. */
  'reply_invalid',
  /** The provider does not say what an account needs, such as a user name. */
  'claims_missing',
  /** The portal has no account for this person and makes none by itself. */
  'not_registered',
  /** The person's user name belongs to another account here; staff can link the two. */
  'name_taken',
  'account_disabled',
] as const;
export type SignInProblem = (typeof signInProblems)[number];
