import { createHash } from 'node:crypto';
import { type AskedDefinition, type DefinitionKind, definitionKinds } from '@atrium/contract';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Schema } from '../database/schema.ts';
import type { StoredLine } from './canonicalLine.ts';

/** What was asked: a definition in the spelling of the wire, and in words with the names of the time. */
export interface Asked {
  readonly definition: unknown;
  readonly description: string;
}

/** The definitions that a question was made of. */
export type AskedOf = Readonly<Partial<Record<DefinitionKind, Asked>>>;

/** A definition as it lies in the database. */
export interface KeptDefinition {
  readonly hash: string;
  readonly content: string;
}

/** Where the detail of a line names a definition. */
const keyOf = (kind: DefinitionKind): `${DefinitionKind}Definition` => `${kind}Definition`;

/** SHA-256 of a definition's text, hex. */
export const hashOfContent = (content: string): string => createHash('sha256').update(content).digest('hex');

/** The rows to keep for a question, and what of them stands in the detail of its line (rule 8.13). */
export function toKeep(asked: AskedOf) {
  const kept = definitionKinds.flatMap((kind) => {
    const given = asked[kind];
    if (given === undefined) return [];
    const content = canonicalJson({ definition: given.definition, description: given.description });
    return [{ kind, hash: hashOfContent(content), content }];
  });
  const byHash = new Map(kept.map(({ hash, content }) => [hash, { hash, content }]));
  return {
    rows: [...byHash.values()],
    detail: Object.fromEntries(kept.map(({ kind, hash }) => [keyOf(kind), hash])),
  };
}

/** JSON of one spelling: keys in the order of their characters, no spaces; a key without a value is left out. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, held: unknown) =>
    typeof held === 'object' && held !== null && !Array.isArray(held)
      ? Object.fromEntries(Object.entries(held).sort(([one], [other]) => (one < other ? -1 : 1)))
      : held,
  );
}

const named = z.record(z.string(), z.unknown());

/** Which definitions a line names, by hash. */
export function namedBy(line: Pick<StoredLine, 'detail'>) {
  const detail = named.safeParse(JSON.parse(line.detail));
  return definitionKinds.flatMap((kind) => {
    const hash = detail.data?.[keyOf(kind)];
    return typeof hash === 'string' ? [{ kind, hash }] : [];
  });
}

/** The definitions of these hashes, as far as there are any. */
export async function readDefinitions(
  db: Kysely<Schema>,
  hashes: readonly string[],
): Promise<readonly KeptDefinition[]> {
  if (hashes.length === 0) return [];
  return db
    .selectFrom('audit_definition')
    .select(['hash', 'content'])
    .where('hash', 'in', [...hashes])
    .execute();
}

const content = z.object({ definition: z.json(), description: z.string() });

/** What these lines asked, by hash; a definition that is gone is left out, and `audit verify` tells of it. */
export async function readAsked(
  db: Kysely<Schema>,
  lines: readonly Pick<StoredLine, 'detail'>[],
): Promise<ReadonlyMap<string, z.output<typeof content>>> {
  const hashes = new Set(lines.flatMap((line) => namedBy(line).map(({ hash }) => hash)));
  const kept = await readDefinitions(db, [...hashes]);
  return new Map(kept.map((row) => [row.hash, content.parse(JSON.parse(row.content))]));
}

/** What one line asked, in the order of the kinds, from what was read. */
export const askedIn = (
  read: ReadonlyMap<string, z.output<typeof content>>,
  line: Pick<StoredLine, 'detail'>,
): AskedDefinition[] =>
  namedBy(line).flatMap(({ kind, hash }) => {
    const found = read.get(hash);
    return found === undefined ? [] : [{ kind, hash, ...found }];
  });
