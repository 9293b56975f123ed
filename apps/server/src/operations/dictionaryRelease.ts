import { isDeepStrictEqual } from 'node:util';
import { fieldRefusal, PortalError } from '@atrium/contract/errors/errorCode';
import {
  type DictionaryEdits,
  dictionaryEditsWire,
  noDictionaryEdits,
} from '@atrium/contract/wire/dictionaryEdits';
import { changeDictionary, fittingEdits } from '@atrium/engine';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import type { ImportDeps } from './operation.ts';

/** Edits as the state database keeps them; none where there are none. */
export function parseEdits(stored: unknown): DictionaryEdits {
  if (stored === null || stored === undefined) return noDictionaryEdits;
  return dictionaryEditsWire.parse(stored);
}

export const storeEdits = (edits: DictionaryEdits): string =>
  JSON.stringify(z.encode(dictionaryEditsWire, edits));

export const areEdits = (edits: DictionaryEdits): boolean => !isDeepStrictEqual(edits, noDictionaryEdits);

/** A release that shares the data of another; nothing names it yet. */
interface SharedBuild {
  readonly id: number;
  /** The release that holds the data. */
  readonly of: number;
  readonly edits: DictionaryEdits;
}

/**
 * Builds a release of the data of another with an edited dictionary (rule 15.40). The caller makes it live or lets it
 * wait, or marks it as failed and removes it.
 * @throws PortalError 'bad_request' where the edits make no dictionary
 */
export async function buildDictionary(
  { db, questions, releases }: ImportDeps,
  { of, edits }: Pick<SharedBuild, 'of' | 'edits'>,
): Promise<SharedBuild> {
  const { dictionary: given } = await questions.open(releaseName(of));
  const { dictionary, faults } = changeDictionary(given, edits);
  const [fault] = faults;
  if (fault !== undefined) throw fieldRefusal('bad_request', 'edits', fault);
  const { id } = await db
    .insertInto('release')
    .values({ state: 'building' })
    .returning('id')
    .executeTakeFirstOrThrow();
  try {
    await releases.share({ release: releaseName(id), of: releaseName(of), dictionary });
    await questions.open(releaseName(id));
  } catch (error) {
    await discard({ db, releases }, id);
    throw error;
  }
  return { id, of, edits };
}

/** Marks a build that nothing names as failed, and takes it out of the warehouse. */
export async function discard(
  { db, releases }: Pick<ImportDeps, 'db' | 'releases'>,
  id: number,
): Promise<void> {
  await db
    .updateTable('release')
    .set({ state: 'failed', finished_at: new Date() })
    .where('id', '=', id)
    .where('state', '=', 'building')
    .execute();
  await releases.remove(releaseName(id));
}

export interface KeptEdits {
  readonly edits: DictionaryEdits;
  readonly dropped: readonly string[];
}

/** The edits of the live dictionary, as far as they fit new data; null where there are none to keep (rule 15.43). */
export async function keptEdits(
  { db, questions }: ImportDeps,
  { dataset, release }: { readonly dataset: string; readonly release: number },
): Promise<KeptEdits | null> {
  const row = await db
    .selectFrom('dataset')
    .innerJoin('release', 'release.id', 'dataset.live_release_id')
    .select(['dataset.keeps_dictionary', 'release.dictionary_edits'])
    .where('dataset.unique_id', '=', dataset)
    .executeTakeFirst();
  if (row === undefined || !row.keeps_dictionary) return null;
  const edits = parseEdits(row.dictionary_edits);
  if (!areEdits(edits)) return null;
  const { dictionary } = await questions.open(releaseName(release));
  return fittingEdits(dictionary, edits);
}

/** The release that holds the data of a release: itself, or the one whose data it shares. */
export async function dataReleaseOf(db: Kysely<Schema>, id: number): Promise<number> {
  const row = await db
    .selectFrom('release')
    .select('data_release_id')
    .where('id', '=', id)
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such release.');
  return row.data_release_id ?? id;
}
