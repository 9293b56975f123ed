import { createHash } from 'node:crypto';
import {
  type DefinitionKind,
  definitionKinds,
  type RecordedDefinitionView,
} from '@atrium/contract/wire/audit';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';
import type { StoredLine } from './canonicalLine.ts';

/** A definition as it ran: in the spelling of the wire, and in words with the names of the time. */
export interface RecordedDefinition {
  readonly definition: unknown;
  readonly description: string;
}

/** The recorded query: the definitions that a question was made of. */
export type RecordedQuery = Readonly<Partial<Record<DefinitionKind, RecordedDefinition>>>;

/** A definition as the database stores it. */
export interface StoredDefinition {
  readonly hash: string;
  readonly content: string;
}

/** The key under which the detail of a line names a definition. */
export const keyOfDefinition = (kind: DefinitionKind): `${DefinitionKind}Definition` => `${kind}Definition`;

/** SHA-256 of a definition's text, hex. */
export const hashOfContent = (content: string): string => createHash('sha256').update(content).digest('hex');

/** The definitions to store for a query, and the hashes for the detail of its line (rule 8.13). */
export function toStore(query: RecordedQuery) {
  const stored = definitionKinds.flatMap((kind) => {
    const given = query[kind];
    if (given === undefined) return [];
    return [{ kind, definition: storedOf(given) }];
  });
  return {
    stored: [...new Map(stored.map(({ definition }) => [definition.hash, definition])).values()],
    detail: Object.fromEntries(
      stored.map(({ kind, definition }) => [keyOfDefinition(kind), definition.hash]),
    ),
  };
}

const storedBefore = new WeakMap<RecordedDefinition, StoredDefinition>();

function storedOf(given: RecordedDefinition): StoredDefinition {
  const known = storedBefore.get(given);
  if (known !== undefined) return known;
  const content = canonicalJson({ definition: given.definition, description: given.description });
  const stored = { hash: hashOfContent(content), content };
  storedBefore.set(given, stored);
  return stored;
}

/** Canonical JSON: keys sorted by their characters, no spaces, keys without a value left out. */
const canonicalJson = (value: unknown): string => JSON.stringify(sorted(value));

/** The same value with its keys in order: faster than a replacer, which is called for each of 25,000 values. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map(sorted);
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, held]) => [key, sorted(held)]));
}

const detailForm = z.record(z.string(), z.unknown());

/** The definitions that a line names, by hash. */
export function definitionsOf(line: Pick<StoredLine, 'detail'>) {
  const detail = detailForm.safeParse(JSON.parse(line.detail));
  return definitionKinds.flatMap((kind) => {
    const hash = detail.data?.[keyOfDefinition(kind)];
    return typeof hash === 'string' ? [{ kind, hash }] : [];
  });
}

/** Loads the definitions of these hashes; a hash without one is left out. */
export async function loadDefinitions(
  db: Kysely<Schema>,
  hashes: readonly string[],
): Promise<readonly StoredDefinition[]> {
  if (hashes.length === 0) return [];
  return db
    .selectFrom('audit_definition')
    .select(['hash', 'content'])
    .where('hash', 'in', [...hashes])
    .execute();
}

const content = z.object({ definition: z.json(), description: z.string() });

/** Loads the recorded queries of lines, by hash. A definition that is gone is left out; `audit verify` reports it. */
export async function loadRecorded(
  db: Kysely<Schema>,
  lines: readonly Pick<StoredLine, 'detail'>[],
): Promise<ReadonlyMap<string, z.output<typeof content>>> {
  const hashes = new Set(lines.flatMap((line) => definitionsOf(line).map(({ hash }) => hash)));
  const kept = await loadDefinitions(db, [...hashes]);
  return new Map(kept.map((row) => [row.hash, content.parse(JSON.parse(row.content))]));
}

/** The recorded query of one line, in the order of the kinds, from what `loadRecorded` returned. */
export const recordedIn = (
  loaded: ReadonlyMap<string, z.output<typeof content>>,
  line: Pick<StoredLine, 'detail'>,
): RecordedDefinitionView[] =>
  definitionsOf(line).flatMap(({ kind, hash }) => {
    const found = loaded.get(hash);
    return found === undefined ? [] : [{ kind, hash, ...found }];
  });
