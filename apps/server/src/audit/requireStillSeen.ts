import { type AccessLevel, accessLevels, PortalError } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';
import type { StoredLine } from './canonicalLine.ts';
import { namedBy } from './definitions.ts';

const askedAt = z.object({ level: z.enum(accessLevels) });

const sees: Readonly<Record<AccessLevel, number>> = { agg: 0, deid: 1, phi: 2 };

/**
 * What somebody asked may hold values that only their level of that time shows: as everywhere, one whose access has
 * become less does not get them back. Refuses with not_permitted.
 */
export async function requireStillSeen(
  db: Kysely<Schema>,
  accountId: number,
  line: Pick<StoredLine, 'datasetId' | 'detail'>,
): Promise<void> {
  if (namedBy(line).length === 0) return;
  const asked = askedAt.safeParse(JSON.parse(line.detail));
  const now = await db
    .selectFrom('membership')
    .select('access_level')
    .where('account_id', '=', accountId)
    .where('dataset_id', '=', line.datasetId)
    .executeTakeFirst();
  const isEnough = now !== undefined && asked.success && sees[now.access_level] >= sees[asked.data.level];
  if (!isEnough)
    throw new PortalError(
      'not_permitted',
      'You asked this with more access to the dataset than you have now.',
    );
}
