import type { ConceptSummary } from '@atrium/contract/wire/concept';
import type { TableView } from '@atrium/contract/wire/tableView';
import { useMemo, useState } from 'react';
import { z } from 'zod';
import { describeError } from '../../../api/apiError.ts';
import { useEdits } from '../../../api/definition/edits.ts';
import { useKeptDraft } from '../../../api/useDraft.ts';
import { announce } from '../../../ui/announce.ts';
import { useStagedLists } from '../../../ui/staged/useStagedLists.ts';
import { keptOptions } from '../options/columnForm.ts';
import { type TableOf, tableKind } from '../tableQueries.ts';
import { pickerWords } from '../tableWords.ts';
import { applyColumns } from './applyColumns.ts';
import {
  adding,
  type ColumnList,
  type ColumnListEvent,
  columnList,
  type ListedColumn,
  listedColumns,
  reduceColumns,
  stagedCount,
  stagedEdits,
} from './columnList.ts';

interface Picking {
  readonly of: TableOf;
  readonly table: TableView;
  readonly isOpen: boolean;
  /** Called when everything that was staged has been applied. */
  readonly onApplied: () => void;
}

const pathOf = (concept: ConceptSummary): string =>
  concept.categoryHierarchy.map((category) => category.name).join(' › ');

/** The state of the column picker, and the function that applies the staged edits. */
export function useColumnPicker({ of: tableOf, table, isOpen, onApplied }: Picking) {
  const { fields } = table.extended;
  const [repeated, setRepeated] = useState<ConceptSummary>();
  const staging = useStagedLists<ListedColumn, ColumnListEvent>({
    reduce: reduceColumns,
    kept: useKeptDraft(keptColumns, ['columns', tableOf.dataset]),
    entries: useMemo(() => listedColumns(fields), [fields]),
    openFor: isOpen ? 'columns' : undefined,
    countOf: (list) => stagedCount(stagedEdits(list)),
    onToggle: () => setRepeated(undefined),
    onApplied,
  });
  const { lists, dispatch } = staging;
  const { mutateAsync: applyAll } = useEdits(tableKind, tableOf, (edit, wanted: ColumnList) =>
    applyColumns(wanted, { edit, tell: dispatch }),
  );

  const add = (concept: ConceptSummary) => {
    const { conceptId, name } = concept;
    dispatch(adding({ conceptId, name, detail: pathOf(concept) }));
    announce(pickerWords.added(name));
    setRepeated(undefined);
  };
  const choose = (concept: ConceptSummary) => {
    const same = lists.entries.filter((column) => column.conceptId === concept.conceptId);
    const removed = same.find((column) => column.isRemoved);
    if (removed !== undefined) dispatch({ kind: 'restored', key: removed.key });
    else if (same.length > 0) setRepeated(concept);
    else add(concept);
  };
  const apply = () =>
    staging.apply(async () => {
      const of = stagedCount(stagedEdits(lists));
      try {
        const { left, made, problem } = await applyAll(lists);
        if (made > 0) announce(pickerWords.made(made, of));
        if (problem !== undefined) return pickerWords.stopped(problem);
        return stagedCount(stagedEdits(left)) > 0 ? pickerWords.someRefused(made, of) : undefined;
      } catch (error) {
        return pickerWords.stopped(describeError(error));
      }
    });
  return {
    ...staging,
    staged: stagedEdits(lists),
    chosenConcepts: lists.entries.filter((column) => !column.isRemoved).map((column) => column.conceptId),
    choose,
    repeated,
    chooseAgain: () => repeated && add(repeated),
    apply,
  };
}

const text = z.string();
const keptColumn: z.ZodType<ListedColumn> = z
  .object({
    key: text,
    list: z.literal(columnList),
    conceptId: text,
    name: text,
    detail: text,
    entryId: text.optional(),
    isRemoved: z.boolean(),
    options: keptOptions.optional(),
    problem: text.optional(),
  })
  .transform(({ entryId, options, problem, ...kept }) => ({ ...kept, entryId, options, problem }));
/** The staged columns, as the tab keeps them. */
const keptColumns: z.ZodType<ColumnList> = z.object({
  entries: z.array(keptColumn),
  stored: z.array(z.object({ list: text, entryId: text })),
  additions: z.int(),
});
