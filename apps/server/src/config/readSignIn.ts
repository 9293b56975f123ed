import path from 'node:path';
import { ConfigError } from './configError.ts';
import { readSettingsFile, readTextFile } from './settingsFile.ts';
import { type ProviderSettings, type SignInFile, type SignInSettings, signInFile } from './signInSettings.ts';

export interface SignInSources {
  /** Where `oidc.json` lies when no file is named. */
  readonly home: string;
  /** The file that ATRIUM_OIDC_CONFIG names. */
  readonly file: string | undefined;
  readonly publicUrl: string | null;
  readonly idleSeconds: number;
  /** A variable of the environment, undefined when empty. */
  readonly given: (name: string) => string | undefined;
}

/** Reads who may sign in how; throws ConfigError, which never repeats what may be a secret. */
export function readSignIn({ home, file, publicUrl, idleSeconds, given }: SignInSources): SignInSettings {
  const place = path.resolve(file ?? path.join(home, 'oidc.json'));
  const { local, providers } = readSettingsFile(signInFile, place, file !== undefined);
  if (providers.length > 0 && publicUrl === null)
    throw new ConfigError('ATRIUM_PUBLIC_URL is needed to sign in through a provider.');
  return {
    local,
    publicUrl,
    idleSeconds,
    providers: providers.map((provider) => withSecret(provider, { folder: path.dirname(place), given })),
  };
}

interface Secrets {
  readonly folder: string;
  readonly given: (name: string) => string | undefined;
}

function withSecret(
  { clientSecretEnv, clientSecretFile, ...provider }: SignInFile['providers'][number],
  { folder, given }: Secrets,
): ProviderSettings {
  if (clientSecretEnv !== undefined) {
    const clientSecret = given(clientSecretEnv);
    if (clientSecret === undefined) throw new ConfigError(`${clientSecretEnv} is not set.`);
    return { ...provider, clientSecret };
  }
  if (clientSecretFile === undefined) return { ...provider, clientSecret: null };
  const place = path.resolve(folder, clientSecretFile);
  const clientSecret = readTextFile(place, true)?.trim() ?? '';
  if (clientSecret === '') throw new ConfigError(`${place} is empty.`);
  return { ...provider, clientSecret };
}
