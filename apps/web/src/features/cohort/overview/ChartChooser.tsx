import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { Button } from '@mantine/core';
import { useQueries } from '@tanstack/react-query';
import { type ReactNode, useReducer, useState } from 'react';
import { SortableList, SortableLists } from '../../../ui/staged/SortableLists.tsx';
import { StagedDialog } from '../../../ui/staged/StagedDialog.tsx';
import { StagedItem } from '../../../ui/staged/StagedItem.tsx';
import {
  reduceStaged,
  type StagedEntry,
  type StagedEvent,
  type StagedLists,
} from '../../../ui/staged/stagedLists.ts';
import { chartsWords } from '../cohortWords.ts';
import { editorOptions } from '../editor/conceptQueries.ts';
import { maxCharts } from './chosenCharts.ts';

/** Renders the concepts: which of them have a chart already, and what happens when one is chosen. */
export type BrowseCharts = (given: {
  readonly selected: readonly string[];
  readonly onSelect: (concept: ConceptSummary) => void;
}) => ReactNode;

interface ChartChooserProps {
  readonly dataset: string;
  /** What is drawn now. */
  readonly charts: readonly string[];
  readonly isOpen: boolean;
  readonly browse: BrowseCharts;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  /** Null for the charts of the dataset. */
  readonly onChoose: (charts: readonly string[] | null) => void;
}

interface ChartEntry extends StagedEntry {
  readonly conceptId: string;
}

const list = 'charts';

const reduce = (lists: StagedLists<ChartEntry>, event: StagedEvent<ChartEntry>): StagedLists<ChartEntry> =>
  reduceStaged(lists, event);

/** Chooses and orders the charts of the overview. */
export function ChartChooser({
  dataset,
  charts,
  isOpen,
  browse,
  onOpen,
  onClose,
  onChoose,
}: ChartChooserProps) {
  const names = useNames(dataset, charts);
  const [lists, dispatch] = useReducer(reduce, { entries: [], stored: [], additions: 0 });
  const [openFor, setOpenFor] = useState<string>();
  const wanted = lists.entries.filter(({ isRemoved }) => !isRemoved).map(({ conceptId }) => conceptId);
  const hasChanges = openFor !== undefined && JSON.stringify(wanted) !== openFor;
  const begin = () => {
    setOpenFor(JSON.stringify(charts));
    dispatch({ kind: 'opened', entries: charts.map((conceptId) => entryOf(conceptId, names)) });
  };
  if (isOpen && openFor === undefined && names !== undefined) begin();
  const end = () => {
    setOpenFor(undefined);
    dispatch({ kind: 'opened', entries: [] });
  };
  const choose = (concept: ConceptSummary) => {
    const held = lists.entries.find(({ conceptId }) => conceptId === concept.conceptId);
    if (held?.isRemoved === true) dispatch({ kind: 'restored', key: held.key });
    if (held !== undefined || wanted.length >= maxCharts) return;
    const { conceptId, name } = concept;
    dispatch({ kind: 'added', make: (addition) => ({ ...addition, list, conceptId, name }) });
  };
  const apply = (next: readonly string[] | null) => {
    onChoose(next);
    end();
    onClose();
  };
  return (
    <StagedDialog
      title={chartsWords.title}
      isOpen={isOpen}
      source={browse({ selected: wanted, onSelect: choose })}
      sourceLabel={chartsWords.concepts}
      chosenLabel={chartsWords.chosen}
      hint={chartsWords.hint}
      says={wanted.length >= maxCharts ? chartsWords.tooMany(maxCharts) : saysOf(hasChanges)}
      waiting={chartsWords.waiting}
      discarded={chartsWords.discarded}
      problem={undefined}
      hasChanges={hasChanges}
      mayApply={hasChanges}
      isApplying={false}
      extra={
        <Button variant="subtle" onClick={() => apply(null)}>
          {chartsWords.usual}
        </Button>
      }
      onOpen={onOpen}
      onClose={onClose}
      onDiscard={end}
      onApply={() => apply(wanted)}
    >
      <SortableLists
        lists={lists}
        names={[list]}
        noun="chart"
        says={(name, { index }, of) => chartsWords.position(name, index, of)}
        onMove={(key, to) => dispatch({ kind: 'moved', key, to })}
      >
        {(moveTo) => (
          <SortableList entries={lists.entries}>
            {(chart, ends) => (
              <StagedItem
                key={chart.key}
                {...ends}
                item={chart}
                isLocked={false}
                onMove={(by) =>
                  moveTo(chart, by, { list, index: lists.entries.indexOf(chart) + (by === 'up' ? -1 : 1) })
                }
                onRemove={() => dispatch({ kind: 'removed', key: chart.key })}
                onRestore={() => dispatch({ kind: 'restored', key: chart.key })}
              />
            )}
          </SortableList>
        )}
      </SortableLists>
    </StagedDialog>
  );
}

const saysOf = (hasChanges: boolean): string => (hasChanges ? chartsWords.changed : chartsWords.nothing);

const entryOf = (conceptId: string, names: ReadonlyMap<string, string> | undefined): ChartEntry => ({
  key: conceptId,
  entryId: conceptId,
  conceptId,
  list,
  name: names?.get(conceptId) ?? conceptId,
  isRemoved: false,
  problem: undefined,
});

/** The names of concepts; undefined until they are known, a concept that is closed keeps its id. */
function useNames(dataset: string, concepts: readonly string[]): ReadonlyMap<string, string> | undefined {
  const found = useQueries({
    queries: concepts.map((conceptId) =>
      editorOptions({ dataset, conceptId, entryId: undefined, stored: undefined }),
    ),
  });
  if (found.some(({ isPending }) => isPending)) return undefined;
  return new Map(
    found.map(({ data }, index) => [concepts[index] ?? '', data?.concept.name ?? concepts[index] ?? '']),
  );
}
