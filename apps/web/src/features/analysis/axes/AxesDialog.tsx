import type { AnalysisRole, AnalysisView } from '@atrium/contract/wire/analysis';
import type { ConceptSummary } from '@atrium/contract/wire/concept';
import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { announce } from '../../../ui/announce.ts';
import { ArrowLeftRight } from '../../../ui/icons.ts';
import { StagedDialog } from '../../../ui/staged/StagedDialog.tsx';
import { axesWords } from '../analysisWords.ts';
import classes from './AxesDialog.module.css';
import { AxisLists } from './AxisLists.tsx';
import { type AxesEditing, useAxesDialog } from './useAxesDialog.ts';

/** Renders the concepts: which of them are in use already, and what happens when one is chosen. */
export type BrowseConcepts = (given: {
  readonly selected: readonly string[];
  readonly onSelect: (concept: ConceptSummary) => void;
}) => ReactNode;

interface AxesDialogProps {
  readonly dataset: string;
  readonly view: AnalysisView;
  /** The axis that chosen concepts go to at first; undefined while the dialog is closed. */
  readonly role: AnalysisRole | undefined;
  readonly onOpen: (role: AnalysisRole) => void;
  readonly onClose: () => void;
  readonly browse: BrowseConcepts;
}

/** Chooses and orders the concepts of both axes. */
export function AxesDialog(props: AxesDialogProps) {
  const { role, onOpen, onClose, browse } = props;
  const editing = useAxesDialog(props);
  const { changes, isApplying, notice, problem, target } = editing;
  return (
    <StagedDialog
      title={axesWords.title}
      isOpen={role !== undefined}
      isLong
      source={
        <>
          <TargetChoice editing={editing} />
          <div className={classes.tree}>
            {browse({ selected: editing.chosenConcepts, onSelect: editing.choose })}
          </div>
        </>
      }
      sourceClass={classes.source}
      sourceLabel={axesWords.concepts}
      chosenLabel={axesWords.title}
      hint={`${axesWords.hint} ${axesWords.buckets}`}
      says={changes === 0 ? axesWords.nothing : axesWords.changes(changes)}
      waiting={axesWords.waiting(changes)}
      discarded={axesWords.discarded}
      problem={problem}
      hasChanges={changes > 0}
      mayApply={changes > 0}
      isApplying={isApplying}
      extra={<SwapButton editing={editing} />}
      onOpen={() => onOpen(target)}
      onClose={onClose}
      onDiscard={editing.discard}
      onApply={() => void editing.apply()}
    >
      {notice !== undefined && (
        <Alert color="blue" p="xs" mx="md">
          <Text size="sm">{notice}</Text>
        </Alert>
      )}
      <AxisLists editing={editing} />
    </StagedDialog>
  );
}

const targets = [
  { value: 'rows', label: axesWords.axis.rows },
  { value: 'cols', label: axesWords.axis.cols },
];

/** Chooses the axis that chosen concepts go to. */
const TargetChoice = ({ editing }: { readonly editing: AxesEditing }) => (
  <Group gap="xs" px="sm" pt="sm" justify="space-between">
    <Text size="sm" id="axes-add-to">
      {axesWords.addTo}
    </Text>
    <SegmentedControl
      size="xs"
      aria-labelledby="axes-add-to"
      data={targets}
      value={editing.target}
      onChange={(value) => editing.setTarget(value === 'cols' ? 'cols' : 'rows')}
    />
  </Group>
);

function SwapButton({ editing: { lists, dispatch, isApplying } }: { readonly editing: AxesEditing }) {
  const swap = () => {
    dispatch({ kind: 'swapped' });
    announce(axesWords.swapped);
  };
  return (
    <Button
      variant="subtle"
      color="gray"
      className={classes.swap ?? ''}
      leftSection={<ArrowLeftRight size={16} aria-hidden />}
      onClick={swap}
      disabled={lists.entries.length === 0 || isApplying}
    >
      {axesWords.swap}
    </Button>
  );
}
