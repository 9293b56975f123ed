import type { AccountState } from '@atrium/contract/endpoints/adminAccounts';
import { Badge } from '@mantine/core';
import { words } from './accountsWords.ts';

const colours = { active: 'tide', invited: 'yellow', disabled: 'gray' } as const;

/** Whether an account may sign in. */
export const StateBadge = ({ state }: { readonly state: AccountState }) => (
  <Badge component="span" variant="light" color={colours[state]} tt="none">
    {words.states[state]}
  </Badge>
);
