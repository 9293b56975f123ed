import type { ReleaseCheck } from '@atrium/contract/wire/adminData';
import { Alert, Checkbox, Stack, Text } from '@mantine/core';
import { words } from './dataWords.ts';

type Found = Pick<ReleaseCheck, 'identifiers' | 'uses'>;

interface WhoSeesWhatProps {
  /** Absent until it is known. */
  readonly found: Found | undefined;
  readonly confirmed: readonly string[];
  readonly onConfirm: (names: string[]) => void;
}

export const isConfirmed = ({ identifiers, uses }: Found, confirmed: readonly string[]): boolean =>
  identifiers.every(({ field }) => confirmed.includes(field)) &&
  uses.every(({ name }) => confirmed.includes(name));

/**
 * What would be open although it may say who somebody is, and to more uses than before; each is confirmed by itself (rules
 * 1.30, 10.28 and 15.49).
 */
export function WhoSeesWhat({ found, confirmed, onConfirm }: WhoSeesWhatProps) {
  const { whoSees } = words;
  const { identifiers = [], uses = [] } = found ?? {};
  if (identifiers.length + uses.length === 0) return null;
  return (
    <Alert color="yellow" title={whoSees.title}>
      <Checkbox.Group value={[...confirmed]} onChange={onConfirm}>
        <Stack gap="sm">
          {identifiers.length > 0 && <Text size="sm">{whoSees.detail}</Text>}
          {identifiers.map(({ field, holds, seenBy }) => (
            <Checkbox
              key={field}
              value={field}
              label={whoSees.field(field, holds)}
              description={whoSees.seenBy[seenBy]}
            />
          ))}
          {uses.length > 0 && <Text size="sm">{whoSees.uses}</Text>}
          {uses.map(({ name, words: label }) => (
            <Checkbox key={name} value={name} label={whoSees.use(label)} />
          ))}
        </Stack>
      </Checkbox.Group>
    </Alert>
  );
}
