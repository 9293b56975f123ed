import { createHash } from 'node:crypto';
import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import { fieldRefusal } from '@atrium/contract/errors/errorCode';
import type { EditRefusal } from '@atrium/contract/wire/cohortView';
import type { Outcome } from '@atrium/engine';
import { takeTimeSlices } from '@atrium/warehouse';
import type { FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { PortalApi } from '../access/index.ts';
import { disclosed, route, showsNothing } from '../http/index.ts';
import {
  type DefinitionDeps,
  type DefinitionKind,
  editActive,
  openActive,
  openSnapshot,
} from './definitionKind.ts';
import type { Expected } from './history.ts';
import type { EditKey } from './madeEdits.ts';

type MemberEndpoint<Params, Query, Body, Reply> = Endpoint<
  z.ZodType<Params>,
  z.ZodType<Query>,
  z.ZodType<Body>,
  z.ZodType<Reply>
> & {
  readonly permission: 'subjects' | 'aggregates';
  readonly declares: { readonly discloses: 'nothing' };
};

/** An edit may tell which of its values are in the data. */
type EditEndpoint<Body, Reply> = Endpoint<z.ZodType, z.ZodType, z.ZodType<Body>, z.ZodType<Reply>> & {
  readonly permission: 'subjects' | 'aggregates';
};

interface OneSnapshot {
  readonly snapshotId: number;
}

/** The calls that every kind of definition has. */
export interface DefinitionEndpoints<Transformation, View> {
  readonly read: MemberEndpoint<unknown, unknown, unknown, View>;
  readonly edit: EditEndpoint<{ readonly transformation: Transformation }, View & PresentedOutcome>;
  readonly batch: EditEndpoint<
    { readonly transformations: readonly Transformation[] },
    View & PresentedOutcome
  >;
  readonly snapshot: MemberEndpoint<
    OneSnapshot,
    { readonly setToActive?: boolean | undefined },
    unknown,
    View
  >;
  readonly activate: MemberEndpoint<OneSnapshot, unknown, unknown, View>;
}

/** Registers the calls that read and edit the active definition of a kind, read its snapshots and activate them. */
export function registerDefinition<Definition extends object, Transformation, Base, Opened, View>(
  api: PortalApi,
  deps: DefinitionDeps,
  {
    endpoints,
    kind,
  }: {
    readonly endpoints: DefinitionEndpoints<Transformation, View>;
    readonly kind: DefinitionKind<Definition, Transformation, Base, Opened, View>;
  },
): void {
  /** To check, to present and to write a definition with a long list take a slice each (rule 8.29). */
  const present = async (opened: Promise<Opened>): Promise<View> => {
    const slice = takeTimeSlices();
    const checked = await opened;
    await slice.giveWay();
    const view = kind.present(checked);
    await slice.giveWay();
    return view;
  };
  route(api, endpoints.read, ({ member }) => present(openActive(deps, kind, member)));
  for (const endpoint of [endpoints.edit, endpoints.batch]) {
    route(api, endpoint, async ({ member, body, meter, signal, request }) => {
      const edited = editActive(deps, kind, {
        ...body,
        member,
        signal,
        requireRoom: (values) => meter?.requireRoom(values),
        expected: expectedBy(request),
        editKey: editKeyOf(request),
      });
      const view = await present(edited.then(({ opened }) => opened));
      const { outcome, tested } = await edited;
      const reply = { ...presentOutcome(outcome), ...view };
      if (tested === 0) return showsNothing(reply);
      const line = { action: 'values_test', detail: { of: kind.kind, values: tested } } as const;
      return disclosed(reply, [line], { rows: tested, bytes: 0 });
    });
  }
  route(api, endpoints.snapshot, async ({ member, params: { snapshotId }, query, request }) => {
    const isActivated = query.setToActive === true;
    const expected = expectedBy(request);
    return present(openSnapshot(deps, kind, { member, snapshotId, isActivated, expected }));
  });
  route(api, endpoints.activate, async ({ member, params: { snapshotId }, request }) => {
    const expected = expectedBy(request);
    return present(openSnapshot(deps, kind, { member, snapshotId, isActivated: true, expected }));
  });
}

const quotedId = /^"(\d{1,10})"$/;

/** The snapshot that the caller takes for the active one, as `If-Match` names it; `"0"` is the empty history. */
function expectedBy({ headers }: FastifyRequest): Expected {
  const given = headers['if-match'];
  if (given === undefined || given === '*') return undefined;
  const id = quotedId.exec(given)?.[1];
  if (id === undefined) throw fieldRefusal('bad_request', 'if-match', 'not the id of a snapshot in quotes');
  return Number(id) === 0 ? null : Number(id);
}

const keyForm = /^[\x21-\x7e]{1,200}$/;

/** Identifies this edit if it is sent twice; undefined where its caller gives no key. */
function editKeyOf({ headers, body }: FastifyRequest): EditKey | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || !keyForm.test(key))
    throw fieldRefusal('bad_request', 'idempotency-key', 'not 1 to 200 characters without spaces');
  const text = typeof body === 'string' ? body : '';
  return { key, requestHash: createHash('sha256').update(text).digest('hex') };
}

/** The part of a reply that says how an edit ended (rule 3.9); tables and cross-tabs leave out the entries of warnings. */
interface PresentedOutcome {
  transformationSuccessful: boolean;
  transformationErrors: string[];
  transformationRefusals: EditRefusal[];
  transformationWarnings: string[];
  refusedIndex?: number | undefined;
  transformationWarningEntries?: string[];
  entryId?: string | undefined;
}

function presentOutcome(outcome: Outcome<unknown>): PresentedOutcome {
  const refusal = outcome.kind === 'refused' ? outcome : { errors: [], warnings: [], warningEntries: [] };
  const isDone = outcome.kind === 'changed' || outcome.kind === 'unchanged';
  return {
    transformationSuccessful: isDone,
    transformationErrors: refusal.errors.map(({ message }) => message),
    transformationRefusals: refusal.errors.map(({ fields, code, text }) => ({
      fields: [...fields],
      code,
      message: text,
    })),
    transformationWarnings: [...refusal.warnings],
    transformationWarningEntries: [...refusal.warningEntries],
    ...(outcome.kind === 'refused' && outcome.index !== undefined ? { refusedIndex: outcome.index } : {}),
    ...(isDone && outcome.entryId !== undefined ? { entryId: outcome.entryId } : {}),
  };
}
