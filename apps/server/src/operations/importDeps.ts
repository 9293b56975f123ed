import type { Warehouse } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { Schema } from '../database/index.ts';

/** Both stores of a home. */
export interface ImportDeps {
  readonly db: Kysely<Schema>;
  readonly warehouse: Warehouse;
}

/** What operations work with. */
export interface OperationDeps extends ImportDeps {
  /** Where the home keeps ends that its audit has had. */
  readonly anchorFile: string;
}
