import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';
import { z } from 'zod';

/** The claims of each person who may sign in there, by login; the login is the subject. */
export type OidcPeople = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

export interface OidcOptions {
  /** The id under which the portal knows this provider. */
  readonly id: string;
  /** The portal's origin. */
  readonly portal: string;
  readonly people: OidcPeople;
}

const clientId = 'atrium';
/** A passport is given to who asks for it by the scope of its name. */
const ownScopes = ['email', 'ga4gh_passport_v1'];
const scopesOf = (values: Readonly<Record<string, unknown>>) => ({
  openid: ['sub'],
  ...Object.fromEntries(ownScopes.map((name) => [name, [name]])),
  profile: Object.keys(values).filter((name) => !ownScopes.includes(name)),
});

/** A certified OpenID provider on a free port of this machine, with its own pages for login and consent; it requires PKCE. */
export async function startOidcProvider({ id, portal, people }: OidcOptions): Promise<OidcProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = z.object({ port: z.int() }).parse(server.address());
  const issuer = `http://127.0.0.1:${port}`;
  const clientSecret = randomBytes(24).toString('base64url');
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${portal}/api/v2/auth/oidc/${id}/callback`],
        post_logout_redirect_uris: [`${portal}/`],
      },
    ],
    claims: scopesOf(Object.assign({}, ...Object.values(people))),
    findAccount: (_context, login) => {
      const claims = people[login];
      return claims && { accountId: login, claims: async () => ({ sub: login, ...claims }) };
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    cookies: { keys: [randomBytes(24).toString('base64url')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'test' }] },
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      Session: 600,
    },
  });
  server.on('request', provider.callback());
  return {
    issuer,
    clientId,
    clientSecret,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
