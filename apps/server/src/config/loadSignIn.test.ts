import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from './config.ts';

let home = '';
beforeAll(async () => {
  home = await mkdtemp(path.join(tmpdir(), 'atrium-sign-in-'));
});
afterAll(() => rm(home, { recursive: true, force: true }));

const provider = {
  id: 'university',
  label: 'University',
  issuer: 'https://login.example.org',
  clientId: 'atrium',
};
let files = 0;

describe('the ways to sign in', () => {
  it('are local accounts where there is no file', () => {
    expect(loadConfig({}, { ATRIUM_HOME: home }).signIn).toEqual({
      local: true,
      providers: [],
      publicUrl: null,
      idleSeconds: 3600,
      secondFactor: 'nobody',
    });
  });

  it('are in oidc.json of the data directory or in the file that is named', async () => {
    await writeFile(path.join(home, 'oidc.json'), JSON.stringify({ local: false, providers: [provider] }));
    const environment = {
      ATRIUM_HOME: home,
      ATRIUM_PUBLIC_URL: 'https://portal.example.org',
      ATRIUM_TRUST_PROXY: 'true',
    };
    const { signIn } = loadConfig({}, environment);
    await rm(path.join(home, 'oidc.json'));
    expect(signIn).toEqual({
      local: false,
      publicUrl: 'https://portal.example.org',
      idleSeconds: 3600,
      secondFactor: 'nobody',
      providers: [
        {
          ...provider,
          clientSecret: null,
          clientAuthentication: 'basic',
          scopes: ['openid', 'profile', 'email'],
          claims: { username: 'preferred_username', fullName: 'name', email: 'email' },
          createAccounts: false,
          secondFactor: 'provider',
        },
      ],
    });
    expect((await read({ providers: [provider, { ...provider, id: 'hospital' }] }))().providers).toHaveLength(
      2,
    );
  });

  it('have their secrets from the environment or from another file', async () => {
    const fromEnvironment = { ...provider, clientSecretEnv: 'UNIVERSITY_SECRET' };
    const read1 = await read({ providers: [fromEnvironment] }, { UNIVERSITY_SECRET: 'hush' });
    expect(read1().providers[0]?.clientSecret).toBe('hush');
    await writeFile(path.join(home, 'secret'), 'hush hush\n');
    const read2 = await read({ providers: [{ ...provider, clientSecretFile: 'secret' }] });
    expect(read2().providers[0]?.clientSecret).toBe('hush hush');
  });

  it.each([
    ['a file that is no JSON', '{"providers": hush}', 'is not JSON'],
    ['a misspelt word', { provider: [] }, 'provider'],
    [
      'a provider without TLS',
      { providers: [{ ...provider, issuer: 'http://login.example.org' }] },
      'must be https',
    ],
    ['two providers of one id', { providers: [provider, provider] }, 'an id of its own'],
    ['an id that fits no address', { providers: [{ ...provider, id: 'My University' }] }, 'providers.0.id'],
    ['a secret in the file itself', { providers: [{ ...provider, clientSecret: 'hush' }] }, 'clientSecret'],
    ['a secret that is not set', { providers: [{ ...provider, clientSecretEnv: 'NO_SECRET' }] }, 'NO_SECRET'],
    ['a secret file that is not there', { providers: [{ ...provider, clientSecretFile: 'gone' }] }, 'gone'],
  ])('refuse %s by name, without its content', async (_what, content, reason) => {
    const attempt = await read(content);
    expect(attempt).toThrow(reason);
    expect(attempt).not.toThrow('hush');
  });

  it('refuse a provider without the public address of the portal', async () => {
    const attempt = await read({ providers: [provider] }, { ATRIUM_PUBLIC_URL: '' });
    expect(attempt).toThrow('ATRIUM_PUBLIC_URL is needed');
  });

  it('refuse a named file that does not exist, because it might forbid local accounts', () => {
    const environment = { ATRIUM_HOME: home, ATRIUM_OIDC_CONFIG: path.join(home, 'nowhere.json') };
    expect(() => loadConfig({}, environment)).toThrow('nowhere.json cannot be read');
  });

  it('accept a provider without TLS on this machine', async () => {
    const local = { ...provider, issuer: 'http://127.0.0.1:4000' };
    expect((await read({ providers: [local] }))().providers[0]?.issuer).toBe('http://127.0.0.1:4000');
  });
});

/** The settings of a file. */
async function read(content: unknown, environment: Record<string, string> = {}) {
  files += 1;
  const file = path.join(home, `${files}.json`);
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content));
  const publicUrl = 'https://portal.example.org';
  return () =>
    loadConfig(
      {},
      {
        ATRIUM_HOME: home,
        ATRIUM_OIDC_CONFIG: file,
        ATRIUM_PUBLIC_URL: publicUrl,
        ATRIUM_TRUST_PROXY: 'true',
        ...environment,
      },
    ).signIn;
}

it('a registrar of DOIs is given whole or not at all, with its password in a file, and gets it over TLS only', async () => {
  const file = path.join(home, 'registrar');
  await writeFile(file, 'secret-word\n');
  const whole = {
    ATRIUM_HOME: home,
    ATRIUM_PUBLIC_URL: 'https://portal.example.org',
    ATRIUM_TRUST_PROXY: 'true',
    ATRIUM_DOI_REGISTRAR: 'https://api.test.datacite.org/',
    ATRIUM_DOI_PREFIX: '10.1234',
    ATRIUM_DOI_REPOSITORY: 'HEART.ONE',
    ATRIUM_DOI_PASSWORD_FILE: file,
  };
  const of = (more: object = {}) => loadConfig({}, { ...whole, ...more }).registrar;
  expect(of()).toEqual({
    url: 'https://api.test.datacite.org',
    prefix: '10.1234',
    repository: 'HEART.ONE',
    password: 'secret-word',
    portal: 'https://portal.example.org',
  });
  for (const name of ['ATRIUM_DOI_REGISTRAR', 'ATRIUM_DOI_PREFIX', 'ATRIUM_DOI_PASSWORD_FILE'])
    expect(() => of({ [name]: '' }), name).toThrow('are needed together');
  expect(() => of({ ATRIUM_DOI_REGISTRAR: 'http://api.datacite.org' })).toThrow('https address');
  expect(() => of({ ATRIUM_DOI_PREFIX: 'secret-word' })).toThrow('must be a prefix like 10.1234.');
});
