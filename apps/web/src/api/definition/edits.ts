import { hashKey, type QueryClient, useIsMutating, useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef, useState } from 'react';
import type { Change } from '../client.ts';
import {
  activeFamily,
  activeOptions,
  type DefinitionOf,
  editsKey,
  isChangedMeanwhile,
  type KindWithHistory,
  keepSnapshot,
  movedKey,
  type Named,
  type Shown,
  type Snapshot,
  showNewest,
  shownView,
} from './definition.ts';
import { tellOtherTabs } from './otherTabs.ts';
import { stepsOf } from './steps.ts';

/** How an edit ended; a refused one changes nothing. */
interface Outcome {
  readonly transformationSuccessful: boolean;
}

/** A kind of definition with its edits. The reply to an edit is the view that came of it, with the outcome. */
export interface EditableKind<Edit, View extends Snapshot, Reply extends View & Outcome>
  extends KindWithHistory<View> {
  readonly edit: (dataset: string, transformation: Edit, options?: EditOptions) => Promise<Reply>;
  /** Several edits as one: all of them are made, or none (rule 3.24). */
  readonly batch: (
    dataset: string,
    transformations: readonly Edit[],
    options?: EditOptions,
  ) => Promise<Reply>;
}

export interface EditOptions {
  readonly signal?: AbortSignal;
  readonly change?: Change;
}

/** A name that no other edit has. `crypto.randomUUID` exists in secure contexts only. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint32Array(4)), (part) => part.toString(36)).join('-');

/** Makes one edit, or several as one, and resolves with the reply also where they were refused. */
export type MakeEdits<Edit, Reply> = (...transformations: readonly [Edit, ...Edit[]]) => Promise<Reply>;

/** Edits of one definition run one after the other, so that answers arrive in the order of the clicks. */
const inOrder = (kind: Named, { dataset }: DefinitionOf) => ({
  mutationKey: editsKey(kind, dataset),
  scope: { id: `${kind.name} of ${dataset}` },
});

/** Puts a version on the screen, ahead of any older answer still under way; views over other cohorts are dropped. */
async function showView<View extends Snapshot>(
  client: QueryClient,
  shown: Shown<View>,
  view: View,
): Promise<void> {
  const { kind, of } = shown;
  const { queryKey } = activeOptions(kind, of);
  const family = { queryKey: activeFamily(kind, of.dataset) };
  await client.cancelQueries(family);
  client.removeQueries({ ...family, predicate: ({ queryHash }) => queryHash !== hashKey(queryKey) });
  kind.prefetch?.(client, of.dataset, view);
  keepSnapshot(client, shown, shownView(client, shown));
  keepSnapshot(client, shown, view);
  client.setQueryData<View>(queryKey, view);
  if (kind.isWatched !== true) return;
  client.setQueryData(movedKey(kind, of.dataset), false);
  tellOtherTabs(kind, { dataset: of.dataset, snapshotId: view.snapshotId });
}

/** The body of one step: it makes edits, each perhaps depending on the results of the earlier ones. */
type Run<Edit, Reply, Input, Result> = (make: MakeEdits<Edit, Reply>, input: Input) => Promise<Result>;

/** Functions that are called when their edit has ended, if the component that asked for it is still on the screen. */
export interface EditCallbacks<Result> {
  readonly onSuccess?: (result: Result) => void;
  readonly onError?: (error: Error) => void;
  readonly onSettled?: () => void;
}

/** How the edits ended that were asked for since none was under way. */
interface Ended<Result> {
  readonly results: readonly Result[];
  readonly errors: readonly Error[];
}

/**
 * Edits that are made in the order in which they are asked for, each on the result of the one before. An edit that is
 * under way or waits is not begun again, as by a double click.
 */
export interface Edits<Input, Result> extends Ended<Result> {
  readonly mutate: (input: Input, callbacks?: EditCallbacks<Result>) => void;
  readonly mutateAsync: (input: Input) => Promise<Result>;
  /** What is under way or waits. */
  readonly underWay: readonly Input[];
  readonly isPending: boolean;
  /** Forgets how edits ended. */
  readonly reset: () => void;
}

/** Edits that `run` makes. When it has ended, also by a failure, the last version is shown and undo takes all as one step. */
export function useEdits<Edit, View extends Snapshot, Reply extends View & Outcome, Input, Result>(
  kind: EditableKind<Edit, View, Reply>,
  of: DefinitionOf,
  run: Run<Edit, Reply, Input, Result>,
): Edits<Input, Result> {
  const client = useQueryClient();
  const mutationFn = async ({ input }: Given<Input>): Promise<Result> => {
    const made: Reply[] = [];
    let isMoved = false;
    const make: MakeEdits<Edit, Reply> = async (first, ...further) => {
      const base = (made.at(-1) ?? shownView(client, { kind, of }))?.snapshotId;
      const options = { change: { base, key: newKey() } };
      const sent =
        further.length === 0
          ? kind.edit(of.dataset, first, options)
          : kind.batch(of.dataset, [first, ...further], options);
      const reply = await sent.catch((error: unknown) => {
        isMoved = isChangedMeanwhile(error);
        throw error;
      });
      if (reply.transformationSuccessful) made.push(reply);
      return reply;
    };
    return await run(make, input).finally(async () => {
      stepsOf(kind).remember(made);
      const last = made.at(-1);
      if (last !== undefined) await showView(client, { kind, of }, last);
      if (isMoved) await showNewest(client, { kind, of });
    });
  };
  return useQueue(useMutation({ ...inOrder(kind, of), mutationFn }).mutateAsync);
}

interface Given<Input> {
  readonly input: Input;
}

interface UnderWay<Input, Result> extends Given<Input> {
  readonly result: Promise<Result>;
}

/** Keeps the edits under way, and how each ended: the library keeps the last one only. */
function useQueue<Input, Result>(begin: (given: Given<Input>) => Promise<Result>): Edits<Input, Result> {
  const queue = useRef(new Map<string, UnderWay<Input, Result>>());
  const [underWay, setUnderWay] = useState<readonly Input[]>([]);
  const [ended, setEnded] = useState<Ended<Result>>(nothingEnded);
  const isShown = useIsShown();
  const mutateAsync = useCallback(
    (input: Input): Promise<Result> => {
      const name = JSON.stringify(input) ?? '';
      const same = queue.current.get(name);
      if (same !== undefined) return same.result;
      if (queue.current.size === 0) setEnded(nothingEnded);
      const show = () => setUnderWay(Array.from(queue.current.values(), (edit) => edit.input));
      const result = begin({ input }).finally(() => {
        queue.current.delete(name);
        show();
      });
      queue.current.set(name, { input, result });
      show();
      result.then(
        (made) => setEnded(({ results, errors }) => ({ results: [...results, made], errors })),
        (error: Error) => setEnded(({ results, errors }) => ({ results, errors: [...errors, error] })),
      );
      return result;
    },
    [begin],
  );
  const mutate = useCallback(
    (input: Input, callbacks: EditCallbacks<Result> = {}) => {
      if (queue.current.has(JSON.stringify(input) ?? '')) return;
      const tell = (receive: () => void) => {
        if (isShown.current) receive();
      };
      mutateAsync(input)
        .then(
          (result) => tell(() => callbacks.onSuccess?.(result)),
          (error: Error) => tell(() => callbacks.onError?.(error)),
        )
        .finally(() => tell(() => callbacks.onSettled?.()));
    },
    [mutateAsync, isShown],
  );
  const reset = useCallback(() => setEnded(nothingEnded), []);
  return { ...ended, mutate, mutateAsync, underWay, isPending: underWay.length > 0, reset };
}

const nothingEnded = { results: [], errors: [] };

function useIsShown() {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** One edit; a refused one resolves too, and says why. */
export const useEdit = <Edit, View extends Snapshot, Reply extends View & Outcome>(
  kind: EditableKind<Edit, View, Reply>,
  of: DefinitionOf,
) => useEdits(kind, of, (make, transformation: Edit) => make(transformation));

/** Edits that belong together: one request makes all of them, or none. Resolves with null where there are none. */
export const useBatch = <Edit, View extends Snapshot, Reply extends View & Outcome>(
  kind: EditableKind<Edit, View, Reply>,
  of: DefinitionOf,
) =>
  useEdits(
    kind,
    of,
    async (make, [first, ...further]: readonly Edit[]): Promise<Reply | null> =>
      first === undefined ? null : make(first, ...further),
  );

/** A move through the history: one back, one on, or to a snapshot that was shown before. */
export type Step = 'undo' | 'redo' | number;

/** Activates another snapshot. Which one is next to the active one is looked up when the step is due. */
export function useStep<View extends Snapshot>(kind: KindWithHistory<View>, of: DefinitionOf) {
  const client = useQueryClient();
  return useMutation({
    ...inOrder(kind, of),
    mutationFn: async (step: Step) => {
      const shown = shownView(client, { kind, of });
      const snapshotId = typeof step === 'number' ? step : neighbour(step, kind, shown);
      if (snapshotId === null) return null;
      const change = { base: shown?.snapshotId };
      const view = await kind.activate(of.dataset, snapshotId, change).catch(async (error: unknown) => {
        if (isChangedMeanwhile(error)) await showNewest(client, { kind, of });
        throw error;
      });
      await showView(client, { kind, of }, view);
      return view;
    },
  });
}

function neighbour(step: 'undo' | 'redo', kind: Named, shown: Snapshot | undefined): number | null {
  if (shown === undefined) return null;
  const { previous, next } = stepsOf(kind).neighboursOf(shown);
  return step === 'undo' ? previous : next;
}

/** Whether an edit of the definition is under way. */
export const useIsChanging = (kind: Named, dataset: string): boolean =>
  useIsMutating({ mutationKey: editsKey(kind, dataset) }) > 0;
