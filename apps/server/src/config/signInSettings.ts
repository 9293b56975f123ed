import { accessLevels } from '@atrium/contract/wire/access';
import { z } from 'zod';

const claimName = z.string().min(1).max(200);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);
const isSafe = (text: string): boolean => {
  if (!URL.canParse(text)) return false;
  const url = new URL(text);
  return url.protocol === 'https:' || loopback.has(url.hostname);
};
const address = z
  .url({ protocol: /^https?$/ })
  .refine(isSafe, 'must be https, or http on this machine itself');

const tableRow = z.strictObject({
  /** The claim is this value, or a list that holds it. */
  value: z.string().min(1).max(300),
  /** The dataset's id in paths. */
  dataset: z.string().min(1),
  level: z.enum(accessLevels),
  workspace: z.boolean().default(true),
  /** Permission groups of the dataset. */
  groups: z.array(z.string().min(1)).default([]),
});

const visaIssuer = z.strictObject({
  issuer: address,
  keys: address,
  /** As visas spell them. */
  sources: z.array(z.string().min(1).max(300)).min(1).max(200),
});

const provider = z.strictObject({
  /** Part of addresses and of the redirect URI that is registered at the provider. */
  id: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be of small letters, digits and - only'),
  label: z.string().min(1).max(80),
  /** As the provider spells it, because identities are stored with it. */
  issuer: address,
  clientId: z.string().min(1),
  /** Where the secret is; a public client has neither. */
  clientSecretEnv: z
    .string()
    .regex(/^[A-Z][A-Z0-9_]*$/)
    .optional(),
  clientSecretFile: z.string().min(1).optional(),
  clientAuthentication: z.enum(['basic', 'post']).default('basic'),
  scopes: z.array(z.string().regex(/^\S+$/)).default(['openid', 'profile', 'email']),
  /** Names of claims; a dot leads into an object. */
  claims: z
    .strictObject({
      username: claimName.default('preferred_username'),
      fullName: claimName.default('name'),
      email: claimName.default('email'),
    })
    .prefault({}),
  /** Who is staff: the claim is this value, or a list with it. Without it the provider does not change who is staff. */
  staff: z.strictObject({ claim: claimName, value: z.string().min(1) }).optional(),
  /** Which values of a claim, as its groups, make somebody a member of which dataset (rule 15.56). */
  memberships: z.strictObject({ claim: claimName, table: z.array(tableRow).min(1) }).optional(),
  /**
   * A broker of GA4GH passports: the issuers whose visas count, each with the address of its keys, which no visa may
   * replace by another one, and the sources for which it may speak (rule 8.37). Datasets say which visas open them.
   */
  passport: z.strictObject({ issuers: z.array(visaIssuer).min(1).max(50) }).optional(),
  /** Whether a person without an account gets one by signing in. */
  createAccounts: z.boolean().default(false),
  /** Who asks for a second factor: the provider, whose sign-in is then enough everywhere, or the portal. */
  secondFactor: z.enum(['provider', 'portal']).default('provider'),
  /** Where the browser goes after signing out; default: what the provider announces. False: nowhere. */
  logout: z.union([address, z.literal(false)]).optional(),
});

export const signInFile = z
  .strictObject({
    /** Whether local accounts may sign in. */
    local: z.boolean().default(true),
    providers: z.array(provider).default([]),
  })
  .refine(
    ({ providers }) => new Set(providers.map(({ id }) => id)).size === providers.length,
    'each provider must have an id of its own',
  )
  .refine(
    ({ providers }) => providers.every((one) => !(one.clientSecretEnv && one.clientSecretFile)),
    'a provider has its secret in the environment or in a file, not both',
  );
export type SignInFile = z.infer<typeof signInFile>;

/** A provider of OpenID Connect, with its secret; null for a public client. */
export type ProviderSettings = Omit<
  SignInFile['providers'][number],
  'clientSecretEnv' | 'clientSecretFile'
> & {
  readonly clientSecret: string | null;
};

/** The accounts that must have a second factor, from fewest to most. */
export const factorDemands = ['nobody', 'staff', 'staff-and-phi'] as const;
export type FactorDemand = (typeof factorDemands)[number];

/** How people sign in. */
export interface SignInSettings {
  readonly local: boolean;
  readonly providers: readonly ProviderSettings[];
  /** The origin under which browsers reach the portal, on which passkeys are offered; null where none is named. */
  readonly publicUrl: string | null;
  /** After how many seconds without activity the web signs out. */
  readonly idleSeconds: number;
  readonly secondFactor: FactorDemand;
}

export const localSignInOnly: SignInSettings = {
  local: true,
  providers: [],
  publicUrl: null,
  idleSeconds: 3600,
  secondFactor: 'nobody',
};
