import { faultOfName, namesNow } from './deskDecisions.ts';
import type { DeskTable, DeskView } from './deskView.ts';
import { deskWords as words } from './deskWords.ts';
import type { Desk } from './useDesk.ts';

export interface DeskStep {
  readonly id: string;
  readonly title: string;
  readonly state: 'done' | 'open' | 'fault';
  /** What is to be done, in words; null where nothing is. */
  readonly detail: string | null;
}

export const stepIds = {
  files: 'desk-files',
  columns: 'desk-columns',
  dataset: 'desk-dataset',
  who: 'desk-who',
  load: 'desk-load',
} as const;

export const countUnnamed = ({ decisions }: Pick<Desk, 'decisions'>, { reading }: DeskTable): number => {
  if (reading === null) return 0;
  const names = namesNow(decisions, reading);
  return names.filter((name, index) => faultOfName(names, index, name) !== null).length;
};

/** Identifiers that more than level phi would see. */
export const openIdentifiers = ({ tables }: DeskView): readonly string[] =>
  tables
    .filter(({ isLoaded }) => isLoaded)
    .flatMap(({ fields }) =>
      fields
        .filter(
          ({ column, seenBy }) => column?.isIdentifier === true && (seenBy === 'agg' || seenBy === 'deid'),
        )
        .map(({ name }) => name),
    );

export const isIdGood = ({ draft, decisions }: Desk): boolean =>
  draft.dataset.objection === null ||
  (decisions.name !== undefined && decisions.name !== draft.decisions.name);

/** The steps of the page, and whether something in them waits for the person. */
export function stepsOf(desk: Desk, view: DeskView): readonly DeskStep[] {
  const unnamed = view.tables.reduce((sum, table) => sum + countUnnamed(desk, table), 0);
  const open = openIdentifiers(view).length;
  const step = (id: keyof typeof stepIds, title: string, fault: string | null): DeskStep => ({
    id: stepIds[id],
    title,
    state: fault === null ? 'done' : 'fault',
    detail: fault,
  });
  return [
    step('files', words.file.title, desk.draft.failure),
    step('columns', words.columns.title, unnamed === 0 ? null : words.columns.unnamed(unnamed)),
    step('dataset', words.tables.title, isIdGood(desk) ? null : words.load.needsId),
    step('who', words.who.title, open === 0 ? null : words.who.open(open)),
    { ...step('load', words.load.title, null), state: 'open' },
  ];
}
