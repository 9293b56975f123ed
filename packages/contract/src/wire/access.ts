import { z } from 'zod';
import { factorWays, secondStep } from './secondFactor.ts';
import { tolerantBoolean } from './tolerant.ts';
import { wireObject } from './wireObject.ts';

const camel = { isStaff: 'isStaff' } as const;

export const user = wireObject(
  {
    id: z.int().default(0),
    username: z.string().default(''),
    isStaff: z.boolean(),
    name: z.string(),
    email: z.string().default(''),
  },
  camel,
);
export type User = z.output<typeof user>;

/** A way to sign in that is not a local account. */
export const signInProvider = wireObject({
  id: z.string(),
  label: z.string(),
  /** Where a link leads, on this origin; takes `return_to`, a path of this origin. */
  startUrl: z.string(),
});
export type SignInProvider = z.output<typeof signInProvider>;

export const signInOptions = wireObject({
  /** Whether local accounts may sign in with name and password. */
  local: z.boolean(),
  providers: z.array(signInProvider),
});
export type SignInOptions = z.output<typeof signInOptions>;

/** What a client needs to warn in time; seconds besides instants, since clocks differ. */
export const sessionTimes = wireObject({
  expiresAt: z.iso.datetime(),
  /** Whole seconds until then, at the time of the reply. */
  secondsLeft: z.int(),
  /** How long before the end, and before the idle time-out, a person is warned. */
  warningSeconds: z.int(),
  /** After how long without activity the client signs out. */
  idleSeconds: z.int(),
  /** Whether loading the user no longer moves the end, because the session has reached its longest life. */
  isFinal: z.boolean(),
  /** The account has a local password. */
  hasPassword: z.boolean(),
});
export type SessionTimes = z.output<typeof sessionTimes>;

/** Who am I; user is null for anonymous (rule 9.12). */
export const currentUser = wireObject(
  {
    user: user.nullable(),
    platformVersion: z.string().default(''),
    version: z.string().default(''),
    /** Null without a session, as for a token. */
    session: sessionTimes.nullable().optional(),
    signIn: signInOptions.optional(),
    /** The step that the sign-in of this browser still needs; null where none is under way. */
    secondStep: secondStep.nullable().optional(),
    /** The ways to do that step. */
    secondStepWays: z.array(z.enum(factorWays)).optional(),
  },
  { platformVersion: 'chironVersion' },
);

/** The things that end besides all sessions; without a body, none. */
export const signOutEverywhereBody = wireObject({ revokeTokens: tolerantBoolean.optional() }).optional();

export const accessLevels = ['phi', 'deid', 'agg'] as const;
export const accessLevel = z.enum(accessLevels);
export type AccessLevel = z.infer<typeof accessLevel>;

export const signInBody = wireObject({
  username: z.string().min(1).max(200),
  password: z.string().min(1).max(1000),
});
export const done = wireObject({ status: z.literal('complete') });

/** Signed out here; `logoutUrl` is where the browser goes to sign out at the provider too. */
export const signedOut = wireObject({
  status: z.literal('complete'),
  logoutUrl: z.string().nullable().optional(),
});

export const passwordChange = wireObject({
  currentPassword: z.string().min(1).max(1000),
  newPassword: z.string().min(1).max(1000),
});

/** Versions of the portal and of the part that answers questions about research data (rule 9.12). */
export const versions = wireObject({ version: z.string(), dataHub: z.string() });

/**
 * Why a sign-in through a provider failed; stands as `error` in the address of the sign-in page, which has
 * the words for it. The list is closed.
 */
export const signInProblems = [
  /** No provider of this name is configured. */
  'provider_unknown',
  /** The provider cannot be reached, or its answer makes no sense. */
  'provider_unavailable',
  /** The provider refused, or the person cancelled. */
  'provider_refused',
  /** The reply came too late, twice, or to another browser than the one that asked. */
  'sign_in_expired',
  /** The signature or content of the reply is not valid. */
  'reply_invalid',
  /** The provider does not send a claim that an account needs, such as a user name. */
  'claims_missing',
  /** The portal has no account for this person and makes none by itself. */
  'not_registered',
  /** The person's user name belongs to another account here; staff can link the two. */
  'name_taken',
  'account_disabled',
] as const;
export type SignInProblem = (typeof signInProblems)[number];
