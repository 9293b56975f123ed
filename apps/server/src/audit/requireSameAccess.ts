import { type AccessLevel, accessLevels, PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';
import type { StoredLine } from './canonicalLine.ts';
import { definitionsOf } from './recordedQueries.ts';

const levelOfQuery = z.object({ level: z.enum(accessLevels) });

const rank: Readonly<Record<AccessLevel, number>> = { agg: 0, deid: 1, phi: 2 };

/**
 * Refuses with not_permitted where the member's level is lower now than at the time of the query: a recorded query may
 * hold values that only the higher level shows.
 */
export async function requireSameAccess(
  db: Kysely<Schema>,
  accountId: number,
  line: Pick<StoredLine, 'datasetId' | 'detail'>,
): Promise<void> {
  if (definitionsOf(line).length === 0) return;
  const then = levelOfQuery.safeParse(JSON.parse(line.detail));
  const now = await db
    .selectFrom('membership')
    .select('access_level')
    .where('account_id', '=', accountId)
    .where('dataset_id', '=', line.datasetId)
    .executeTakeFirst();
  const isEnough = now !== undefined && then.success && rank[now.access_level] >= rank[then.data.level];
  if (!isEnough)
    throw new PortalError(
      'not_permitted',
      'You asked this with more access to the dataset than you have now.',
    );
}
