import type { Endpoint } from '@atrium/contract/endpoints/endpoint';
import type { z } from 'zod';
import { type Change, request } from '../client.ts';
import type { EditOptions } from './edits.ts';

type Call<Params, Body, Reply> = Endpoint<
  z.ZodType<Params>,
  z.ZodType<object>,
  z.ZodType<Body>,
  z.ZodType<Reply>
>;
type InDataset = { readonly dataset: string };
type OnSnapshot = InDataset & { readonly snapshotId: number };

/** The endpoints of a kind of definition. */
interface Endpoints<Edit, View, Reply> {
  readonly read: Call<InDataset, unknown, View>;
  readonly edit: Call<InDataset, { readonly transformation: Edit }, Reply>;
  readonly batch: Call<InDataset, { readonly transformations: readonly Edit[] }, Reply>;
  readonly snapshot: Call<OnSnapshot, unknown, View>;
  readonly activate: Call<OnSnapshot, unknown, View>;
}

/** How a kind of definition is read and changed: the same five calls for each kind. */
export const callsOf = <Edit, View, Reply>(endpoints: Endpoints<Edit, View, Reply>) => ({
  read: (dataset: string, signal: AbortSignal) => request(endpoints.read, { params: { dataset }, signal }),
  edit: (dataset: string, transformation: Edit, options?: EditOptions) =>
    request(endpoints.edit, { params: { dataset }, body: { transformation }, ...options }),
  batch: (dataset: string, transformations: readonly Edit[], options?: EditOptions) =>
    request(endpoints.batch, { params: { dataset }, body: { transformations }, ...options }),
  snapshot: (dataset: string, snapshotId: number, signal: AbortSignal) =>
    request(endpoints.snapshot, { params: { dataset, snapshotId }, signal }),
  activate: (dataset: string, snapshotId: number, change: Change = {}) =>
    request(endpoints.activate, { params: { dataset, snapshotId }, change }),
});
