import type { NewsState } from '@atrium/contract/wire/news';
import { Badge } from '@mantine/core';
import { words } from './adminNewsWords.ts';

const colours = { published: 'green', scheduled: 'tide', draft: 'gray' } as const;

export const NewsStateBadge = ({ state }: { readonly state: NewsState }) => (
  <Badge component="span" size="sm" variant="light" color={colours[state]} tt="none">
    {words.states[state]}
  </Badge>
);
