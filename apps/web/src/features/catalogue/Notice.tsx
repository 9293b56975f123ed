import { Button, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './ConceptBrowser.module.css';
import { words } from './catalogueWords.ts';

interface NoticeProps {
  readonly icon: ReactNode;
  readonly text: string;
  readonly role?: 'alert' | 'presentation';
  readonly onRetry?: () => void;
}

/** Says why there are no concepts. */
export const Notice = ({ icon, text, role, onRetry }: NoticeProps) => (
  <div role={role} className={classes.notice}>
    {icon}
    <Text size="sm">{text}</Text>
    {onRetry !== undefined && (
      <Button size="xs" variant="default" onClick={onRetry}>
        {words.tryAgain}
      </Button>
    )}
  </div>
);
