import { Alert, Button, Group, Text } from '@mantine/core';
import { PencilLine } from 'lucide-react';

interface StagedNoticeProps {
  readonly says: string;
  readonly onContinue: () => void;
  readonly onDiscard: () => void;
}

/** Something that a person began waits to be applied; it can be gone on with, or thrown away. */
export function StagedNotice({ says, onContinue, onDiscard }: StagedNoticeProps) {
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
