import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { act, renderHook, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { expect, it } from 'vitest';
import { createTestClient } from '../../testing/clients.ts';
import { ApiError } from '../apiError.ts';
import type { Change } from '../client.ts';
import { activeOptions, type Snapshot, snapshotOptions } from './definition.ts';
import { type EditableKind, useBatch, useEdits, useStep } from './edits.ts';

interface View extends Snapshot {
  readonly words: readonly string[];
}
interface Reply extends View {
  readonly transformationSuccessful: boolean;
}

/** A definition of words on a server in memory. "no" is refused; "lost" fails; "unshown" breaks what follows. */
function aDefinition() {
  let stored: readonly string[] = [];
  const changes: (Change | undefined)[] = [];
  const view = (): View => ({
    words: stored,
    snapshotId: stored.length,
    previousSnapshotId: stored.length === 0 ? null : stored.length - 1,
    nextSnapshotId: null,
  });
  const activated: number[] = [];
  const sent: (readonly string[])[] = [];
  const batch: EditableKind<string, View, Reply>['batch'] = async (_, words, options) => {
    changes.push(options?.change);
    sent.push(words);
    if (words.includes('late')) {
      stored = [...stored, 'from elsewhere'];
      throw new ApiError({ status: 412, code: 'changed_meanwhile', detail: 'Changed meanwhile.' });
    }
    if (words.includes('lost')) throw new Error('The portal cannot be reached.');
    const isRefused = words.includes('no');
    if (!isRefused) stored = [...stored, words.join(' ')];
    return { ...view(), transformationSuccessful: !isRefused };
  };
  const kind: EditableKind<string, View, Reply> = {
    name: 'table',
    read: async () => view(),
    snapshot: async (_, snapshotId) => ({ ...view(), snapshotId }),
    activate: async (_, snapshotId) => {
      activated.push(snapshotId);
      stored = stored.slice(0, snapshotId);
      return view();
    },
    edit: (dataset, word, options) => batch(dataset, [word], options),
    batch,
    describeChange: () => 'a change',
    prefetch: (_, __, { words }) => {
      if (words.at(-1) === 'unshown') throw new Error('It cannot be shown.');
    },
  };
  const of = { dataset: 'default' };
  const client = createTestClient();
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  );
  const shown: (readonly string[])[] = [];
  const { result } = renderHook(
    () => {
      const { data } = useQuery(activeOptions(kind, of));
      if (data !== undefined && shown.at(-1) !== data.words) shown.push(data.words);
      const inTurn = useEdits(kind, of, async (make, words: readonly string[]) => {
        for (const word of words) await make(word);
      });
      return { batch: useBatch(kind, of), inTurn, step: useStep(kind, of) };
    },
    { wrapper },
  );
  return { result, shown, activated, client, kind, changes, sent };
}

/** Makes edits once the definition is on the screen; the words of a failure, or nothing. */
async function make(
  { result, shown }: ReturnType<typeof aDefinition>,
  words: readonly string[],
  how: 'batch' | 'inTurn' = 'batch',
) {
  await waitFor(() => expect(shown).toHaveLength(1));
  return act(() =>
    result.current[how].mutateAsync(words).then(
      () => undefined,
      ({ message }: Error) => message,
    ),
  );
}

it('a batch is one call, and undo takes it as one step', async () => {
  const definition = aDefinition();
  await make(definition, ['a', 'b', 'c']);
  expect(definition.sent).toEqual([['a', 'b', 'c']]);
  await waitFor(() => expect(definition.shown).toEqual([[], ['a b c']]));
  await act(() => definition.result.current.step.mutateAsync('undo'));
  expect(definition.activated).toEqual([0]);
});

it('a batch with an edit that is refused changes nothing and says so', async () => {
  const definition = aDefinition();
  await make(definition, ['a', 'b', 'no', 'c']);
  await waitFor(() =>
    expect(definition.result.current.batch.results.map((edited) => edited?.transformationSuccessful)).toEqual(
      [false],
    ),
  );
  expect(definition.shown).toEqual([[]]);
});

it('a batch without edits asks nothing', async () => {
  const definition = aDefinition();
  await make(definition, []);
  expect([definition.sent, definition.shown]).toEqual([[], [[]]]);
});

it('an edit whose result cannot be shown can be made again', async () => {
  const definition = aDefinition();
  expect(await make(definition, ['unshown'])).toBe('It cannot be shown.');
  expect(await make(definition, ['unshown'])).toBe('It cannot be shown.');
  expect(definition.sent).toHaveLength(2);
});

it('edits that follow from each other show their end only, and undo takes them as one step', async () => {
  const definition = aDefinition();
  await make(definition, ['a', 'b', 'c'], 'inTurn');
  await waitFor(() => expect(definition.shown).toEqual([[], ['a', 'b', 'c']]));
  await act(() => definition.result.current.step.mutateAsync('undo'));
  expect(definition.activated).toEqual([0]);
});

it('what was made before a call failed is shown, and undo takes it as one step', async () => {
  const definition = aDefinition();
  expect(await make(definition, ['a', 'b', 'lost'], 'inTurn')).toBe('The portal cannot be reached.');
  await waitFor(() => expect(definition.shown).toEqual([[], ['a', 'b']]));
  await act(() => definition.result.current.step.mutateAsync('undo'));
  expect(definition.activated).toEqual([0]);
});

it('the same edit twice within a tick is made once, and can be made again afterwards', async () => {
  const definition = aDefinition();
  const { result, shown, changes } = definition;
  await waitFor(() => expect(shown).toHaveLength(1));
  await act(async () => {
    const begun = [result.current.batch.mutateAsync(['a']), result.current.batch.mutateAsync(['a'])];
    result.current.batch.mutate(['b']);
    result.current.batch.mutate(['b']);
    await Promise.all(begun);
  });
  await waitFor(() => expect(shown.at(-1)).toEqual(['a', 'b']));
  expect(changes).toHaveLength(2);
  await act(() => result.current.batch.mutateAsync(['a']));
  await waitFor(() => expect(shown.at(-1)).toEqual(['a', 'b', 'a']));
});

it('edits that are asked for while one is under way are made after it, each of the newest state', async () => {
  const definition = aDefinition();
  const { result, shown, changes } = definition;
  await waitFor(() => expect(shown).toHaveLength(1));
  const replies: (string | undefined)[] = [];
  const receive = { onSuccess: (reply: Reply | null) => void replies.push(reply?.words.at(-1)) };
  act(() => {
    for (const word of ['a', 'b', 'c']) result.current.batch.mutate([word], receive);
  });
  expect(result.current.batch.underWay).toEqual([['a'], ['b'], ['c']]);
  await waitFor(() => expect(result.current.batch.isPending).toBe(false));
  expect(shown.at(-1)).toEqual(['a', 'b', 'c']);
  expect(changes.map((change) => change?.base)).toEqual([0, 1, 2]);
  expect(replies).toEqual(['a', 'b', 'c']);
});

it('the result of an edit is shown even if another edit was asked for meanwhile', async () => {
  const definition = aDefinition();
  const { result, shown } = definition;
  await waitFor(() => expect(shown).toHaveLength(1));
  act(() => {
    for (const word of ['no', 'lost', 'a']) result.current.batch.mutate([word]);
  });
  await waitFor(() => expect(result.current.batch.isPending).toBe(false));
  const { results, errors } = result.current.batch;
  expect(results.map((reply) => reply?.transformationSuccessful)).toEqual([false, true]);
  expect(errors.map(({ message }) => message)).toEqual(['The portal cannot be reached.']);
  await act(() => result.current.batch.mutateAsync(['b']));
  expect([result.current.batch.results.length, result.current.batch.errors]).toEqual([1, []]);
});

it('each edit names the snapshot that it changes, and has a key of its own', async () => {
  const definition = aDefinition();
  await make(definition, ['a', 'b', 'c'], 'inTurn');
  expect(definition.changes.map((change) => change?.base)).toEqual([0, 1, 2]);
  expect(new Set(definition.changes.map((change) => change?.key)).size).toBe(3);
});

it('an edit of an older state is refused with a message, and the newest state is shown', async () => {
  const definition = aDefinition();
  expect(await make(definition, ['a', 'late', 'b'], 'inTurn')).toBe('Changed meanwhile.');
  await waitFor(() => expect(definition.shown.at(-1)).toEqual(['a', 'from elsewhere']));
});

it('a version that was shown is known to its neighbours without a call', async () => {
  const definition = aDefinition();
  await make(definition, ['a']);
  const { client, kind } = definition;
  const known = (id: number) => client.getQueryData(snapshotOptions(kind, 'default', id).queryKey)?.words;
  expect([known(0), known(1)]).toEqual([[], ['a']]);
});
