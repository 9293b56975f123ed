import { adminEndpoints } from '@atrium/contract/endpoints/admin';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { DictionaryConcept, DictionaryRoom } from '@atrium/contract/wire/adminData';
import type { DictionaryEdits } from '@atrium/contract/wire/dictionaryEdits';
import { type Concept, changeDictionary, type Dictionary } from '@atrium/engine';
import { editDescriptor } from '@atrium/warehouse';
import { sql } from 'kysely';
import { z } from 'zod';
import type { PortalApi } from '../../access/index.ts';
import { releaseName } from '../../catalogue/index.ts';
import { numberInDataset } from '../../database/index.ts';
import { route } from '../../http/index.ts';
import {
  checkDictionary,
  createImportQueue,
  dataReleaseOf,
  editDictionary,
  findRelease,
  type ImportDeps,
  nameOfWidening,
  parseEdits,
} from '../../operations/index.ts';
import type { AdminDeps } from '../frame/deps.ts';
import { notesOf, presentEndangered } from './datasetRoutes.ts';

const { dictionary } = adminEndpoints.data;

/** The room of the data dictionary (rules 15.40 to 15.43). */
export function registerDictionaryRoom(api: PortalApi, { operations }: AdminDeps): void {
  const { imports = createImportQueue() } = operations;

  route(api, dictionary.show, ({ params }) => loadRoom(operations, params));
  route(api, dictionary.check, async ({ params, body, signal }) => {
    const found = await checkDictionary(operations, { ...params, edits: body.edits }, signal);
    return {
      changed: [...found.changed],
      endangered: found.endangered.map(presentEndangered),
      widening: found.widening.map((one) => ({ ...one, name: nameOfWidening(one) })),
    };
  });
  route(api, dictionary.save, async ({ account, params, body, signal }) => {
    const { edits, confirm = [], note = '', hold = false } = body;
    const watcher = { accountId: account.id, onProgress: () => {}, signal };
    const saved = await imports.inTurn(() =>
      editDictionary(operations, { ...params, edits, confirm, note, hold }, watcher),
    );
    const { release } = saved;
    const { isLive } = await findRelease(operations.db, { ...params, release });
    const number = await loadNumber(operations, release);
    return { release, number, isLive, notes: isLive ? notesOf({ ...params, release }, saved) : [] };
  });
  route(api, dictionary.descriptor, async ({ params }) => {
    const { edits } = await findRelease(operations.db, params);
    const row = await operations.db
      .selectFrom('release')
      .select('descriptor')
      .where('id', '=', await dataReleaseOf(operations.db, params.release))
      .executeTakeFirst();
    const written = row?.descriptor ?? null;
    if (written === null)
      throw new PortalError(
        'not_ready',
        'The descriptor of this release was not kept: it was imported before the portal kept descriptors.',
      );
    const descriptor = z.json().parse(editDescriptor(written, parseEdits(edits)));
    return { fileName: 'datapackage.json', descriptor };
  });
}

async function loadRoom(
  { db, questions, releases }: ImportDeps,
  params: { readonly dataset: string; readonly release: number },
): Promise<DictionaryRoom> {
  const found = await findRelease(db, params);
  const dataOf = found.dataRelease ?? found.id;
  const isThere = (await releases.list()).includes(releaseName(found.id));
  if (!isThere) throw new PortalError('not_ready', 'The data of this release are not kept any more.');
  const { dictionary: given } = await questions.open(releaseName(dataOf));
  const edits = parseEdits(found.edits);
  const { keeps_dictionary: keepsDictionary } = await db
    .selectFrom('dataset')
    .select('keeps_dictionary')
    .where('id', '=', found.datasetId)
    .executeTakeFirstOrThrow();
  const { dictionary: now } = changeDictionary(given, withAllPublished(edits));
  return {
    ...params,
    number: await loadNumber({ db }, found.id),
    state: z.enum(['building', 'built', 'live', 'retired', 'failed']).parse(found.state),
    dataOf,
    isEditable: found.isLive || found.state === 'built',
    keepsDictionary,
    concepts: now.concepts.map((concept) => presentConcept(concept, { given, now, edits })),
    collections: now.collections.map(({ id, title, titlePlural, description }) => ({
      id,
      title,
      titlePlural,
      description,
    })),
    categories: now.categories.map(({ id, title, parentNumber }) => ({
      id,
      title,
      parent: categoryOf(now, parentNumber),
    })),
    edits,
  };
}

async function loadNumber({ db }: Pick<ImportDeps, 'db'>, release: number): Promise<number> {
  const { number } = await db
    .selectNoFrom(numberInDataset(sql`${release}::integer`).as('number'))
    .executeTakeFirstOrThrow();
  return number;
}

/** So that the room shows what is hidden, too. */
const withAllPublished = (edits: DictionaryEdits): DictionaryEdits => ({
  ...edits,
  concepts: Object.fromEntries(
    Object.entries(edits.concepts).map(([id, { isPublished: _, ...edit }]) => [id, edit]),
  ),
});

const categoryOf = ({ categories }: Dictionary, number: number | null): string | null =>
  categories.find((category) => category.number === number)?.id ?? null;

interface Sides {
  readonly given: Dictionary;
  readonly now: Dictionary;
  readonly edits: DictionaryEdits;
}

function presentConcept(concept: Concept, { given, now, edits }: Sides): DictionaryConcept {
  const first = given.concepts.find(({ id }) => id === concept.id) ?? concept;
  return {
    id: concept.id,
    collection: concept.collectionId,
    type: concept.type,
    ...presentTexts(concept, now, edits.concepts[concept.id]?.isPublished ?? true),
    given: presentTexts(first, given, true),
  };
}

const presentTexts = (concept: Concept, dictionary: Dictionary, isPublished: boolean) => ({
  title: concept.title,
  titlePlural: concept.titlePlural,
  description: concept.description,
  category: categoryOf(dictionary, concept.categoryNumber),
  uses: [...concept.uses],
  hasPhi: concept.hasPhi,
  isAggregatable: concept.isAggregatable,
  isPublished,
  prefilter: concept.prefilter,
});
