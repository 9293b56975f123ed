import type { SignInProblem } from '@atrium/contract/wire/access';
import {
  AuthorizationResponseError,
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  buildEndSessionUrl,
  ClientError,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  calculatePKCECodeChallenge,
  discovery,
  fetchUserInfo,
  None,
  ResponseBodyError,
} from 'openid-client';
import type { ProviderSettings, SignInSettings } from '../../config/signInSettings.ts';
import { missesClaim, passportClaim } from './claims.ts';

/** A sign-in through a provider that failed; `trace` is for the log and holds no secret. */
export class SignInFailed extends Error {
  override readonly name = 'SignInFailed';
  readonly problem: SignInProblem;
  readonly trace: string;

  constructor(problem: SignInProblem, trace = '') {
    super(`A sign-in failed: ${problem}.`);
    this.problem = problem;
    this.trace = trace;
  }
}

/** The values that the return of one sign-in is checked against. */
export interface Proof {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
}

/** A provider's statement about a person; issuer and subject together are the identity. */
export interface Statement {
  readonly issuer: string;
  readonly subject: string;
  readonly claims: Readonly<Record<string, unknown>>;
  readonly idToken: string;
}

/** One configured provider; whatever goes wrong there is a SignInFailed. */
export interface Provider {
  readonly settings: ProviderSettings;
  /** Where the browser goes to sign in. */
  authorizationUrl(proof: Proof): Promise<string>;
  /** Exchanges the code in this query for the provider's statement. */
  redeem(query: string, proof: Proof): Promise<Statement>;
  /** Where the browser goes to sign out; null where there is no such place or the provider does not answer. */
  logoutUrl(idToken: string | null): Promise<string | null>;
}

export interface ProviderDeps {
  readonly settings: ProviderSettings;
  /** The portal's origin, as browsers see it. */
  readonly publicUrl: string;
  readonly clock: () => Date;
}

const timeoutSeconds = 10;
const discoveredForMs = 60 * 60 * 1000;

/** Discovers the provider at its first use and again after an hour, so that the portal starts without it. */
export function createProvider({ settings, publicUrl, clock }: ProviderDeps): Provider {
  const redirectUri = `${publicUrl}/api/v2/auth/oidc/${settings.id}/callback`;
  let discovered: { readonly configuration: Configuration; readonly until: number } | undefined;

  const configure = async (): Promise<Configuration> => {
    const now = clock().getTime();
    if (discovered !== undefined && discovered.until > now) return discovered.configuration;
    const configuration = await discover(settings);
    discovered = { configuration, until: now + discoveredForMs };
    return configuration;
  };
  return {
    settings,
    authorizationUrl: ({ state, nonce, codeVerifier }) =>
      explained(async () => {
        const url = buildAuthorizationUrl(await configure(), {
          redirect_uri: redirectUri,
          scope: scopesOf(settings).join(' '),
          state,
          nonce,
          code_challenge: await calculatePKCECodeChallenge(codeVerifier),
          code_challenge_method: 'S256',
        });
        return url.href;
      }),
    redeem: (query, proof) =>
      explained(async () =>
        redeem(await configure(), { settings, proof, url: new URL(`${redirectUri}?${query}`) }),
      ),
    logoutUrl: async (idToken) => {
      if (settings.logout === false) return null;
      if (settings.logout !== undefined) return settings.logout;
      const configuration = await configure().catch(() => null);
      if (configuration?.serverMetadata().end_session_endpoint === undefined) return null;
      const { href, protocol } = buildEndSessionUrl(configuration, {
        post_logout_redirect_uri: `${publicUrl}/`,
        ...(idToken === null ? {} : { id_token_hint: idToken }),
      });
      return protocol === 'https:' || protocol === 'http:' ? href : null;
    },
  };
}

/** The configured providers by id. */
export function createProviders(
  { providers, publicUrl }: SignInSettings,
  clock: () => Date,
): ReadonlyMap<string, Provider> {
  if (publicUrl === null) return new Map();
  return new Map(providers.map((settings) => [settings.id, createProvider({ settings, publicUrl, clock })]));
}

const scopesOf = ({ scopes, passport }: ProviderSettings): readonly string[] =>
  passport === undefined ? scopes : [...new Set([...scopes, passportClaim])];

function discover(settings: ProviderSettings): Promise<Configuration> {
  const issuer = new URL(settings.issuer);
  return discovery(issuer, settings.clientId, undefined, authenticationOf(settings), {
    timeout: timeoutSeconds,
    ...(issuer.protocol === 'http:' ? { execute: [allowInsecureRequests] } : {}),
  });
}

function authenticationOf({ clientSecret, clientAuthentication }: ProviderSettings) {
  if (clientSecret === null) return None();
  return clientAuthentication === 'post' ? ClientSecretPost(clientSecret) : ClientSecretBasic(clientSecret);
}

interface Return {
  readonly settings: ProviderSettings;
  readonly proof: Proof;
  readonly url: URL;
}

async function redeem(configuration: Configuration, { settings, proof, url }: Return): Promise<Statement> {
  const tokens = await authorizationCodeGrant(configuration, url, {
    expectedState: proof.state,
    expectedNonce: proof.nonce,
    pkceCodeVerifier: proof.codeVerifier,
    idTokenExpected: true,
  });
  const stated = tokens.claims();
  if (stated === undefined || tokens.id_token === undefined) throw new SignInFailed('reply_invalid');
  const { userinfo_endpoint: userInfoUrl } = configuration.serverMetadata();
  const asksMore = userInfoUrl !== undefined && missesClaim(settings, stated);
  const more = asksMore ? await fetchUserInfo(configuration, tokens.access_token, stated.sub) : {};
  return {
    issuer: stated.iss,
    subject: stated.sub,
    claims: { ...more, ...stated },
    idToken: tokens.id_token,
  };
}

/** A provider's errors may hold codes, tokens and names, so only their own codes go on. */
async function explained<T>(act: () => Promise<T>): Promise<T> {
  try {
    return await act();
  } catch (error) {
    throw explain(error);
  }
}

const temporary = new Set(['server_error', 'temporarily_unavailable']);
const unreachable = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);

function explain(error: unknown): SignInFailed {
  if (error instanceof SignInFailed) return error;
  if (error instanceof AuthorizationResponseError)
    return new SignInFailed(
      temporary.has(error.error) ? 'provider_unavailable' : 'provider_refused',
      error.error,
    );
  if (error instanceof ResponseBodyError)
    return new SignInFailed(
      error.error === 'invalid_grant' ? 'sign_in_expired' : 'provider_unavailable',
      error.error,
    );
  if (error instanceof ClientError && !unreachable.has(error.code ?? ''))
    return new SignInFailed('reply_invalid', error.code);
  return new SignInFailed('provider_unavailable', traceOf(error));
}

function traceOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  return 'code' in error ? String(error.code) : error.message;
}
