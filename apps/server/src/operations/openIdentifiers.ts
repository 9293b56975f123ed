import { PortalError } from '@atrium/contract/errors/errorCode';
import { type Concept, type Dictionary, kindOf, openTo } from '@atrium/engine';
import { findIdentifier, identifierKinds } from '@atrium/warehouse';
import type { Kysely, Transaction } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/index.ts';

/** A concept that is open although it may say who somebody is (rule 10.28). */
export interface OpenIdentifier {
  /** `table.field`, by which it is confirmed. */
  readonly field: string;
  readonly conceptId: string;
  readonly kind: string;
  /** The lowest level whose members see it. */
  readonly seenBy: 'deid' | 'agg';
}

/** As a report of the log holds them. */
export const openIdentifiers = z
  .array(
    z.object({ field: z.string(), conceptId: z.string(), kind: z.string(), seenBy: z.enum(['deid', 'agg']) }),
  )
  .default([]);

export const storedIdentifiers = z
  .array(z.object({ field: z.string(), conceptId: z.string(), kind: z.string() }))
  .readonly();
type Found = z.output<typeof storedIdentifiers>[number];

/** What a release shows of what may say who somebody is; of a release that nobody looked through, by the names. */
export function openIdentifiersOf(
  dictionary: Dictionary,
  found: readonly Found[] | undefined,
): readonly OpenIdentifier[] {
  const concepts = new Map(dictionary.concepts.map((concept) => [concept.id, concept]));
  return (found ?? foundByName(dictionary)).flatMap(({ field, conceptId, kind }) => {
    const concept = concepts.get(conceptId);
    const seenBy = concept === undefined ? null : openTo(concept, dictionary.subjectIdConceptId);
    return seenBy === null ? [] : [{ field, conceptId, kind, seenBy }];
  });
}

function foundByName({ concepts, rootCollectionId, subjectIdConceptId }: Dictionary): readonly Found[] {
  return concepts.flatMap((concept) => {
    const { id, title, collectionId } = concept;
    const table = collectionId === rootCollectionId ? `${collectionId}_subject` : collectionId;
    const none = { sample: [], distinct: 0, filled: 0 };
    const isKey = id === subjectIdConceptId;
    const found = findIdentifier({ table, name: id, title, holds: holdsOf(concept), isKey, ...none });
    return found === null ? [] : [{ field: `${collectionId}.${id}`, conceptId: id, kind: found.kind }];
  });
}

function holdsOf(concept: Concept) {
  if (concept.type === 'date') return 'date';
  if (concept.type === 'number') return 'number';
  const { isFreeText, hasWords } = kindOf(concept);
  return isFreeText || hasWords || concept.type === 'category' ? 'text' : 'other';
}

/** Names that are confirmed; `all` where a steward has confirmed concept by concept already (rule 15.42). */
export type Confirmed = readonly string[] | 'all';

/** Those that nobody has confirmed for this dataset, or only as something else or for fewer people. */
export async function unconfirmedIdentifiers(
  db: Kysely<Schema>,
  dataset: string,
  open: readonly OpenIdentifier[],
): Promise<readonly OpenIdentifier[]> {
  if (open.length === 0) return [];
  const rows = await db
    .selectFrom('confirmed_identifier')
    .innerJoin('dataset', 'dataset.id', 'confirmed_identifier.dataset_id')
    .select(['field', 'kind', 'seen_by'])
    .where('dataset.unique_id', '=', dataset)
    .execute();
  const known = new Map(rows.map((row) => [row.field, row]));
  return open.filter(({ field, kind, seenBy }) => {
    const row = known.get(field);
    return row === undefined || row.kind !== kind || (seenBy === 'agg' && row.seen_by === 'deid');
  });
}

interface Going {
  readonly datasetId: number;
  readonly dataset: string;
  readonly open: readonly OpenIdentifier[];
  readonly confirm: Confirmed;
}

/**
 * Keeps what is confirmed, so that it is not asked again; returns the fields that were confirmed now.
 * @throws PortalError 'conflict' where something open is not confirmed, or what is confirmed is not open
 */
export async function confirmIdentifiers(
  transaction: Transaction<Schema>,
  { datasetId, dataset, open, confirm }: Going,
): Promise<readonly string[]> {
  requireOpen(open, confirm);
  const asked = await unconfirmedIdentifiers(transaction, dataset, open);
  const missing = asked.filter(({ field }) => confirm !== 'all' && !confirm.includes(field));
  if (missing.length > 0) throw refusalOf(missing);
  for (const { field, kind, seenBy: seen_by } of asked)
    await transaction
      .insertInto('confirmed_identifier')
      .values({ dataset_id: datasetId, field, kind, seen_by })
      .onConflict((conflict) =>
        conflict.columns(['dataset_id', 'field']).doUpdateSet({ kind, seen_by, confirmed_at: new Date() }),
      )
      .execute();
  return asked.map(({ field }) => field);
}

/** Nobody opens something else than they think. */
function requireOpen(open: readonly OpenIdentifier[], confirm: Confirmed): void {
  if (confirm === 'all') return;
  const other = confirm.find((name) => !open.some(({ field }) => field === name));
  if (other === undefined) return;
  throw new PortalError(
    'conflict',
    `${other} is not an open identifier of this release, so there is nothing to confirm.`,
    { field: 'confirm' },
  );
}

const refusalOf = (missing: readonly OpenIdentifier[]): PortalError =>
  new PortalError(
    'conflict',
    `Nothing has gone live: this may say who somebody is, and is open. Protect it, or confirm each field: ${missing.map(inWords).join('; ')}. On the command line: ${missing.map(({ field }) => `--open-identifier ${field}`).join(' ')}`,
    { field: 'confirm' },
  );

const kinds: Readonly<Record<string, string>> = identifierKinds;
/** What a field seems to hold, in words. */
export const kindInWords = (kind: string): string => kinds[kind] ?? kind;
const audience = { deid: 'levels deid and phi', agg: 'every level, in figures' } as const;

export const inWords = ({ field, kind, seenBy }: OpenIdentifier): string =>
  `${field} (${kindInWords(kind)}, for ${audience[seenBy]})`;

/** What is open although it may say who somebody is, as lines of text; none where nothing waits to be confirmed. */
export function presentIdentifiers(unconfirmed: readonly OpenIdentifier[]): readonly string[] {
  if (unconfirmed.length === 0) return [];
  return [
    'Who will see what: this may say who somebody is, and is open. It must be confirmed, field by field, before it goes live:',
    ...unconfirmed.map((one) => `  - ${inWords(one)}`),
    `  Protect it (atrium.phi), confirm it where staff switch to the release, or import with: ${unconfirmed.map(({ field }) => `--open-identifier ${field}`).join(' ')}`,
  ];
}
