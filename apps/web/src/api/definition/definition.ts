import type { DefinitionKind } from '@atrium/contract/wire/audit';
import { type QueryClient, queryOptions, skipToken, type UseQueryResult } from '@tanstack/react-query';
import { ApiError, ToldError } from '../apiError.ts';
import type { Change } from '../client.ts';

/** The neighbours of one stored version of a definition in its history; null where there is none. */
export interface Snapshot {
  readonly snapshotId: number | null;
  readonly previousSnapshotId: number | null;
  readonly nextSnapshotId: number | null;
}

/** One kind of definition with a history (cohort, table or analysis): the parts that differ between kinds. */
export interface KindWithHistory<View extends Snapshot> {
  readonly name: DefinitionKind;
  readonly read: (dataset: string, signal: AbortSignal) => Promise<View>;
  readonly snapshot: (dataset: string, snapshotId: number, signal: AbortSignal) => Promise<View>;
  readonly activate: (dataset: string, snapshotId: number, change?: Change) => Promise<View>;
  /** What an edit did that led from one version to another, in words that follow "Undo:". */
  readonly describeChange: (before: View, after: View) => string;
  /** Tabs of one browser tell each other of changes, and a change from elsewhere is noticed. */
  readonly isWatched?: boolean;
  /** Loads what the screen needs next of a version that is about to be shown. */
  readonly prefetch?: (client: QueryClient, dataset: string, view: View) => void;
}

/** The definition of a dataset; with a cohort's snapshot where the view depends on it, as names of columns do. */
export interface DefinitionOf {
  readonly dataset: string;
  readonly cohort?: number | null;
}

/** Which kind of definition is meant, for keys and channels. */
export type Named = Pick<KindWithHistory<Snapshot>, 'name'>;

/** The active definition of a dataset, for every cohort. */
export const activeFamily = ({ name }: Named, dataset: string) => [dataset, name, 'active'] as const;

/** Under this key run all edits of the definition of a dataset. */
export const editsKey = ({ name }: Named, dataset: string) => [dataset, name, 'edit'] as const;

/** Whether the definition on the screen was changed by somebody else than this tab. */
export const movedKey = ({ name }: Named, dataset: string) => [dataset, name, 'moved'] as const;

export const activeOptions = <View extends Snapshot>(kind: KindWithHistory<View>, of: DefinitionOf) =>
  queryOptions({
    queryKey: [...activeFamily(kind, of.dataset), ...(of.cohort === undefined ? [] : [of.cohort])] as const,
    queryFn: async ({ signal, client }): Promise<View> => {
      const view = await kind.read(of.dataset, signal);
      noticeMove(client, { kind, of }, view);
      keepSnapshot(client, { kind, of }, view);
      return view;
    },
    staleTime: 30_000,
    refetchOnWindowFocus: kind.isWatched === true ? 'always' : false,
  });

/** One stored version, loaded without making it the active one; it never changes. Nothing is loaded where there is none. */
export const snapshotOptions = <View extends Snapshot>(
  kind: KindWithHistory<View>,
  dataset: string,
  snapshotId: number | null,
) =>
  queryOptions({
    queryKey: [dataset, kind.name, 'snapshot', snapshotId] as const,
    queryFn:
      snapshotId === null
        ? skipToken
        : ({ signal }): Promise<View> => kind.snapshot(dataset, snapshotId, signal),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  });

/** A definition as the screen shows it. */
export interface Shown<View extends Snapshot> {
  readonly kind: KindWithHistory<View>;
  readonly of: DefinitionOf;
}

/** The version on the screen. */
export const shownView = <View extends Snapshot>(
  client: QueryClient,
  { kind, of }: Shown<View>,
): View | undefined => client.getQueryData<View>(activeOptions(kind, of).queryKey);

/** Keeps a version that was shown, so that its neighbours in the history can say what changed. */
export function keepSnapshot<View extends Snapshot>(
  client: QueryClient,
  { kind, of }: Shown<View>,
  view: View | undefined,
): void {
  const snapshotId = view?.snapshotId ?? null;
  if (snapshotId !== null)
    client.setQueryData<View>(snapshotOptions(kind, of.dataset, snapshotId).queryKey, view);
}

/** Another snapshot than the one on the screen, without an edit of this tab: another tab or device made it. */
function noticeMove<View extends Snapshot>(client: QueryClient, shown: Shown<View>, view: View): void {
  const { kind, of } = shown;
  const before = shownView(client, shown);
  const isOwn = client.isMutating({ mutationKey: editsKey(kind, of.dataset) }) > 0;
  if (kind.isWatched !== true || before === undefined || isOwn) return;
  if (before.snapshotId !== view.snapshotId) client.setQueryData(movedKey(kind, of.dataset), true);
}

/** Whether the server refused a change because the screen did not show what is active (rule 3.23). */
export const isChangedMeanwhile = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'changed_meanwhile';

/** Loads the newest state onto the screen, after a change that was refused for it. */
export async function showNewest<View extends Snapshot>(
  client: QueryClient,
  { kind, of }: Shown<View>,
): Promise<void> {
  await client.invalidateQueries({ queryKey: activeFamily(kind, of.dataset) });
  if (kind.isWatched === true) client.setQueryData(movedKey(kind, of.dataset), true);
}

/** The definition on the server is no longer the one on the screen: another tab or device changed it. */
export class DefinitionMoved extends ToldError {
  override readonly name = 'DefinitionMoved';
}

/** Refuses an answer about another version than the one on the screen, and reads the definition again. */
export async function refuseMoved(
  client: QueryClient,
  queryKey: readonly unknown[],
  message: string,
): Promise<never> {
  await client.invalidateQueries({ queryKey });
  throw new DefinitionMoved(message);
}

/** An answer about another version is asked for again, twice. */
export const retryMoved = (failures: number, error: Error): boolean =>
  error instanceof DefinitionMoved && failures < 2;

/** A failure to show to the person. There is none while an answer about another version is asked for again. */
export const lastingFailure = ({ error, isFetching }: UseQueryResult<unknown>): Error | null =>
  isFetching && error instanceof DefinitionMoved ? null : error;
