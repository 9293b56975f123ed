import { withoutUnsafe } from '@atrium/contract/documents/unsafeCharacters';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Kysely } from 'kysely';
import { record } from '../audit/index.ts';
import type { RegistrarSettings } from '../config/parseRegistrar.ts';
import type { Schema } from '../database/index.ts';
import { dataCiteJson, findPublicDataset, releaseNamed } from '../site/index.ts';
import { keepDoi } from './datasetSettings.ts';
import { type By, type Operation, recordedBy } from './operation.ts';
import { createRegistrar, type RegisteredDoi } from './registrar.ts';

interface RegisterDeps {
  readonly db: Kysely<Schema>;
  readonly registrar?: RegistrarSettings | null;
}

/**
 * Registers the DOI of a release, or brings its metadata up to date, and then names it in the public record. The name of
 * a DOI follows from the release, so that a second request finds what the first one made (rule 14.85).
 */
export async function registerDoi(
  { db, registrar: settings = null }: RegisterDeps,
  { dataset: id, release: named, draft }: Extract<Operation, { kind: 'registerDoi' }>,
  by: By,
): Promise<readonly string[]> {
  if (settings === null)
    throw new PortalError('not_ready', 'No registrar of DOIs is set up (ATRIUM_DOI_REGISTRAR).');
  const { record: given, releases } = await findPublicDataset(db, id);
  const name = named === 'latest' ? releases[0].name : named;
  const known = given.dois[name];
  const doi = known ?? `${settings.prefix}/${id}.${name}`;
  if (!doi.startsWith(`${settings.prefix}/`))
    throw new PortalError('conflict', `${doi} has another prefix than that of the registrar.`);
  const dataset = await findPublicDataset(db, id, { [name]: doi });
  const attributes = dataCiteJson({
    dataset,
    release: releaseNamed(dataset, name),
    origin: settings.portal,
  });
  const registrar = createRegistrar(settings);
  const found = await registrar.find(doi);
  if (known === undefined) requireOwn(doi, found, attributes.url);
  const sent = { ...attributes, ...(draft ? {} : { event: 'publish' }) };
  const { state } = await (found === null ? registrar.create(doi, sent) : registrar.update(doi, sent));
  await db.transaction().execute(async (transaction) => {
    const datasetId = await keepDoi(transaction, {
      uniqueId: id,
      doi: state === 'findable' ? { [name]: doi } : {},
    });
    const detail = { settings: 'publicRecord', doi, state };
    await record(transaction, { ...recordedBy(by), datasetId, action: 'dataset_change', detail });
  });
  const others = Object.keys(given.dois).filter((other) => other !== name);
  return [
    `${doi} of ${name} is ${state} and leads to ${attributes.url}`,
    ...(known === undefined && state === 'findable' && others.length > 0
      ? [`So that they name it, too, ask again for ${others.join(', ')}.`]
      : []),
  ];
}

/** What leads elsewhere is of another portal that shares the prefix. */
function requireOwn(doi: string, found: RegisteredDoi | null, url: string): void {
  if (found === null || found.url === url) return;
  const there = found.url === null ? 'nowhere' : withoutUnsafe(found.url, ' ').slice(0, 300);
  throw new PortalError(
    'conflict',
    `${doi} is there already and leads to ${there}. If it is of this release, set it in the public record.`,
  );
}
