import { Alert, Button, Group, Modal, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { type ReactNode, useEffect, useState } from 'react';
import { announce } from '../announce.ts';
import { CircleAlert, PencilLine } from '../icons.ts';
import classes from './StagedDialog.module.css';

/** The staged changes in words, and the actions on them. */
interface StagedSummary {
  /** The changes that wait to be applied, or the reason why none can be applied. */
  readonly says: string;
  /** The same while the person is asked about discarding it, if the words differ. */
  readonly saysOnLeaving?: string;
  readonly isWrong?: boolean;
  /** The same on the screen while the dialog is closed. */
  readonly waiting: string;
  /** A screen reader says this when the changes were discarded. */
  readonly discarded: string;
  readonly problem: string | undefined;
  readonly hasChanges: boolean;
  readonly mayApply: boolean;
  readonly isApplying: boolean;
}

interface StagedDialogProps extends StagedSummary {
  readonly title: string;
  readonly isOpen: boolean;
  /** Where entries are chosen, and its accessible name. */
  readonly source: ReactNode;
  readonly sourceLabel: string;
  /** The lists of chosen entries, and their accessible name. */
  readonly children: ReactNode;
  readonly chosenLabel: string;
  readonly hint: string;
  readonly sourceClass?: string | undefined;
  /** Whether on a small screen the whole dialog scrolls, instead of its parts. */
  readonly isLong?: boolean;
  /** Other buttons of the footer. */
  readonly extra?: ReactNode;
  /** Dialogs on top of this one. */
  readonly above?: ReactNode;
  readonly onOpen: () => void;
  readonly onClose: () => void;
  readonly onApply: () => void;
  readonly onDiscard: () => void;
}

/**
 * A dialog in which entries are chosen and ordered. Nothing reaches the server before it is applied. Staged changes
 * survive the dialog, unless the person discards them, and a notice on the screen says so.
 */
export function StagedDialog(props: StagedDialogProps) {
  const { isOpen, isLong = false, hasChanges, isApplying, onOpen, onClose, onApply, onDiscard } = props;
  const isSmall = useMediaQuery('(max-width: 48em)', false, { getInitialValueInEffect: false });
  const [isLeaving, setIsLeaving] = useState(false);
  const [isMounted, setIsMounted] = useState(false);
  // A dialog that is open from its first rendering does not remember what had the focus.
  useEffect(() => setIsMounted(true), []);
  const leave = () => {
    setIsLeaving(false);
    onDiscard();
    onClose();
  };
  const askToLeave = () => {
    if (isApplying) return;
    if (hasChanges && !isLeaving) setIsLeaving(true);
    else leave();
  };
  return (
    <>
      {!isOpen && hasChanges && (
        <StagedNotice
          says={props.waiting}
          onContinue={onOpen}
          onDiscard={() => {
            onDiscard();
            announce(props.discarded);
          }}
        />
      )}
      <Modal
        opened={isOpen && isMounted}
        onClose={askToLeave}
        title={props.title}
        size="80%"
        fullScreen={isSmall}
        classNames={{ content: classes.dialog, body: `${classes.body} ${isLong ? classes.long : ''}` }}
      >
        <section className={`${classes.source} ${props.sourceClass ?? ''}`} aria-label={props.sourceLabel}>
          {props.source}
        </section>
        <section className={classes.chosen} aria-label={props.chosenLabel}>
          <Text size="sm" c="dimmed" px="md" pt="sm">
            {props.hint}
          </Text>
          {props.children}
        </section>
        {props.above}
        <Footer
          {...props}
          isLeaving={isLeaving}
          onStay={() => setIsLeaving(false)}
          onLeave={leave}
          onClose={askToLeave}
          onApply={() => {
            setIsLeaving(false);
            onApply();
          }}
        />
      </Modal>
    </>
  );
}

interface StagedNoticeProps {
  readonly says: string;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

/** Says that staged changes wait to be applied. */
function StagedNotice({ says, onContinue, onDiscard }: StagedNoticeProps) {
  return (
    <Alert color="blue" radius={0} px="md" py="xs" role="status" icon={<PencilLine size={18} aria-hidden />}>
      <Group justify="space-between" gap="xs">
        <Text size="sm">{says}</Text>
        <Group gap="xs">
          <Button size="compact-sm" variant="default" onClick={onContinue}>
            Go on editing
          </Button>
          <Button size="compact-sm" variant="subtle" color="gray" onClick={onDiscard}>
            Discard
          </Button>
        </Group>
      </Group>
    </Alert>
  );
}

interface FooterProps extends Pick<StagedDialogProps, 'extra' | 'onClose' | 'onApply'>, StagedSummary {
  /** Whether the person is asked about discarding the changes. */
  readonly isLeaving: boolean;
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** The staged changes, and the buttons that apply or discard them. */
function Footer(props: FooterProps) {
  const {
    says,
    saysOnLeaving = says,
    isWrong = false,
    isLeaving,
    problem,
    hasChanges,
    mayApply,
    isApplying,
  } = props;
  return (
    <div className={classes.footer}>
      {problem !== undefined && (
        <Alert color="red" p="xs" role="alert" icon={<CircleAlert size={18} />}>
          {problem}
        </Alert>
      )}
      <Group justify="space-between" gap="sm">
        <Text size="sm" c={isWrong ? 'var(--atrium-danger)' : 'dimmed'} role="status">
          {isLeaving ? saysOnLeaving : says}
        </Text>
        <Group gap="xs">
          {isLeaving ? (
            <>
              <Button variant="default" onClick={props.onStay}>
                Keep editing
              </Button>
              <Button color="red" data-autofocus onClick={props.onLeave}>
                Discard
              </Button>
            </>
          ) : (
            <>
              {props.extra}
              <Button variant="default" onClick={props.onClose} disabled={isApplying}>
                {hasChanges ? 'Discard' : 'Close'}
              </Button>
            </>
          )}
          <Button onClick={props.onApply} disabled={!mayApply} loading={isApplying}>
            Apply changes
          </Button>
        </Group>
      </Group>
    </div>
  );
}
