import {
  type CombinableChoice,
  type ComparisonOverlaps,
  type GroupChoice,
  maxGroups,
  setOperations,
} from '@atrium/contract/endpoints/comparison';
import { Button, Group, NativeSelect, Text } from '@mantine/core';
import { useState } from 'react';
import { depthOf } from './comparisonAddress.ts';
import { overlapWords as words } from './overlapWords.ts';

interface CombineGroupsProps {
  readonly groups: ComparisonOverlaps['groups'];
  readonly chosen: readonly GroupChoice[];
  readonly onGroups: (groups: readonly GroupChoice[]) => void;
}

/** Groups within one another are combined three times at most. */
const maxDepth = 3;

const isPart = (choice: GroupChoice): choice is CombinableChoice =>
  choice.kind !== 'rest' && choice.kind !== 'values' && depthOf(choice) < maxDepth;

/** Adds two groups, combined, to the groups (rule 17.23). */
export function CombineGroups({ groups, chosen, onGroups }: CombineGroupsProps) {
  const [first, setFirst] = useState(0);
  const [second, setSecond] = useState(1);
  const [operation, setOperation] = useState(0);
  const parts = groups.flatMap(({ choice, title }) => (isPart(choice) ? [{ choice, title }] : []));
  const isFull = groups.length >= maxGroups;
  const [one, other, how] = [parts[first], parts[second], setOperations[operation]];
  const options = parts.map(({ title }, index) => ({ value: String(index), label: title }));
  if (parts.length < 2) return null;
  const add = () => {
    if (one === undefined || other === undefined || how === undefined) return;
    const combined = { kind: 'combined', operation: how, groups: [one.choice, other.choice] } as const;
    onGroups([...chosen, combined]);
  };
  return (
    <fieldset style={{ border: 0, margin: 0, padding: 0 }}>
      <Text component="legend" size="sm" fw={600}>
        {words.combine}
      </Text>
      <Group align="end" gap="sm">
        <NativeSelect
          label={words.first}
          data={options}
          value={String(first)}
          onChange={({ currentTarget }) => setFirst(Number(currentTarget.value))}
        />
        <NativeSelect
          label={words.operation}
          data={setOperations.map((name, index) => ({ value: String(index), label: words.operations[name] }))}
          value={String(operation)}
          onChange={({ currentTarget }) => setOperation(Number(currentTarget.value))}
        />
        <NativeSelect
          label={words.second}
          data={options}
          value={String(second)}
          onChange={({ currentTarget }) => setSecond(Number(currentTarget.value))}
        />
        <Button variant="default" onClick={add} disabled={isFull || first === second}>
          {words.add}
        </Button>
      </Group>
      {isFull && (
        <Text size="sm" c="dimmed">
          {words.full}
        </Text>
      )}
    </fieldset>
  );
}
