import { unreachable } from '@atrium/contract/errors/unreachable';
import type { AnalysisTransformation } from '@atrium/contract/wire/analysis';
import { describe, expect, it } from 'vitest';
import { anAnalysis, anAnalysisEdit } from '../../../testing/analyses.ts';
import { entriesIn } from '../../../ui/staged/stagedLists.ts';
import { applyAxes, axesSteps } from './applyAxes.ts';
import { type AxesEvent, type AxisLists, adding, axisEntries, reduceAxes, storedAxes } from './axisLists.ts';

const opened = (rows: readonly string[], cols: readonly string[]): AxisLists =>
  reduceAxes(
    { entries: [], stored: [], additions: 0 },
    { kind: 'opened', entries: axisEntries(anAnalysis({ rows, cols }).extended) },
  );

const after = (lists: AxisLists, ...events: readonly AxesEvent[]): AxisLists =>
  events.reduce(reduceAxes, lists);

interface Axes {
  readonly rows: readonly { readonly conceptId: string }[];
  readonly cols: readonly { readonly conceptId: string }[];
}
const axesOf = (lists: AxisLists) => ({ rows: entriesIn(lists, 'rows'), cols: entriesIn(lists, 'cols') });
const spelledAxes = ({ rows, cols }: Axes): string =>
  [rows, cols].map((axis) => axis.map((entry) => entry.conceptId).join(' ')).join(' | ');
const spelled = (lists: AxisLists): string => spelledAxes(axesOf(lists));

type Placed = Pick<Extract<AnalysisTransformation, { kind: 'add_entry' }>, 'role' | 'index'>;

/** A server that follows rule 6.8 and refuses to add the given concepts. */
function aServer(start: AxisLists, refuses: readonly string[] = []) {
  const stored = axesOf(start);
  const axes = { rows: [...stored.rows], cols: [...stored.cols] };
  const seen: string[][] = [];
  let added = 0;
  const take = (entryId: string) => {
    const found = [...axes.rows, ...axes.cols].find((entry) => entry.entryId === entryId);
    axes.rows = axes.rows.filter((entry) => entry !== found);
    axes.cols = axes.cols.filter((entry) => entry !== found);
    return found;
  };
  const put = (role: 'rows' | 'cols', index: number, conceptId: string, entryId: string) =>
    axes[role].splice(index, 0, {
      key: entryId,
      entryId,
      list: role,
      conceptId,
      name: conceptId,
      isRemoved: false,
      problem: undefined,
    });
  const position = ({ role = 'rows', index }: Placed) => [role, index ?? 99] as const;
  const apply = (edit: AnalysisTransformation) => {
    switch (edit.kind) {
      case 'add_entry':
        added += 1;
        return put(...position(edit), edit.conceptId, `added ${added}`);
      case 'move_entry': {
        const entryId = edit.entryId ?? '';
        return put(...position(edit), take(entryId)?.conceptId ?? '', entryId);
      }
      case 'delete_entry':
        return take(edit.entryId);
      case 'clear_all':
        return Object.assign(axes, { rows: [], cols: [] });
      case 'swap_rows_and_cols':
        return Object.assign(axes, { rows: axes.cols, cols: axes.rows });
      case 'set_level':
        return undefined;
      default:
        return unreachable(edit);
    }
  };
  const view = () => {
    const entries = (axis: AxisLists['entries']) =>
      axis.map(({ entryId = '', conceptId, name }) => ({ entryId, conceptId, label: name }));
    return { rows: entries(axes.rows), cols: entries(axes.cols) };
  };
  return {
    seen,
    shown: () => spelledAxes(axes),
    edit: async (...batch: readonly AnalysisTransformation[]) => {
      seen.push(batch.map(({ kind }) => kind));
      const isRefused = (edit: AnalysisTransformation) =>
        edit.kind === 'add_entry' && refuses.includes(edit.conceptId);
      const refusedIndex = batch.findIndex(isRefused);
      if (refusedIndex === -1) batch.forEach(apply);
      const base = anAnalysisEdit(anAnalysis({ rows: [], cols: [] }));
      return {
        ...base,
        extended: view(),
        ...(refusedIndex !== -1 && {
          transformationSuccessful: false,
          transformationErrors: ['Not offered.'],
          refusedIndex,
        }),
      };
    },
  };
}

const permutations = (items: readonly string[]): readonly (readonly string[])[] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, index) =>
        permutations(items.toSpliced(index, 1)).map((rest) => [item, ...rest] as const),
      );

describe('the list of the dialog', () => {
  const draft = opened(['sex', 'race'], ['lesion']);
  const key = (conceptId: string) => `entry-${conceptId}`;

  it.each<{ name: string; events: readonly AxesEvent[]; list: string }>([
    {
      name: 'a chosen concept goes to the end of its axis',
      events: [adding({ conceptId: 'age', name: 'Age', list: 'rows' })],
      list: 'sex race age | lesion',
    },
    {
      name: 'moves within an axis',
      events: [{ kind: 'moved', key: key('race'), to: { list: 'rows', index: 0 } }],
      list: 'race sex | lesion',
    },
    {
      name: 'moves to the other axis',
      events: [{ kind: 'moved', key: key('sex'), to: { list: 'cols', index: 1 } }],
      list: 'race | lesion sex',
    },
    {
      name: 'an index past the end is the end',
      events: [{ kind: 'moved', key: key('sex'), to: { list: 'cols', index: 9 } }],
      list: 'race | lesion sex',
    },
    { name: 'swaps the axes', events: [{ kind: 'swapped' }], list: 'lesion | sex race' },
    {
      name: 'keeps a stored entry until its removal is applied, so that it can be restored',
      events: [{ kind: 'removed', key: key('sex') }],
      list: 'sex race | lesion',
    },
    {
      name: 'drops an entry that was only staged',
      events: [adding({ conceptId: 'age', name: 'Age', list: 'cols' }), { kind: 'removed', key: 'new 1' }],
      list: 'sex race | lesion',
    },
  ])('$name', ({ events, list }) => {
    expect(spelled(after(draft, ...events))).toBe(list);
  });

  it('opens with the ids that the server has', () => {
    const { extended } = anAnalysis({ rows: ['sex'], cols: ['race'] });
    expect(storedAxes(extended)).toEqual([
      { list: 'rows', entryId: 'entry-sex' },
      { list: 'cols', entryId: 'entry-race' },
    ]);
  });
});

describe('the planned edits', () => {
  it('are none while nothing is staged, or everything was undone', () => {
    const draft = opened(['sex', 'race'], []);
    const back = after(draft, { kind: 'removed', key: 'entry-sex' }, { kind: 'restored', key: 'entry-sex' });
    expect(axesSteps(draft)).toEqual([]);
    expect(axesSteps(back)).toEqual([]);
  });

  it('are one swap for two axes that were swapped', () => {
    const draft = after(opened(['sex', 'race'], ['lesion']), { kind: 'swapped' });
    expect(axesSteps(draft).map((step) => step.edit)).toEqual([{ kind: 'swap_rows_and_cols' }]);
  });

  it('are one clearing when everything is removed', () => {
    const draft = after(
      opened(['sex'], ['lesion']),
      { kind: 'removed', key: 'entry-sex' },
      { kind: 'removed', key: 'entry-lesion' },
    );
    expect(axesSteps(draft).map((step) => step.edit)).toEqual([{ kind: 'clear_all' }]);
  });

  it('are one move when one entry was moved', () => {
    const draft = after(opened(['a', 'b', 'c'], []), {
      kind: 'moved',
      key: 'entry-a',
      to: { list: 'rows', index: 2 },
    });
    expect(axesSteps(draft).map((step) => step.edit)).toEqual([
      { kind: 'move_entry', entryId: 'entry-a', role: 'rows', index: 2 },
    ]);
  });

  it('lead to the wanted axes, for every order of four concepts and every division into axes', async () => {
    const start = opened(['a', 'b'], ['c', 'd']);
    for (const order of permutations(['a', 'b', 'c', 'd'])) {
      for (const cut of [0, 1, 2, 3, 4]) {
        const events = order.map((conceptId, index): AxesEvent => {
          const to =
            index < cut ? ({ list: 'rows', index: 9 } as const) : ({ list: 'cols', index: 9 } as const);
          return { kind: 'moved', key: `entry-${conceptId}`, to };
        });
        const wanted = after(start, ...events);
        const server = aServer(start);
        await applyAxes(wanted, { edit: server.edit, tell: () => {} });
        expect(server.shown()).toBe(spelled(wanted));
        expect(server.seen.length).toBeLessThanOrEqual(1);
      }
    }
  });

  it('combine additions, removals and moves', async () => {
    const start = opened(['a', 'b'], ['c']);
    const wanted = after(
      start,
      adding({ conceptId: 'new', name: 'New', list: 'cols' }),
      { kind: 'moved', key: 'new 1', to: { list: 'cols', index: 0 } },
      { kind: 'moved', key: 'entry-b', to: { list: 'cols', index: 1 } },
      { kind: 'removed', key: 'entry-a' },
    );
    const server = aServer(start);
    const { left } = await applyAxes(wanted, { edit: server.edit, tell: () => {} });
    expect(server.shown()).toBe(' | new b c');
    expect(server.seen).toEqual([['delete_entry', 'add_entry', 'move_entry']]);
    expect(axesSteps(left)).toEqual([]);
  });

  it('give each added entry the id that it has on the server, on either axis', async () => {
    const start = opened(['a'], ['b']);
    const wanted = after(
      start,
      adding({ conceptId: 'third', name: 'Third', list: 'cols' }),
      adding({ conceptId: 'first', name: 'First', list: 'rows' }),
      adding({ conceptId: 'second', name: 'Second', list: 'cols' }),
      { kind: 'moved', key: 'new 3', to: { list: 'cols', index: 0 } },
    );
    const { left } = await applyAxes(wanted, { edit: aServer(start).edit, tell: () => {} });
    const ids = Object.values(axesOf(left)).map((axis) => axis.map(({ key, entryId }) => [key, entryId]));
    expect(ids).toEqual([
      [
        ['entry-a', 'entry-a'],
        ['new 2', 'added 1'],
      ],
      [
        ['new 3', 'added 2'],
        ['entry-b', 'entry-b'],
        ['new 1', 'added 3'],
      ],
    ]);
    expect(axesSteps(left)).toEqual([]);
  });

  it('are sent again without a refused one, which stays on the list with its reason', async () => {
    const start = opened([], []);
    const wanted = after(
      start,
      adding({ conceptId: 'secret', name: 'Secret', list: 'rows' }),
      adding({ conceptId: 'sex', name: 'Sex', list: 'rows' }),
    );
    const server = aServer(start, ['secret']);
    const { left } = await applyAxes(wanted, { edit: server.edit, tell: () => {} });
    expect(server.shown()).toBe('sex | ');
    expect(axesOf(left).rows.map(({ conceptId, problem }) => [conceptId, problem])).toEqual([
      ['secret', 'Not offered.'],
      ['sex', undefined],
    ]);
  });
});

describe('axes of which a part was refused', () => {
  it('can lose an entry that was just added, and the others keep their order', async () => {
    const start = opened(['a', 'b'], []);
    const wanted = after(
      start,
      adding({ conceptId: 'sex', name: 'Sex', list: 'rows' }),
      { kind: 'moved', key: 'new 1', to: { list: 'rows', index: 0 } },
      adding({ conceptId: 'secret', name: 'Secret', list: 'cols' }),
    );
    const server = aServer(start, ['secret']);
    const { left } = await applyAxes(wanted, { edit: server.edit, tell: () => {} });
    expect(server.shown()).toBe('sex a b | ');
    const second = after(
      left,
      { kind: 'removed', key: 'new 2' },
      { kind: 'removed', key: 'new 1' },
      adding({ conceptId: 'age', name: 'Age', list: 'rows' }),
      { kind: 'moved', key: 'new 3', to: { list: 'rows', index: 2 } },
    );
    await applyAxes(second, { edit: server.edit, tell: () => {} });
    expect(server.shown()).toBe('a age b | ');
  });
});

describe('axes that were left and opened again', () => {
  const left = () =>
    after(opened(['sex'], ['race']), adding({ conceptId: 'lesion', name: 'Lesion', list: 'cols' }), {
      kind: 'removed',
      key: 'entry-sex',
    });
  const resume = (rows: readonly string[], cols: readonly string[]) =>
    after(left(), { kind: 'resumed', entries: axisEntries(anAnalysis({ rows, cols }).extended) });

  it('are as before while the server has the same', () => {
    expect(resume(['sex'], ['race'])).toEqual(left());
  });

  it('take over the new axes of the server, and keep what is staged', () => {
    const resumed = resume([], ['sex', 'birth_year']);
    expect(spelled(resumed)).toBe(' | sex birth_year lesion');
    expect(axesOf(resumed).cols[0]?.isRemoved).toBe(true);
  });

  it('do not add a concept that the server has by now', () => {
    expect(spelled(resume(['sex'], ['lesion']))).toBe('sex | lesion');
  });
});
