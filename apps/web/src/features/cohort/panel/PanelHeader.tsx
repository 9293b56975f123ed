import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Button, CloseButton, Group, Text, Title } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { type RefObject, useId, useState } from 'react';
import { useNouns } from '../../../api/collections.ts';
import { useHistory } from '../../../api/definition/history.ts';
import { useMoved } from '../../../api/definition/otherTabs.ts';
import { announce } from '../../../ui/announce.ts';
import { CopyText } from '../../../ui/CopyText.tsx';
import {
  BookOpenText,
  MonitorSmartphone,
  Redo2,
  Scale,
  Trash2,
  Undo2,
  UserRound,
} from '../../../ui/icons.ts';
import { LabelledIconButton } from '../../../ui/LabelledIconButton.tsx';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { cohortKind } from '../cohortQueries.ts';
import { words } from '../cohortWords.ts';
import { effectWords } from '../effects/effectWords.ts';
import { messageOf } from '../LoadFailed.tsx';
import { Messages } from '../Messages.tsx';
import { subjectWords } from '../subject/subjectWords.ts';
import { textOf } from '../textOf.ts';
import { BringDefinition } from '../travel/BringDefinition.tsx';
import { TakeAlong } from '../travel/TakeAlong.tsx';
import classes from './FilterPanel.module.css';

interface PanelHeaderProps {
  readonly heading: RefObject<HTMLHeadingElement | null>;
  readonly dataset: string;
  readonly view: CohortView;
  readonly onClear: () => void;
  /** Whether the panel shows what each filter costs. */
  readonly areEffectsShown: boolean;
  readonly onShowEffects: (on: boolean) => void;
  /** Opens single subjects; absent where the member sees no ids. */
  readonly onSubjects: (() => void) | undefined;
}

/** Undo, redo, clear, and the whole cohort in words. */
export function PanelHeader({
  heading,
  dataset,
  view,
  onClear,
  areEffectsShown,
  onShowEffects,
  onSubjects,
}: PanelHeaderProps) {
  const { subject } = useNouns(dataset);
  const [isDescribed, setIsDescribed] = useState(false);
  const descriptionId = useId();
  const { undo, redo, error } = useHistory(cohortKind, { of: { dataset }, view, onStep: announce });
  const isEmpty = view.criteriaSets.length === 0;
  useHotkeys([
    ['mod+Z', undo.go],
    ['mod+shift+Z', redo.go],
    ['mod+Y', redo.go],
  ]);
  const tool = (name: string, icon: React.ReactNode, isOff: boolean, onClick: () => void) => (
    <LabelledIconButton label={name} size="md" disabled={isOff} onClick={onClick}>
      {icon}
    </LabelledIconButton>
  );
  const look = { size: 'compact-xs', variant: 'subtle', disabled: isEmpty } as const;
  return (
    <div className={classes.header}>
      <Group justify="space-between" wrap="nowrap">
        <Title order={2} size="h3" ref={heading} tabIndex={-1}>
          {words.filters}
        </Title>
        <Group gap={2} wrap="nowrap">
          {tool(undo.name, <Undo2 size={18} />, undo.isOff, undo.go)}
          {tool(redo.name, <Redo2 size={18} />, redo.isOff, redo.go)}
          {tool(words.clear, <Trash2 size={18} />, isEmpty, onClear)}
        </Group>
      </Group>
      {error !== null && <Messages errors={[messageOf(error)]} warnings={[]} />}
      <Group gap={4} ml={-8}>
        <Button
          {...look}
          leftSection={<BookOpenText size={14} />}
          aria-expanded={isDescribed && !isEmpty}
          aria-controls={descriptionId}
          onClick={() => setIsDescribed(!isDescribed)}
        >
          {isDescribed && !isEmpty ? words.hideDescription : words.describe}
        </Button>
        <Button
          {...look}
          leftSection={<Scale size={14} />}
          aria-expanded={areEffectsShown}
          onClick={() => onShowEffects(!areEffectsShown)}
        >
          {areEffectsShown ? effectWords.hide : effectWords.show}
        </Button>
        {onSubjects !== undefined && (
          <Button {...look} disabled={false} leftSection={<UserRound size={14} />} onClick={onSubjects}>
            {subjectWords.open(subject)}
          </Button>
        )}
        <TakeAlong dataset={dataset} snapshotId={view.snapshotId} isOff={isEmpty || view.errors.length > 0} />
        <BringDefinition dataset={dataset} />
      </Group>
      <MovedNotice dataset={dataset} />
      <div id={descriptionId}>
        {isDescribed && !isEmpty && (
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
          <section className={classes.description} aria-label={words.description} tabIndex={0}>
            <SafeHtml html={view.describe} />
            <Group justify="end">
              <CopyText text={textOf(view.describe)} {...words.copyDescription} />
            </Group>
          </section>
        )}
      </div>
    </div>
  );
}

/** Says quietly that another tab changed the cohort, until the next edit or a dismissal. */
function MovedNotice({ dataset }: { readonly dataset: string }) {
  const { isMoved, dismiss } = useMoved(cohortKind, dataset);
  return (
    <div role="status" aria-live="polite">
      {isMoved && (
        <Group className={classes.moved} gap="xs" wrap="nowrap">
          <MonitorSmartphone size={16} aria-hidden />
          <Text size="sm" flex={1}>
            {words.moved}
          </Text>
          <CloseButton size={24} aria-label={words.dismiss} onClick={dismiss} />
        </Group>
      )}
    </div>
  );
}
