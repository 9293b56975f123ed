import type { IdentifierToConfirm } from '@atrium/contract/wire/adminData';
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { words } from './dataWords.ts';

interface WhoSeesWhatProps {
  readonly identifiers: readonly IdentifierToConfirm[];
  readonly confirmed: readonly string[];
  readonly onConfirm: (fields: string[]) => void;
}

/** What would be open although it may say who somebody is; each field is confirmed by itself (rules 10.28 and 15.49). */
export function WhoSeesWhat({ identifiers, confirmed, onConfirm }: WhoSeesWhatProps) {
  const { whoSees } = words;
  if (identifiers.length === 0) return null;
  return (
    <Alert color="yellow" title={whoSees.title}>
      <Stack gap="sm">
        <Text size="sm">{whoSees.detail}</Text>
        <Checkbox.Group value={[...confirmed]} onChange={onConfirm}>
          <Stack gap="xs">
            {identifiers.map(({ field, holds, seenBy }) => (
              <Checkbox
                key={field}
                value={field}
                label={whoSees.field(field, holds)}
                description={whoSees.seenBy[seenBy]}
              />
            ))}
          </Stack>
        </Checkbox.Group>
      </Stack>
    </Alert>
  );
}
