import path from 'node:path';
import { ConfigError, type GivenSettings, loadSettingsFile, loadTextFile } from './settingsFile.ts';
import { type ProviderSettings, type SignInFile, type SignInSettings, signInFile } from './signInSettings.ts';

export interface SignInSources {
  /** The data directory, which holds `oidc.json` where no file is named. */
  readonly home: string;
  /** The file that ATRIUM_OIDC_CONFIG names. */
  readonly file: string | undefined;
  readonly publicUrl: string | null;
  readonly idleSeconds: number;
  readonly secondFactor: SignInSettings['secondFactor'];
  /** Returns a variable of the environment; undefined where it is empty. */
  readonly given: GivenSettings;
}

/** Reads how people sign in. Throws ConfigError, whose message never repeats a value that may be a secret. */
export function loadSignIn({ home, file, given, ...settings }: SignInSources): SignInSettings {
  const location = path.resolve(file ?? path.join(home, 'oidc.json'));
  const { local, providers } = loadSettingsFile(signInFile, location, file !== undefined);
  if (providers.length > 0 && settings.publicUrl === null)
    throw new ConfigError('ATRIUM_PUBLIC_URL is needed to sign in through a provider.');
  return {
    ...settings,
    local,
    providers: providers.map((provider) => withSecret(provider, { folder: path.dirname(location), given })),
  };
}

interface Secrets {
  readonly folder: string;
  readonly given: GivenSettings;
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
  const location = path.resolve(folder, clientSecretFile);
  const clientSecret = loadTextFile(location, true)?.trim() ?? '';
  if (clientSecret === '') throw new ConfigError(`${location} is empty.`);
  return { ...provider, clientSecret };
}
