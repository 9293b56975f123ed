import type { SupportState } from '@atrium/contract/endpoints/adminSupport';
import { Badge } from '@mantine/core';
import { words } from './supportWords.ts';

const colours = { open: 'yellow', answered: 'green', closed: 'gray' } as const;

export const SupportStateBadge = ({ state }: { readonly state: SupportState }) => (
  <Badge component="span" size="sm" variant="light" color={colours[state]} tt="none">
    {words.states[state]}
  </Badge>
);
