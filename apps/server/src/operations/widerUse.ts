import { createHash } from 'node:crypto';
import { formatQuantity } from '@atrium/contract/calendar/numerals';
import { PortalError } from '@atrium/contract/errors/errorCode';
import { unreachable } from '@atrium/contract/errors/unreachable';
import {
  compileUseChanges,
  type Lookup,
  purposeWords,
  type UseChange,
  visibilityOfEverything,
  type WiderUse,
  widerUses,
} from '@atrium/engine';
import type { Kysely } from 'kysely';
import { releaseName } from '../catalogue/index.ts';
import type { Schema } from '../database/index.ts';
import type { ImportDeps } from './operation.ts';

/** A release, compared with the live one by what its subjects agreed to. */
export interface ComparedUses {
  /** The live release with which it was compared; null where nothing is live. */
  readonly live: number | null;
  readonly wider: readonly WiderUse[];
  /** It says nothing of data use, and the live one does: so it cannot go live (rule 8.36). */
  readonly isLost: boolean;
}

type Deps = Pick<ImportDeps, 'db' | 'questions'>;

interface Coming {
  readonly dataset: string;
  readonly release: number;
  /** The release whose data it shares; null where it has its own. */
  readonly sharedOf: number | null;
  readonly coming: Lookup;
}

/** What a release would open that its subjects did not agree to on the live one (rule 1.30). */
export async function compareUses(
  deps: Deps,
  { dataset, release, sharedOf, coming }: Coming,
): Promise<ComparedUses> {
  const { live, data, asksUses } = await findLive(deps.db, dataset);
  const compared = (wider: readonly WiderUse[]): ComparedUses => ({ live, wider, isLost: false });
  if (live === null || live === release || !asksUses) return compared([]);
  const after = coming.dictionary.dataUse;
  if (after === undefined) return { live, wider: [], isLost: true };
  // The same data have the same codes.
  if (data === (sharedOf ?? release)) return compared([]);
  const before = await openKept(deps, live);
  if (before?.dictionary.dataUse === undefined) {
    const subjects = after.occurring.reduce((sum, one) => sum + one.subjects, 0);
    return compared([{ kind: 'unknown', subjects, codes: after.occurring.map(({ codes }) => codes) }]);
  }
  const changes = await findChanges(deps, { before, live }, { after: coming, release });
  return compared(widerUses(before.dictionary.dataUse, after, changes));
}

async function findLive(db: Kysely<Schema>, dataset: string) {
  const row = await db
    .selectFrom('dataset')
    .innerJoin('release', 'release.id', 'dataset.live_release_id')
    .select(['release.id', 'release.data_release_id', 'release.agreed_subject_count'])
    .where('dataset.unique_id', '=', dataset)
    .executeTakeFirst();
  return {
    live: row?.id ?? null,
    data: row?.data_release_id ?? row?.id ?? null,
    asksUses: row !== undefined && row.agreed_subject_count !== null,
  };
}

const lostUses = (): PortalError =>
  new PortalError(
    'conflict',
    'The live release says what its subjects agreed to (dataUse), and this one does not. If everybody agreed to every use, say so: "dataUse": {"codes": "NRES"}.',
  );

/** Null where the data of the live release are gone: that keeps nobody from a repair, and is confirmed. */
async function openKept({ questions }: Deps, live: number): Promise<Lookup | null> {
  try {
    return await questions.open(releaseName(live));
  } catch (error) {
    if (error instanceof PortalError && error.code === 'not_ready') return null;
    throw error;
  }
}

async function findChanges(
  { questions }: Deps,
  { before, live }: { readonly before: Lookup; readonly live: number },
  { after, release }: { readonly after: Lookup; readonly release: number },
): Promise<readonly UseChange[]> {
  const of = (lookup: Lookup, id: number) => ({
    ...{ release: releaseName(id), lookup },
    ...{ dialect: questions.dialect, visibility: visibilityOfEverything },
  });
  const query = compileUseChanges(of(before, live), of(after, release));
  if (query === null) return [];
  const changes: UseChange[] = [];
  for await (const rows of questions.stream(query))
    for (const row of rows)
      changes.push({
        before: textOf(row['before']),
        after: textOf(row['after']),
        subjects: Number(row['subjects']),
      });
  return changes;
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

interface Going {
  readonly dataset: string;
  readonly compared: ComparedUses;
  readonly confirm: readonly string[];
}

/**
 * Returns what was confirmed now, by name.
 * @throws PortalError 'conflict' where something wider is not confirmed, or what is confirmed is not there;
 * 'changed_meanwhile' where another release is live than the one that was compared
 */
export async function requireUses(
  transaction: Kysely<Schema>,
  { dataset, compared: { live, wider, isLost }, confirm }: Going,
): Promise<readonly string[]> {
  if (isLost) throw lostUses();
  const now = await findLive(transaction, dataset);
  if (now.live !== live)
    throw new PortalError('changed_meanwhile', 'Another release has gone live meanwhile. Please try again.');
  const names = wider.map(nameOfWiderUse);
  const other = confirm.find((name) => !names.includes(name));
  if (other !== undefined)
    throw new PortalError(
      'conflict',
      `${other} is no wider use of this release, so there is nothing to confirm.`,
      {
        field: 'confirm',
      },
    );
  const missing = unconfirmedUses(wider, confirm);
  if (missing.length > 0) throw refusalOf(missing);
  return names;
}

/** By what it is confirmed: nobody confirms other subjects or codes than they have read. */
export function nameOfWiderUse(use: WiderUse): string {
  const digest = createHash('sha256').update(JSON.stringify(use)).digest('hex');
  return `${use.kind}:${use.subjects}:${digest.slice(0, 8)}`;
}

export const unconfirmedUses = (
  wider: readonly WiderUse[],
  confirm: readonly string[],
): readonly WiderUse[] => wider.filter((one) => !confirm.includes(nameOfWiderUse(one)));

/** Whether a confirmed name is one of a wider use; those of fields have a point. */
export const isNameOfUse = (name: string): boolean => /^(codes|aggregates|unknown):\d+/.test(name);

const flagsOf = (wider: readonly WiderUse[]): string =>
  wider.map((one) => `--wider-use ${nameOfWiderUse(one)}`).join(' ');

const refusalOf = (missing: readonly WiderUse[]): PortalError =>
  new PortalError(
    'conflict',
    `Nothing has gone live: the release opens more than its subjects agreed to before. Correct the package, or confirm it: ${missing.map(widerUseInWords).join('; ')}. On the command line: ${flagsOf(missing)}`,
    { field: 'confirm' },
  );

const maxNamed = 10;

/** How many subjects, and which codes. */
export function widerUseInWords(wider: WiderUse): string {
  const subjects = formatQuantity(wider.subjects, 'subject');
  switch (wider.kind) {
    case 'codes': {
      const named = wider.changes.slice(0, maxNamed).map(presentChange);
      const more = wider.changes.length - named.length;
      return `${subjects} would be open to more uses (${named.join(', ')}${more > 0 ? `, and ${more} more` : ''})`;
    }
    case 'aggregates':
      return `members who see aggregates only would count ${subjects} more (${useFor(wider.before)} before, ${useFor(wider.after)} now)`;
    case 'unknown':
      return `no subject of the live release was found by its id, so that what ${subjects} agreed to cannot be compared (now ${wider.codes.slice(0, maxNamed).join(', ')})`;
    default:
      return unreachable(wider);
  }
}

const presentChange = ({ before, after, subjects }: UseChange): string =>
  `${before ?? 'no codes'} → ${after ?? 'no codes'}: ${formatQuantity(subjects, 'subject')}`;

const useFor = (purpose: Parameters<typeof purposeWords>[0] | null): string =>
  purpose === null ? 'every use' : purposeWords(purpose, {});

/** What waits to be confirmed, as lines of text. */
export function presentWiderUses(wider: readonly WiderUse[]): readonly string[] {
  if (wider.length === 0) return [];
  return [
    'What its subjects agreed to: the release opens more than the live one. It must be confirmed before it goes live:',
    ...wider.map((one) => `  - ${widerUseInWords(one)}`),
    `  Correct the package, confirm it where staff switch to the release, or import with: ${flagsOf(wider)}`,
  ];
}
