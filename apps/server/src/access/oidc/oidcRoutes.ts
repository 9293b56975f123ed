import { accessEndpoints } from '@atrium/contract/endpoints/access';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { type RecordedLine, record } from '../../audit/index.ts';
import type { Schema } from '../../database/schema.ts';
import { type Answered, disclosed, route, showsNothing } from '../../http/index.ts';
import type { PortalApi } from '../account.ts';
import { type FactorDeps, passFirstStep } from '../factor/firstStep.ts';
import type { MembershipDeps } from '../memberships.ts';
import { cookieNameFor } from '../sessionCookie.ts';
import { attemptMs, createAttempts } from './attempts.ts';
import { type Provider, SignInFailed } from './provider.ts';
import { recognise } from './recognise.ts';
import { createIssuerKeys } from './visas.ts';

export interface OidcDeps extends FactorDeps, MembershipDeps {
  /** By id. */
  readonly providers: ReadonlyMap<string, Provider>;
}

/** Sends browsers to a provider and receives them back; every failure ends on the sign-in page. */
export function registerOidc(api: PortalApi, deps: OidcDeps): void {
  const { db, clock, providers } = deps;
  const attempts = createAttempts(db, clock);
  const keysOf = createIssuerKeys();

  const providerOf = (id: string): Provider => {
    const provider = providers.get(id);
    if (provider === undefined) throw new SignInFailed('provider_unknown');
    return provider;
  };

  route(api, accessEndpoints.startProvider, async ({ params, query, request, reply }) => {
    const returnTo = returnPath(query.returnTo);
    return orSignInPage({ db, request, returnTo }, async () => {
      const provider = providerOf(params.provider);
      const browser = request.cookies[cookieNameFor(request, browserCookie)];
      const begun = await attempts.begin({ provider: params.provider, returnTo, browser });
      const location = await provider.authorizationUrl(begun.proof);
      setBrowserCookie(request, reply, begun.browser);
      return showsNothing({ location });
    });
  });

  route(api, accessEndpoints.returnFromProvider, async ({ params, request, reply }) => {
    const query = request.url.split('?')[1] ?? '';
    const state = new URLSearchParams(query).get('state') ?? undefined;
    const browser = request.cookies[cookieNameFor(request, browserCookie)];
    const attempt = await attempts.take({ provider: params.provider, state, browser });
    const returnTo = attempt?.returnTo ?? '/';
    return orSignInPage({ db, request, returnTo }, async () => {
      const provider = providerOf(params.provider);
      if (attempt === undefined) throw new SignInFailed('sign_in_expired', 'no attempt');
      const statement = await provider.redeem(query, attempt.proof);
      const account = await recognise({ ...deps, keysOf }, provider.settings, statement);
      const known = { account, passwordHash: null, provider: params.provider, idToken: statement.idToken };
      const after = await passFirstStep(deps, known, { request, reply });
      return disclosed({ location: after.kind === 'waits' ? signInPage({}, returnTo) : returnTo }, [
        after.line,
      ]);
    });
  });
}

/** Where a browser goes on, and the line about why. */
type LedOn = Answered<{ readonly location: string }, RecordedLine, undefined>;

interface SignInStep {
  readonly db: Kysely<Schema>;
  readonly request: FastifyRequest;
  readonly returnTo: string;
}

async function orSignInPage({ db, request, returnTo }: SignInStep, act: () => Promise<LedOn>) {
  try {
    return await act();
  } catch (error) {
    if (!(error instanceof SignInFailed)) throw error;
    const { problem, trace } = error;
    request.log.warn({ problem, trace, address: request.ip }, 'a sign-in through a provider failed');
    const line = await record(db, {
      accountId: null,
      action: 'sign_in_refused',
      detail: { problem, address: request.ip },
    });
    return disclosed({ location: signInPage({ error: problem }, returnTo) }, [line]);
  }
}

/** Ties a return to the browser that began; one for all its attempts, so that two tabs do not disturb each other. */
const browserCookie = 'atrium_sign_in';

function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, browser: string): void {
  const secure = request.protocol === 'https';
  reply.setCookie(cookieNameFor(request, browserCookie), browser, {
    path: secure ? '/' : '/api/v2/auth/oidc',
    httpOnly: true,
    // Lax, since the return is a navigation that another site began.
    sameSite: 'lax',
    secure,
    maxAge: attemptMs / 1000,
  });
}

const nowhere = 'http://portal.invalid';
const maxPath = 2000;

/** A path of this origin to go on to after signing in; the home page for anything else, as it may come from a stranger. */
function returnPath(given: string | undefined): string {
  if (given === undefined || given.length > maxPath || !/^\/(?![/\\])[^\\\p{Cc}]*$/u.test(given)) return '/';
  if (!URL.canParse(given, nowhere)) return '/';
  const { origin, pathname, search, hash } = new URL(given, nowhere);
  const staysHere = origin === nowhere && !pathname.startsWith('//') && !/^\/api(\/|$)/.test(pathname);
  return staysHere ? pathname + search + hash : '/';
}

/** The sign-in page, with what went wrong, if anything did, and where the visitor wanted to go. */
function signInPage(problem: { readonly error?: string }, returnTo: string): string {
  const query = new URLSearchParams({ ...problem, ...(returnTo === '/' ? {} : { returnTo }) });
  return query.size === 0 ? '/login' : `/login?${query}`;
}
