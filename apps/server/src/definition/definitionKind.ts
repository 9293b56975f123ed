import { randomInt } from 'node:crypto';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { AuditDetail } from '@atrium/contract/wire/audit';
import { applyInOrder, type Outcome, type RefusedEdit } from '@atrium/engine';
import { inTimeSlices, type Questions, takeTimeSlices } from '@atrium/warehouse';
import type { Kysely } from 'kysely';
import type { z } from 'zod';
import type { Member } from '../access/index.ts';
import { type AuditEvent, type RecordedLine, record } from '../audit/index.ts';
import type { Schema, SnapshotKind } from '../database/schema.ts';
import {
  type ActiveDefinition,
  activate,
  addSnapshot,
  type Expected,
  edit,
  type History,
  loadActive,
  loadSnapshot,
  noSnapshot,
  type Writing,
} from './history.ts';
import type { DefinitionMemory } from './knownDefinitions.ts';
import type { EditKey } from './madeEdits.ts';

/** The parts that are needed to load, open and run definitions. */
export interface DefinitionDeps {
  readonly db: Kysely<Schema>;
  readonly questions: Questions;
  readonly clock: () => Date;
}

/**
 * What is different between cohort, table and analysis definitions. `Base` is what a definition of the kind is opened
 * on: the live release as the member may use it, and for tables and cross-tabs the active cohort.
 */
export interface DefinitionKind<Definition extends object, Transformation, Base, Opened, View> {
  readonly kind: SnapshotKind;
  /** Between the stored JSON, which is that of the wire, and the definition. */
  readonly codec: z.ZodType<Definition>;
  readonly known: DefinitionMemory<Definition>;
  loadBase(deps: DefinitionDeps, member: Member): Promise<Base>;
  /** The definition of a member who has not edited one. */
  start(base: Base): Definition;
  /** Checks a definition for the members who see the release of the base. */
  open(held: ActiveDefinition<Definition>, base: Base): Opened;
  /** Looks up the values of the data that an edit needs, and returns the edit as a pure function. */
  prepareEdit(
    deps: DefinitionDeps,
    transformation: Transformation,
    request: EditRequest<Base>,
  ): Promise<(before: Definition) => Outcome<Definition>>;
  /** How many values of an edit are looked for in the data of single subjects: its answer tells which are there. */
  countTested(transformation: Transformation, base: Base): number;
  /** The definition as the client draws it. */
  present(opened: Opened): View;
}

export interface EditRequest<Base> {
  readonly base: Base;
  readonly member: Member;
  readonly signal: AbortSignal;
}

type Stored<Definition extends object> = Pick<
  DefinitionKind<Definition, never, never, never, unknown>,
  'kind' | 'codec' | 'known'
>;

const historyOf = <Definition extends object>(
  { kind, codec, known }: Stored<Definition>,
  member: Member,
): History<Definition> => ({ accountId: member.account.id, datasetId: member.datasetId, kind, codec, known });

/** Loads the active definition of a member; without an edit so far, that is the start definition on this base. */
export async function loadActiveDefinition<Definition extends object, Base>(
  deps: DefinitionDeps,
  kind: Stored<Definition> & Pick<DefinitionKind<Definition, never, Base, never, unknown>, 'start'>,
  { base, member }: { readonly base: Base | Promise<Base>; readonly member: Member },
): Promise<ActiveDefinition<Definition>> {
  const [loaded, held] = await Promise.all([base, loadActive(deps.db, historyOf(kind, member), member.asOf)]);
  return held ?? { definition: kind.start(loaded), snapshot: noSnapshot };
}

/** Opens the active definition of a member. */
export async function openActive<Definition extends object, Transformation, Base, Opened, View>(
  deps: DefinitionDeps,
  kind: DefinitionKind<Definition, Transformation, Base, Opened, View>,
  member: Member,
): Promise<Opened> {
  const base = kind.loadBase(deps, member);
  const [loaded, held] = await Promise.all([base, loadActiveDefinition(deps, kind, { base, member })]);
  return kind.open(held, loaded);
}

/** Opens a definition that is stored elsewhere than in a history, on any base. */
export const openStored = <Definition extends object, Base, Opened>(
  kind: Pick<DefinitionKind<Definition, never, Base, Opened, unknown>, 'open'>,
  definition: Definition,
  base: Base,
): Opened => kind.open({ definition, snapshot: noSnapshot }, base);

export interface SnapshotRequest {
  readonly member: Member;
  readonly snapshotId: number;
  /** Whether the snapshot becomes the active one: undo and redo. */
  readonly isActivated: boolean;
  readonly expected?: Expected;
}

/** Opens one of the member's own snapshots; refuses any other id with not_found. */
export async function openSnapshot<Definition extends object, Transformation, Base, Opened, View>(
  deps: DefinitionDeps,
  kind: DefinitionKind<Definition, Transformation, Base, Opened, View>,
  { member, snapshotId: id, isActivated, expected }: SnapshotRequest,
): Promise<Opened> {
  const history = historyOf(kind, member);
  const held = await (isActivated
    ? activate(deps.db, history, { id, expected })
    : loadSnapshot(deps.db, history, { id }));
  return kind.open(held, await kind.loadBase(deps, member));
}

/** Where a table or cross-tab that is shown or exported comes from. */
export interface DefinitionSource<Opened> {
  readonly open: () => Promise<Opened>;
  /** Of its files, without ending (rule 5.18). */
  readonly fileName: string;
  /** Stands in the audit beside the release. */
  readonly detail: AuditDetail;
}

/** One edit, or a batch of them (rule 3.24). */
export type MemberEdit<Transformation> = {
  readonly member: Member;
  readonly signal: AbortSignal;
  readonly expected?: Expected;
  readonly editKey?: EditKey | undefined;
  /** Refuses where so many values are more than the member may still see today (rule 8.21). */
  readonly requireRoom?: (values: number) => void;
} & ({ readonly transformation: Transformation } | { readonly transformations: readonly Transformation[] });

/** Edits the active definition; what is refused changes nothing (rule 3.9). Returns what is active after it. */
export async function editActive<Definition extends object, Transformation, Base, Opened, View>(
  deps: DefinitionDeps,
  kind: DefinitionKind<Definition, Transformation, Base, Opened, View>,
  given: MemberEdit<Transformation>,
): Promise<{ readonly outcome: Outcome<Definition>; readonly opened: Opened; readonly tested: number }> {
  const { member, signal, expected, editKey } = given;
  const slice = takeTimeSlices();
  const base = await kind.loadBase(deps, member);
  await slice.giveWay();
  const edits = 'transformation' in given ? [given.transformation] : given.transformations;
  const tested = edits.reduce((sum, one) => sum + kind.countTested(one, base), 0);
  if (tested > 0) given.requireRoom?.(tested);
  await slice.giveWay();
  const prepare = (transformation: Transformation) =>
    kind.prepareEdit(deps, transformation, { base, member, signal });
  const apply =
    'transformation' in given
      ? await prepare(given.transformation)
      : await prepareBatch(given.transformations, prepare);
  const start = () => kind.start(base);
  const { outcome, held } = await edit(deps.db, historyOf(kind, member), {
    start,
    apply,
    expected,
    editKey,
    signal,
  });
  await slice.giveWay();
  return { outcome, opened: kind.open(held, base), tested };
}

/** Prepares edits that are made as one. A refusal names the edit that it is about, by its index. */
async function prepareBatch<Definition, Transformation>(
  transformations: readonly Transformation[],
  prepare: (transformation: Transformation) => Promise<(before: Definition) => Outcome<Definition>>,
): Promise<(before: Definition) => Promise<Outcome<Definition>>> {
  const edits: ((before: Definition) => Outcome<Definition>)[] = [];
  for (const [index, transformation] of transformations.entries()) {
    const edit = await prepare(transformation).catch((error: unknown) => {
      if (!(error instanceof PortalError) || error.field === undefined) throw error;
      const at = `transformations.${index}.`;
      throw new PortalError(error.code, `${at}${error.message}`, {
        field: `${at}${error.field}`,
        cause: error,
      });
    });
    edits.push(edit);
  }
  return (before) => inTimeSlices(applyInOrder(before, edits));
}

/** Edits that are worked out on a definition. */
export interface EditsToWorkOut<Definition, Transformation, Base> extends EditRequest<Base> {
  readonly before: Definition;
  readonly transformations: readonly Transformation[];
  /** Refuses where so many values are more than the member may still see today (rule 8.21). */
  readonly requireRoom: (values: number) => void;
}

/** The definition after each edit, or the refusal of the first edit that is refused, with its index. */
export interface WorkedOutEdits<Definition> {
  readonly steps: readonly Definition[];
  readonly refusal: RefusedEdit | null;
  /** How many values were looked for in the data of single subjects. */
  readonly tested: number;
}

/** Works edits out one after the other as a batch does (rule 3.24), and stores nothing. */
export async function workOutEdits<Definition extends object, Transformation, Base>(
  deps: DefinitionDeps,
  kind: Pick<DefinitionKind<Definition, Transformation, Base, never, unknown>, 'prepareEdit' | 'countTested'>,
  { before, transformations, requireRoom, ...request }: EditsToWorkOut<Definition, Transformation, Base>,
): Promise<WorkedOutEdits<Definition>> {
  const tested = transformations.reduce((sum, one) => sum + kind.countTested(one, request.base), 0);
  requireRoom(tested);
  const steps: Definition[] = [];
  const applied = await prepareBatch<Definition, Transformation>(transformations, async (one) => {
    const apply = await kind.prepareEdit(deps, one, request);
    return (held) => {
      const outcome = apply(held);
      if (outcome.kind !== 'refused') steps.push(outcome.kind === 'changed' ? outcome.definition : held);
      return outcome;
    };
  });
  const outcome = await applied(before);
  return { steps, tested, refusal: outcome.kind === 'refused' ? outcome : null };
}

interface Replacing<Definition extends object, Base> extends Loaded<Definition, Base> {
  /** The snapshot that it takes the place of; another active one refuses with changed_meanwhile. */
  readonly expected: number | null;
}

/** Makes a definition that was worked out before the active one, as one snapshot, and opens it. */
export async function replaceActive<Definition extends object, Transformation, Base, Opened, View>(
  { db }: Pick<DefinitionDeps, 'db'>,
  kind: DefinitionKind<Definition, Transformation, Base, Opened, View>,
  { member, base, definition, expected }: Replacing<Definition, Base>,
): Promise<Opened> {
  const start = () => kind.start(base);
  const apply = (): Outcome<Definition> => ({ kind: 'changed', definition });
  const { held } = await edit(db, historyOf(kind, member), { start, apply, expected });
  return kind.open(held, base);
}

/** A definition that becomes the active one of a member. */
export interface Loaded<Definition, Base> {
  readonly member: Member;
  readonly base: Base;
  readonly definition: Definition;
}

/** Makes a definition that is stored elsewhere the active one, as one snapshot, within a transaction of the caller. */
export const loadAsActive = <Definition extends object, Base>(
  writing: Writing,
  kind: Stored<Definition> & Pick<DefinitionKind<Definition, never, Base, never, unknown>, 'start'>,
  { member, base, definition }: Loaded<Definition, Base>,
) => addSnapshot(writing, historyOf(kind, member), { definition, start: () => kind.start(base) });

/** Records a question of a member: who asked, in which dataset, with which access level, and what. */
export const recordQuestion = (
  { db }: Pick<DefinitionDeps, 'db'>,
  member: Member,
  { action, detail, recordedQuery }: Required<Pick<AuditEvent, 'action' | 'detail' | 'recordedQuery'>>,
): Promise<RecordedLine> =>
  record(db, {
    accountId: member.account.id,
    datasetId: member.datasetId,
    action,
    detail: { level: member.level, ...detail },
    recordedQuery,
  });

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** A fresh id of an entry in a definition: 12 letters and digits, opaque to clients (rule 3.13). */
export const newEntryId = (): string =>
  Array.from({ length: 12 }, () => alphabet.charAt(randomInt(alphabet.length))).join('');
