import { createQuestions, type QuestionStore, type Questions } from '../asking/questions.ts';
import type { IndexStore } from '../indexes/indexStore.ts';
import type { IndexOptions } from '../indexes/indexWork.ts';
import { createReleaseIndexes, noIndexes, type ReleaseIndexes } from '../indexes/releaseIndexes.ts';
import { type BuildParts, createReleases, type ReleaseStore, type Releases } from './releases.ts';

/** Research data in one database: what runs questions about them, and what holds their releases. */
export interface Warehouse {
  readonly questions: Questions;
  readonly releases: Releases;
  readonly indexes: ReleaseIndexes;
  close(): Promise<void>;
}

/** A database that holds releases and runs questions. */
export type WarehouseStore = QuestionStore & ReleaseStore & IndexStore & Pick<Warehouse, 'close'>;

interface WarehouseParts extends BuildParts {
  readonly remembers: boolean;
  /** Null: releases have no indexes. */
  readonly indexes: IndexOptions | null;
}

/** A warehouse of one store; `parts` say how releases are built. */
export function createWarehouse(
  store: WarehouseStore,
  { remembers, indexes: indexOptions, ...parts }: WarehouseParts,
): Warehouse {
  const indexes = indexOptions === null ? noIndexes : createReleaseIndexes(store, indexOptions);
  const { forget, close, ...questions } = createQuestions(store, {
    ...{ remembers, indexes },
    ...(indexOptions?.onFault && { onIndexFault: indexOptions.onFault }),
  });
  return {
    questions,
    releases: createReleases(store, {
      ...parts,
      indexes,
      open: questions.open,
      forget: async (release) => {
        await indexes.remove(release);
        await forget(release);
        // The index may have made its tables known, too.
        await store.unload(release);
      },
    }),
    indexes,
    close: async () => {
      await indexes.close();
      close();
      await store.close();
    },
  };
}
