import { createQuestions, type QuestionStore, type Questions } from '../asking/questions.ts';
import { type BuildParts, createReleases, type ReleaseStore, type Releases } from './releases.ts';

/** Research data in one database: what runs questions about them, and what holds their releases. */
export interface Warehouse {
  readonly questions: Questions;
  readonly releases: Releases;
  close(): Promise<void>;
}

/** A database that holds releases and runs questions. */
export type WarehouseStore = QuestionStore & ReleaseStore & Pick<Warehouse, 'close'>;

/** A warehouse of one store; `parts` say how releases are built. */
export function createWarehouse(
  store: WarehouseStore,
  { remembers, ...parts }: BuildParts & { readonly remembers: boolean },
): Warehouse {
  const { forget, close, ...questions } = createQuestions(store, { remembers });
  return {
    questions,
    releases: createReleases(store, { ...parts, open: questions.open, forget }),
    close: async () => {
      close();
      await store.close();
    },
  };
}
