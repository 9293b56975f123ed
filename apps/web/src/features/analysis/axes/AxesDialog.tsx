import type { AnalysisRole, AnalysisView, ConceptSummary } from '@atrium/contract';
import { Alert, Group, Modal, SegmentedControl, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { announce } from '../../../ui/announce.ts';
import { StagedNotice } from '../../../ui/staged/StagedNotice.tsx';
import classes from './AxesDialog.module.css';
import { AxesFooter } from './AxesFooter.tsx';
import { AxisLists } from './AxisLists.tsx';
import { useAxesDialog } from './useAxesDialog.ts';
import { axesWords } from './words.ts';

/** Draws the concepts: which of them are in use already, and what happens when one is chosen. */
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

const roles = [
  { value: 'rows', label: axesWords.axis.rows },
  { value: 'cols', label: axesWords.axis.cols },
];

/**
 * Chooses and orders the concepts of both axes; nothing reaches the server before it is applied. What was staged outlives
 * the dialog, if it was not thrown away, and a notice on the screen says so.
 */
export function AxesDialog(props: AxesDialogProps) {
  const { role, onOpen, onClose, browse } = props;
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const editing = useAxesDialog(props);
  const { isApplying, changes, notice, target } = editing;
  const [isLeaving, setIsLeaving] = useState(false);
  const leave = () => {
    setIsLeaving(false);
    editing.discard();
    onClose();
  };
  const askToLeave = () => {
    if (isApplying) return;
    if (changes > 0 && !isLeaving) setIsLeaving(true);
    else leave();
  };
  return (
    <>
      {role === undefined && changes > 0 && (
        <StagedNotice
          says={axesWords.waiting(changes)}
          onContinue={() => onOpen(target)}
          onDiscard={() => {
            editing.discard();
            announce(axesWords.discarded);
          }}
        />
      )}
      <Modal
        opened={role !== undefined}
        onClose={askToLeave}
        title={axesWords.title}
        size="80%"
        fullScreen={isSmall}
        classNames={{ content: classes.dialog, body: classes.body }}
      >
        <section className={classes.browser} aria-label={axesWords.concepts}>
          <Group gap="xs" px="sm" pt="sm" justify="space-between">
            <Text size="sm" id="axes-add-to">
              {axesWords.addTo}
            </Text>
            <SegmentedControl
              size="xs"
              aria-labelledby="axes-add-to"
              data={roles}
              value={target}
              onChange={(value) => editing.setTarget(value === 'cols' ? 'cols' : 'rows')}
            />
          </Group>
          <div className={classes.tree}>
            {browse({ selected: editing.chosenConcepts, onSelect: editing.choose })}
          </div>
        </section>
        <section className={classes.chosen} aria-label={axesWords.title}>
          <Text size="sm" c="dimmed" px="md" pt="sm">
            {axesWords.hint} {axesWords.buckets}
          </Text>
          {notice !== undefined && (
            <Alert color="blue" p="xs" mx="md">
              <Text size="sm">{notice}</Text>
            </Alert>
          )}
          <AxisLists editing={editing} />
        </section>
        <AxesFooter
          editing={editing}
          isLeaving={isLeaving}
          onStay={() => setIsLeaving(false)}
          onLeave={leave}
          onClose={askToLeave}
        />
      </Modal>
    </>
  );
}
