import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { draftDecisions } from '@atrium/contract/documents/draftDecisions';
import { givenReading } from '@atrium/contract/documents/fileReading';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { fileInReadingWire, guessItemWire } from '@atrium/contract/wire/draft';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../../database/index.ts';

const readings = z.record(z.string(), givenReading);

/** What is stored of a draft; everything that is shown of it is made from this. */
const stored = z.object({
  files: z.array(z.string()),
  revision: z.int(),
  decisions: draftDecisions,
  /** Whether an importer has made the package, so that no file is read again. */
  isConverted: z.boolean(),
  /** As it was guessed, before what was decided of it. */
  descriptor: z.json(),
  guesses: z.array(z.object({ guess: guessItemWire, isProtected: z.boolean() })),
  readings: z.array(fileInReadingWire),
  /** What was decided of how files are read when the description was made. */
  describedWith: readings,
  /** What could not be read, and why. */
  failure: z.object({ readings, text: z.string() }).nullable(),
  /** The last import that was begun, and of which revision. */
  run: z.object({ importId: z.int(), revision: z.int() }).nullable(),
});
export type DraftState = z.output<typeof stored>;

/** What is stored of drafts, in the state database, where all portals find the same (rule 15.61). */
export interface DraftStore {
  load(id: string): Promise<DraftState>;
  /** Stores a new draft, also in the place of an earlier one. */
  put(id: string, state: DraftState): Promise<void>;
  remove(id: string): Promise<void>;
  /** Changes what is stored; changes of one draft follow one another, whichever portal makes them. */
  update(id: string, change: (before: DraftState) => DraftState): Promise<DraftState>;
}

interface StoreDeps {
  readonly db: Kysely<Schema>;
  /** Where versions before 0.2 kept a draft. */
  readonly folderOf: (id: string) => string;
}

export function createDraftStore({ db, folderOf }: StoreDeps): DraftStore {
  const load = async (from: Kysely<Schema>, id: string): Promise<DraftState> => {
    const row = await from.selectFrom('draft').select('state').where('upload_id', '=', id).executeTakeFirst();
    try {
      const text = row?.state ?? (await readFile(path.join(folderOf(id), 'draft.json'), 'utf8'));
      return z.decode(stored, JSON.parse(text));
    } catch (cause) {
      throw new PortalError('not_found', 'There is no such description.', { cause });
    }
  };
  const put = async (into: Kysely<Schema>, id: string, given: DraftState): Promise<void> => {
    const state = JSON.stringify(z.encode(stored, given));
    await into
      .insertInto('draft')
      .values({ upload_id: id, state })
      .onConflict((conflict) => conflict.column('upload_id').doUpdateSet({ state }))
      .execute();
  };
  return {
    load: (id) => load(db, id),
    put: (id, state) => put(db, id, state),
    remove: async (id) => {
      await db.deleteFrom('draft').where('upload_id', '=', id).execute();
    },
    update: (id, change) =>
      db.transaction().execute(async (transaction) => {
        await transaction.selectFrom('upload').select('id').where('id', '=', id).forUpdate().execute();
        const state = change(await load(transaction, id));
        await put(transaction, id, state);
        return state;
      }),
  };
}
