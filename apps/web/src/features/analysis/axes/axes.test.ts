import { type AnalysisTransformation, unreachable } from '@atrium/contract';
import { describe, expect, it } from 'vitest';
import { anAnalysis, anAnalysisEdit } from '../../../testing/analyses.ts';
import { applyAxes } from './applyAxes.ts';
import { type AxesDraft, type AxesEvent, emptyAxes, reduceAxes, storedAxes } from './axesDraft.ts';
import { axesSteps } from './axesSteps.ts';

const opened = (rows: readonly string[], cols: readonly string[]): AxesDraft =>
  reduceAxes(emptyAxes, { kind: 'opened', axes: anAnalysis({ rows, cols }).extended });

const after = (draft: AxesDraft, ...events: readonly AxesEvent[]): AxesDraft =>
  events.reduce(reduceAxes, draft);

const spelled = ({ rows, cols }: AxesDraft): string =>
  [rows, cols].map((axis) => axis.map((entry) => entry.conceptId).join(' ')).join(' | ');

type Placed = Pick<Extract<AnalysisTransformation, { kind: 'add_entry' }>, 'role' | 'index'>;

/** The server as rule 6.8 has it, refusing what it is told to refuse. */
function aServer(start: AxesDraft, refuses: readonly string[] = []) {
  const axes = { rows: [...start.rows], cols: [...start.cols] };
  const seen: string[] = [];
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
      conceptId,
      name: conceptId,
      isRemoved: false,
      problem: undefined,
    });
  const place = ({ role = 'rows', index }: Placed) => [role, index ?? 99] as const;
  const apply = (edit: AnalysisTransformation) => {
    switch (edit.kind) {
      case 'add_entry':
        added += 1;
        return put(...place(edit), edit.conceptId, `added ${added}`);
      case 'move_entry': {
        const entryId = edit.entryId ?? '';
        return put(...place(edit), take(entryId)?.conceptId ?? '', entryId);
      }
      case 'delete_entry':
        return take(edit.entryId);
      case 'clear_all':
        return Object.assign(axes, { rows: [], cols: [] });
      case 'swap_rows_and_cols':
        return Object.assign(axes, { rows: axes.cols, cols: axes.rows });
      default:
        return unreachable(edit);
    }
  };
  const view = () => {
    const entries = (axis: AxesDraft['rows']) =>
      axis.map(({ entryId = '', conceptId, name }) => ({ entryId, conceptId, label: name }));
    return { rows: entries(axes.rows), cols: entries(axes.cols) };
  };
  return {
    seen,
    shown: () => spelled({ ...emptyAxes, ...axes }),
    edit: async (edit: AnalysisTransformation) => {
      seen.push(edit.kind);
      const isRefused = edit.kind === 'add_entry' && refuses.includes(edit.conceptId);
      if (!isRefused) apply(edit);
      const base = anAnalysisEdit(anAnalysis({ rows: [], cols: [] }));
      return {
        ...base,
        extended: view(),
        ...(isRefused && { transformationSuccessful: false, transformationErrors: ['Not offered.'] }),
      };
    },
  };
}

const permutations = (items: readonly string[]): readonly (readonly string[])[] =>
  items.length === 0
    ? [[]]
    : items.flatMap((item, place) =>
        permutations(items.toSpliced(place, 1)).map((rest) => [item, ...rest] as const),
      );

describe('the list of the dialog', () => {
  const draft = opened(['sex', 'race'], ['lesion']);
  const key = (conceptId: string) => `entry-${conceptId}`;

  it.each<{ name: string; events: readonly AxesEvent[]; list: string }>([
    {
      name: 'a chosen concept goes to the end of its axis',
      events: [{ kind: 'chosen', conceptId: 'age', name: 'Age', role: 'rows' }],
      list: 'sex race age | lesion',
    },
    {
      name: 'moves within an axis',
      events: [{ kind: 'moved', key: key('race'), to: { role: 'rows', index: 0 } }],
      list: 'race sex | lesion',
    },
    {
      name: 'moves to the other axis',
      events: [{ kind: 'moved', key: key('sex'), to: { role: 'cols', index: 1 } }],
      list: 'race | lesion sex',
    },
    {
      name: 'a place past the end is the end',
      events: [{ kind: 'moved', key: key('sex'), to: { role: 'cols', index: 9 } }],
      list: 'race | lesion sex',
    },
    { name: 'swaps the axes', events: [{ kind: 'swapped' }], list: 'lesion | sex race' },
    {
      name: 'keeps a stored entry that is to be removed, so that it can be kept after all',
      events: [{ kind: 'removed', key: key('sex') }],
      list: 'sex race | lesion',
    },
    {
      name: 'drops an entry that was only staged',
      events: [
        { kind: 'chosen', conceptId: 'age', name: 'Age', role: 'cols' },
        { kind: 'removed', key: 'new 1' },
      ],
      list: 'sex race | lesion',
    },
  ])('$name', ({ events, list }) => {
    expect(spelled(after(draft, ...events))).toBe(list);
  });

  it('opens with the ids that the server has', () => {
    const { extended } = anAnalysis({ rows: ['sex'], cols: ['race'] });
    expect(storedAxes(extended)).toEqual({ rows: ['entry-sex'], cols: ['entry-race'] });
  });
});

describe('the edits that are asked for', () => {
  it('are none while nothing is staged, or everything was taken back', () => {
    const draft = opened(['sex', 'race'], []);
    const back = after(draft, { kind: 'removed', key: 'entry-sex' }, { kind: 'restored', key: 'entry-sex' });
    expect(axesSteps(draft)).toEqual([]);
    expect(axesSteps(back)).toEqual([]);
  });

  it('are one swap for two axes that changed places', () => {
    const draft = after(opened(['sex', 'race'], ['lesion']), { kind: 'swapped' });
    expect(axesSteps(draft).map((step) => step.transformation)).toEqual([{ kind: 'swap_rows_and_cols' }]);
  });

  it('are one clearing when everything goes', () => {
    const draft = after(
      opened(['sex'], ['lesion']),
      { kind: 'removed', key: 'entry-sex' },
      { kind: 'removed', key: 'entry-lesion' },
    );
    expect(axesSteps(draft).map((step) => step.transformation)).toEqual([{ kind: 'clear_all' }]);
  });

  it('are one move when one entry changed its place', () => {
    const draft = after(opened(['a', 'b', 'c'], []), {
      kind: 'moved',
      key: 'entry-a',
      to: { role: 'rows', index: 2 },
    });
    expect(axesSteps(draft).map((step) => step.transformation)).toEqual([
      { kind: 'move_entry', entryId: 'entry-a', role: 'rows', index: 2 },
    ]);
  });

  it('lead to what the list says, for every order of four on every division of the axes', async () => {
    const start = opened(['a', 'b'], ['c', 'd']);
    for (const order of permutations(['a', 'b', 'c', 'd'])) {
      for (const cut of [0, 1, 2, 3, 4]) {
        const events = order.map((conceptId, place): AxesEvent => {
          const to =
            place < cut ? ({ role: 'rows', index: 9 } as const) : ({ role: 'cols', index: 9 } as const);
          return { kind: 'moved', key: `entry-${conceptId}`, to };
        });
        const wanted = after(start, ...events);
        const server = aServer(start);
        await applyAxes(wanted, { edit: server.edit, tell: () => {} });
        expect(server.shown()).toBe(spelled(wanted));
      }
    }
  });

  it('mix additions, removals and moves', async () => {
    const start = opened(['a', 'b'], ['c']);
    const wanted = after(
      start,
      { kind: 'chosen', conceptId: 'new', name: 'New', role: 'cols' },
      { kind: 'moved', key: 'new 1', to: { role: 'cols', index: 0 } },
      { kind: 'moved', key: 'entry-b', to: { role: 'cols', index: 1 } },
      { kind: 'removed', key: 'entry-a' },
    );
    const server = aServer(start);
    const { left } = await applyAxes(wanted, { edit: server.edit, tell: () => {} });
    expect(server.shown()).toBe(' | new b c');
    expect(server.seen).toEqual(['delete_entry', 'add_entry', 'move_entry']);
    expect(axesSteps(left)).toEqual([]);
  });

  it('go on past a refused one, which stays on the list with its reason', async () => {
    const start = opened([], []);
    const wanted = after(
      start,
      { kind: 'chosen', conceptId: 'secret', name: 'Secret', role: 'rows' },
      { kind: 'chosen', conceptId: 'sex', name: 'Sex', role: 'rows' },
    );
    const server = aServer(start, ['secret']);
    const { left } = await applyAxes(wanted, { edit: server.edit, tell: () => {} });
    expect(server.shown()).toBe('sex | ');
    expect(left.rows.map(({ conceptId, problem }) => [conceptId, problem])).toEqual([
      ['secret', 'Not offered.'],
      ['sex', undefined],
    ]);
  });
});

describe('axes that were left', () => {
  const left = () =>
    after(
      opened(['sex'], ['race']),
      { kind: 'chosen', conceptId: 'lesion', name: 'Lesion', role: 'cols' },
      { kind: 'removed', key: 'entry-sex' },
    );
  const resume = (rows: readonly string[], cols: readonly string[]) =>
    after(left(), { kind: 'resumed', axes: anAnalysis({ rows, cols }).extended });

  it('go on as they were while the server has the same', () => {
    expect(resume(['sex'], ['race'])).toEqual(left());
  });

  it('take what became of the axes in the meantime, and keep what is staged', () => {
    const resumed = resume([], ['sex', 'birth_year']);
    expect(spelled(resumed)).toBe(' | sex birth_year lesion');
    expect(resumed.cols[0]?.isRemoved).toBe(true);
  });

  it('ask for no concept that is there already', () => {
    expect(spelled(resume(['sex'], ['lesion']))).toBe('sex | lesion');
  });
});
