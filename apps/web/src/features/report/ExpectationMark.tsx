import type { ExpectationState } from '@atrium/contract/wire/reportExpectation';
import { Badge } from '@mantine/core';
import { CircleCheck, CircleDashed, TriangleAlert } from '../../ui/icons.ts';
import { expectationWords as words } from './expectationWords.ts';

const looks = {
  met: { icon: CircleCheck, color: 'teal' },
  not_met: { icon: TriangleAlert, color: 'red' },
  not_run: { icon: CircleDashed, color: 'gray' },
} as const;

/** Marks a report by how its expectations ended; nothing where there are none, or where they are not shown. */
export function ExpectationMark({ state }: { readonly state: ExpectationState }) {
  if (state === 'none' || state === 'hidden') return null;
  const { icon: Icon, color } = looks[state];
  return (
    <Badge
      size="sm"
      variant="light"
      color={color}
      tt="none"
      leftSection={<Icon size={12} aria-hidden />}
      data-expectations={state}
    >
      {words.marks[state]}
    </Badge>
  );
}
