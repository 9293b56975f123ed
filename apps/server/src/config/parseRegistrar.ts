import path from 'node:path';
import { z } from 'zod';
import { isLoopback } from './parseTransport.ts';
import { ConfigError, type GivenSettings, loadTextFile, parseSetting } from './settingsFile.ts';

/** The registrar of the site's DOIs, which speaks the interface of DataCite. */
export interface RegistrarSettings {
  /** As https://api.datacite.org */
  readonly url: string;
  /** As 10.1234 */
  readonly prefix: string;
  /** The id of the repository, by which the site signs in. */
  readonly repository: string;
  readonly password: string;
  /** The origin of the portal, to which DOIs lead. */
  readonly portal: string;
}

const address = z
  .url({ protocol: /^https?$/ })
  .refine((text) => text.startsWith('https:') || isLoopback(new URL(text).hostname));
const prefix = z.string().regex(/^10\.\d{4,9}$/);
const repository = z.string().regex(/^[\w.-]{1,100}$/);

const names = {
  prefix: 'ATRIUM_DOI_PREFIX',
  repository: 'ATRIUM_DOI_REPOSITORY',
  file: 'ATRIUM_DOI_PASSWORD_FILE',
} as const;

/**
 * Parses where DOIs are registered; null where the site has no registrar.
 * @throws ConfigError, which never repeats the password
 */
export function parseRegistrar(given: GivenSettings, portal: string | null): RegistrarSettings | null {
  const url = given('ATRIUM_DOI_REGISTRAR');
  const lacking = Object.values(names).filter((name) => given(name) === undefined);
  if (url === undefined && lacking.length === Object.values(names).length) return null;
  if (url === undefined || lacking.length > 0 || portal === null)
    throw new ConfigError(
      `ATRIUM_DOI_REGISTRAR, ${Object.values(names).join(', ')} and ATRIUM_PUBLIC_URL are needed together.`,
    );
  const file = path.resolve(given(names.file) ?? '');
  const password = loadTextFile(file, true)?.trim() ?? '';
  if (password === '') throw new ConfigError(`${file} is empty.`);
  return {
    url: parseSetting(
      'ATRIUM_DOI_REGISTRAR must be an https address like https://api.datacite.org',
      address,
      url,
    ).replace(/\/+$/, ''),
    prefix: parseSetting(`${names.prefix} must be a prefix like 10.1234`, prefix, given(names.prefix)),
    repository: parseSetting(
      `${names.repository} must be the id of a repository like ABCD.EFGH`,
      repository,
      given(names.repository),
    ),
    password,
    portal,
  };
}
