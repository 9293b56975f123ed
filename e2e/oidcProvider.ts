import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import Provider from 'oidc-provider';

/** The claims of each person by login, which is the subject; any password is accepted. */
type People = Readonly<Record<string, Readonly<Record<string, string>>>>;

export interface OidcProvider {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  close(): Promise<void>;
}

const clientId = 'atrium';
const random = (): string => randomBytes(24).toString('base64url');

/** A certified OpenID provider on a free port, with its own pages for login, consent and sign-out. */
export async function startOidcProvider(id: string, portal: string, people: People): Promise<OidcProvider> {
  const server = createServer();
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The provider has no port.');
  const issuer = `http://127.0.0.1:${address.port}`;
  const clientSecret = random();
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const seconds = 600;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: clientId,
        client_secret: clientSecret,
        redirect_uris: [`${portal}/api/v2/auth/oidc/${id}/callback`],
        post_logout_redirect_uris: [`${portal}/`],
      },
    ],
    claims: { openid: ['sub'], email: ['email'], profile: ['name', 'preferred_username'] },
    findAccount: (_context, login) => {
      const claims = people[login];
      return claims && { accountId: login, claims: async () => ({ sub: login, ...claims }) };
    },
    pkce: { required: () => true },
    features: { devInteractions: { enabled: true }, rpInitiatedLogout: { enabled: true } },
    cookies: { keys: [random()] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'RS256', kid: 'e2e' }] },
    ttl: {
      AccessToken: seconds,
      AuthorizationCode: seconds,
      Grant: seconds,
      IdToken: seconds,
      Interaction: seconds,
      Session: seconds,
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
