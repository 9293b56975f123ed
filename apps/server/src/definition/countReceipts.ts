import { createHash } from 'node:crypto';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { analysisDefinitionWire } from '@atrium/contract/wire/analysis';
import { cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import type { ReceiptKind } from '@atrium/contract/wire/receipt';
import { tableDefinitionWire } from '@atrium/contract/wire/tableDefinition';
import { canonicalStanding, ruleSet } from '@atrium/engine';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Member } from '../access/index.ts';
import { memoryOf } from '../asking/index.ts';
import type { Schema } from '../database/index.ts';

/** The question that a receipt stands for. */
export interface CountedQuestion {
  readonly kind: ReceiptKind;
  /** The recorded query, as the canonical text of the engine. */
  readonly meaning: string;
  readonly release: string;
  /** Which of its subjects are closed, as a text; absent where none are (rule 7.13). */
  readonly closed?: string;
  /** Below which figures are hidden; null where they are as they are. */
  readonly threshold: number | null;
  /** The definitions that were run, as the wire spells them. */
  readonly definitions: () => {
    readonly cohort: unknown;
    readonly table?: unknown;
    readonly analysis?: unknown;
  };
}

/** Definitions that are stored together, as the wire spells them. */
export const storedDefinitions = z.object({
  cohort: cohortDefinitionWire,
  table: tableDefinitionWire.nullable().default(null),
  analysis: analysisDefinitionWire.nullable().default(null),
});

type Viewer = Pick<Member, 'datasetId' | 'level' | 'groups' | 'purpose'>;

const sha256 = (text: string): Buffer => createHash('sha256').update(text).digest();
const standingOf = (viewer: Viewer): string => sha256(canonicalStanding(viewer)).toString('hex');

/** Digits and letters that cannot be taken for one another. */
const signs = '0123456789abcdefghjkmnpqrstvwxyz';

/** The first 80 bits of a hash, in four groups of four signs. */
function toReceiptId(hash: Buffer): string {
  const digits = BigInt(`0x${hash.toString('hex', 0, 10)}`)
    .toString(32)
    .padStart(16, '0');
  const text = digits.replace(/./g, (digit) => signs.charAt(Number.parseInt(digit, 32)));
  return (text.match(/.{4}/g) ?? []).join('-');
}

/**
 * Issues the receipt of a question (rule 3.26) and stores what it stands for, once for a dataset. Call it before the
 * figures are given.
 */
export async function issueReceipt(
  { db }: { readonly db: Kysely<Schema> },
  viewer: Viewer,
  { kind, meaning, release, closed, threshold, definitions }: CountedQuestion,
): Promise<string> {
  const origin = await originOf(db, release);
  const question = [ruleSet, origin, canonicalStanding(viewer), threshold, kind, meaning];
  const text = JSON.stringify(closed === undefined ? question : [...question, closed]);
  const id = toReceiptId(sha256(text));
  const key = `${viewer.datasetId}/${id}`;
  const issued = issuedBefore(db);
  if (issued.get(key) === true) return id;
  await db
    .insertInto('count_receipt')
    .values({
      dataset_id: viewer.datasetId,
      id,
      kind,
      standing: standingOf(viewer),
      release,
      definitions: JSON.stringify(definitions()),
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  issued.keep(key, true);
  return id;
}

const issuedBefore = memoryOf<true>({ name: 'issued receipts', max: 10_000 });

/** Which import of which installation a release is: numbers of releases may come again in another state database. */
async function originOf(db: Kysely<Schema>, release: string): Promise<string> {
  const known = origins(db);
  const before = known.get(release);
  if (before !== undefined) return before;
  const number = Number(release.replace(/^release_/, ''));
  const installation = await db.selectFrom('installation_id').select('id').executeTakeFirst();
  const row = await db
    .selectFrom('release')
    .select('started_at')
    .where('id', '=', number)
    .executeTakeFirstOrThrow();
  const origin = JSON.stringify([installation?.id ?? null, release, row.started_at.toISOString()]);
  known.keep(release, origin);
  return origin;
}

const origins = memoryOf<string>({ name: 'origins of receipts', max: 1000 });

/** The definitions behind a receipt. Members of another level or other groups do not find it. */
export async function loadReceipt({ db }: { readonly db: Kysely<Schema> }, viewer: Viewer, id: string) {
  const row = await db
    .selectFrom('count_receipt')
    .select(['kind', 'release', 'definitions', 'issued_at'])
    .where('dataset_id', '=', viewer.datasetId)
    .where('id', '=', id)
    .where('standing', '=', standingOf(viewer))
    .executeTakeFirst();
  if (row === undefined) throw new PortalError('not_found', 'There is no such count receipt for you.');
  const { kind, release, issued_at: issuedAt } = row;
  return { kind, release, issuedAt, definitions: storedDefinitions.parse(JSON.parse(row.definitions)) };
}
