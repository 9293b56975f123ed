import { Button, Text } from '@mantine/core';
import { History } from 'lucide-react';
import { words } from '../../words.ts';
import classes from './DraftNotice.module.css';

/** Says that unapplied choices came back, and lets go of them. */
export const DraftNotice = ({ onDiscard }: { readonly onDiscard: () => void }) => (
  <div className={classes.notice} role="status">
    <History size={15} aria-hidden />
    <Text size="sm">{words.draftRestored}</Text>
    <Button size="compact-xs" variant="subtle" onClick={onDiscard}>
      {words.discardDraft}
    </Button>
  </div>
);
