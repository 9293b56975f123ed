import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { type ReactNode, useEffect, useRef } from 'react';
import { announce } from './announce.ts';
import { History, TriangleAlert } from './icons.ts';

const words = {
  restored: 'Your draft was restored.',
  discard: 'Discard draft',
  typed: 'Not saved yet. What you typed is kept until you save it, discard it or sign out.',
  outdated: 'Somebody has saved another version since you began. What you typed is still here.',
  rebase: 'Go on with mine',
  unkept: 'This browser has no room to keep what you type. Save it before you leave.',
  left: 'What you typed is kept. Open it again to go on.',
};

export interface NoticedDraft {
  readonly isChanged: boolean;
  readonly isRestored: boolean;
  readonly isOutdated: boolean;
  readonly isKept: boolean;
  readonly rebase: () => void;
  readonly clear: () => void;
  readonly isHeld: () => boolean;
}

/** Says that what was typed is not saved and is kept, also when the form is left (rule 16.11). */
export function DraftNotice({ draft }: { readonly draft: NoticedDraft }) {
  const { isHeld } = draft;
  const last = useRef(isHeld);
  useEffect(() => {
    last.current = isHeld;
  }, [isHeld]);
  useEffect(() => () => sayLeft(last.current()), []);
  const says = !draft.isKept
    ? words.unkept
    : draft.isOutdated
      ? words.outdated
      : draft.isRestored
        ? words.restored
        : words.typed;
  return (
    <div role="status">
      {draft.isChanged && (
        <Line says={says} isWarning={!draft.isKept || draft.isOutdated} onDiscard={draft.clear}>
          {draft.isOutdated && (
            <Button size="compact-xs" variant="default" onClick={draft.rebase}>
              {words.rebase}
            </Button>
          )}
        </Line>
      )}
    </div>
  );
}

function sayLeft(isHeld: boolean): void {
  if (!isHeld) return;
  notifications.show({ id: 'draft', message: words.left });
  announce(words.left);
}

/** Says that choices were restored, and offers to discard them. */
export const RestoredNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div role="status">
    <Line says={words.restored} onDiscard={onDiscard} />
  </div>
);

interface LineProps {
  readonly says: string;
  readonly isWarning?: boolean;
  readonly onDiscard: () => void;
  readonly children?: ReactNode;
}

const Line = ({ says, isWarning = false, onDiscard, children }: LineProps) => (
  <Group gap="xs" c={isWarning ? 'var(--atrium-danger)' : 'var(--atrium-text-quiet)'}>
    <Group gap="xs" wrap="nowrap">
      {isWarning ? <TriangleAlert size={15} aria-hidden /> : <History size={15} aria-hidden />}
      <Text size="sm">{says}</Text>
    </Group>
    {children}
    <Button size="compact-xs" variant="subtle" onClick={onDiscard}>
      {words.discard}
    </Button>
  </Group>
);
