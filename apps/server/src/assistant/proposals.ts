import { assistantEndpoints } from '@atrium/contract/endpoints/assistant';
import { PortalError } from '@atrium/contract/errors/errorCode';
import type { Proposal, Proposed } from '@atrium/contract/wire/assistant';
import { type CohortDefinition, cohortDefinitionWire } from '@atrium/contract/wire/cohortDefinition';
import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { z } from 'zod';
import type { Member, PortalApi } from '../access/index.ts';
import { askingAssistant, record } from '../audit/index.ts';
import { asMade, cohortKind, presentCohort } from '../cohort/index.ts';
import {
  type DefinitionDeps,
  loadActiveDefinition,
  openStored,
  replaceActive,
  workOutEdits,
} from '../definition/index.ts';
import { disclosed, type OpenMeter, route, showsNothing } from '../http/index.ts';

/** What an assistant proposes for the active cohort, and what its person makes of it (rule 14.83). */
export function registerProposals(api: PortalApi, deps: DefinitionDeps): void {
  route(
    api,
    assistantEndpoints.propose,
    ({ member, body, meter, signal }) => propose(deps, member, { ...body, meter, signal }),
    async () => {
      if (askingAssistant() === undefined)
        throw new PortalError('not_permitted', 'Only an allowed assistant proposes.');
    },
  );
  route(api, assistantEndpoints.proposal, async ({ member }) => ({
    proposal: await findProposal(deps, member),
  }));
  route(api, assistantEndpoints.apply, ({ member, params }) => apply(deps, member, params.proposalId));
  route(api, assistantEndpoints.refuse, async ({ member, params }) => {
    const { steps } = await loadProposal(deps, member, params.proposalId);
    await endProposal(deps, member, { id: params.proposalId, edits: steps.length, isApplied: false });
    return { status: 'complete' as const };
  });
}

interface Proposing {
  readonly transformations: readonly CohortTransformation[];
  readonly note: string;
  readonly meter: Pick<OpenMeter, 'requireRoom'>;
  readonly signal: AbortSignal;
}

/** Judges the edits as a batch is judged, and stores the cohort after each; the cohort itself stays as it is. */
async function propose(
  deps: DefinitionDeps,
  member: Member,
  { transformations, note, meter, signal }: Proposing,
) {
  const base = await cohortKind.loadBase(deps, member);
  const active = await loadActiveDefinition(deps, cohortKind, { base, member });
  const { steps, tested, refusal } = await workOutEdits(deps, cohortKind, {
    ...{ base, member, signal, before: active.definition },
    transformations: transformations.map(asMade),
    requireRoom: (values) => meter.requireRoom(values),
  });
  const after = refusal === null ? (steps.at(-1) ?? active.definition) : active.definition;
  const { describe } = presentCohort(openStored(cohortKind, after, base));
  const proposalId =
    refusal === null
      ? await storeProposal(deps, member, { steps, note, base: active.snapshot.snapshotId })
      : null;
  const reply: Proposed = {
    proposalId,
    describe,
    errors: refusal === null ? [] : [...refusal.errors.map(({ message }) => message), ...refusal.warnings],
    refusals: (refusal?.errors ?? []).map(({ fields, code, text }) => ({
      fields: [...fields],
      code,
      message: text,
    })),
    ...(refusal?.index !== undefined && { refusedIndex: refusal.index }),
  };
  if (tested === 0) return showsNothing(reply);
  const line = { action: 'values_test', detail: { of: 'cohort', values: tested } } as const;
  return disclosed(reply, [line], { rows: tested, bytes: 0 });
}

interface NewProposal {
  readonly steps: readonly CohortDefinition[];
  readonly note: string;
  /** The snapshot that the edits change. */
  readonly base: number | null;
}

/** A member has one proposal at most: a new one takes the place of the one before. */
const storeProposal = (
  { db, clock }: DefinitionDeps,
  member: Member,
  { steps, note, base }: NewProposal,
): Promise<number> =>
  db.transaction().execute(async (transaction) => {
    const own = { account_id: member.account.id, dataset_id: member.datasetId };
    // Two at once come one after the other.
    await transaction
      .selectFrom('account')
      .select('id')
      .where('id', '=', own.account_id)
      .forUpdate()
      .execute();
    const before = transaction.deleteFrom('cohort_proposal').where('account_id', '=', own.account_id);
    await before.where('dataset_id', '=', own.dataset_id).execute();
    const { id } = await transaction
      .insertInto('cohort_proposal')
      .values({
        ...own,
        token_id: askingAssistant()?.token ?? 0,
        base_snapshot_id: base,
        steps: JSON.stringify(steps.map((step) => z.encode(cohortDefinitionWire, step))),
        note,
        created_at: clock(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    const detail = { level: member.level, edits: steps.length };
    await record(transaction, {
      ...{ accountId: own.account_id, datasetId: own.dataset_id },
      ...{ action: 'proposal_make', detail },
    });
    return id;
  });

const storedSteps = z.array(cohortDefinitionWire);

/** The proposal of a member whose assistant is still allowed. */
async function findStored({ db, clock }: DefinitionDeps, member: Member) {
  const now = clock();
  const row = await db
    .selectFrom('cohort_proposal')
    .innerJoin('api_token', 'api_token.id', 'cohort_proposal.token_id')
    .innerJoin('session', 'session.id', 'api_token.session_id')
    .select([
      'cohort_proposal.id',
      'cohort_proposal.base_snapshot_id',
      'cohort_proposal.steps',
      'cohort_proposal.note',
      'cohort_proposal.created_at',
      'api_token.name as assistant',
    ])
    .where('cohort_proposal.account_id', '=', member.account.id)
    .where('cohort_proposal.dataset_id', '=', member.datasetId)
    .where('api_token.expires_at', '>', now)
    .where('session.expires_at', '>', now)
    .executeTakeFirst();
  return row && { ...row, steps: storedSteps.parse(row.steps) };
}

async function loadProposal(deps: DefinitionDeps, member: Member, id: number) {
  const stored = await findStored(deps, member);
  if (stored?.id !== id) throw new PortalError('not_found', 'There is no such proposal any more.');
  return stored;
}

async function findProposal(deps: DefinitionDeps, member: Member): Promise<Proposal | null> {
  const stored = await findStored(deps, member);
  if (stored === undefined) return null;
  const base = await cohortKind.loadBase(deps, member);
  const active = await loadActiveDefinition(deps, cohortKind, { base, member });
  const { id, assistant, note, steps } = stored;
  return {
    ...{ id, assistant, note },
    createdAt: stored.created_at.toISOString(),
    isCurrent: stored.base_snapshot_id === active.snapshot.snapshotId,
    before: presentCohort(cohortKind.open(active, base)),
    steps: steps.map((step) => presentCohort(openStored(cohortKind, step, base))),
  };
}

/** What the person saw becomes the active cohort, as one snapshot; a cohort that was changed meanwhile refuses it. */
async function apply(deps: DefinitionDeps, member: Member, id: number) {
  const { steps, base_snapshot_id: expected } = await loadProposal(deps, member, id);
  const base = await cohortKind.loadBase(deps, member);
  const definition = steps.at(-1) ?? cohortKind.start(base);
  const opened = await replaceActive(deps, cohortKind, { member, base, definition, expected });
  await endProposal(deps, member, { id, edits: steps.length, isApplied: true });
  return presentCohort(opened);
}

interface Ending {
  readonly id: number;
  readonly edits: number;
  readonly isApplied: boolean;
}

async function endProposal(
  { db }: DefinitionDeps,
  { account, datasetId, level }: Member,
  { id, edits, isApplied }: Ending,
): Promise<void> {
  await db.deleteFrom('cohort_proposal').where('id', '=', id).execute();
  const detail = { level, edits, isApplied };
  await record(db, { accountId: account.id, datasetId, action: 'proposal_end', detail });
}
