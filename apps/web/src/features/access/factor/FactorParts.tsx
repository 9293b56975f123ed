import type { Passkey } from '@atrium/contract/wire/passkey';
import type { FactorStatus } from '@atrium/contract/wire/secondFactor';
import { Button, Card, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { formatDayOf, formatInstant } from '../../../lib/formatInstant.ts';
import { Facts } from '../../../ui/Facts.tsx';
import { KeyRound, Smartphone } from '../../../ui/icons.ts';
import { factorWords as words } from './factorWords.ts';

export interface FactorPartsProps {
  readonly status: FactorStatus;
  /** Absent where nothing can be removed alone. */
  readonly onRemoveApp?: () => void;
  readonly onRemovePasskey?: (passkey: Passkey) => void;
}

/** The app and the passkeys of a second factor. */
export function FactorParts({ status, onRemoveApp, onRemovePasskey }: FactorPartsProps) {
  return (
    <Stack
      component="ul"
      aria-label={words.parts}
      gap="sm"
      p={0}
      m={0}
      w="100%"
      style={{ listStyle: 'none' }}
    >
      {status.hasApp && (
        <Part icon={<Smartphone size={18} aria-hidden />} name={words.app} onRemove={onRemoveApp}>
          <Text size="sm" c="dimmed">
            {words.appDetail}
          </Text>
        </Part>
      )}
      {status.passkeys.map((passkey) => (
        <Part
          key={passkey.id}
          icon={<KeyRound size={18} aria-hidden />}
          name={passkey.name}
          onRemove={onRemovePasskey && (() => onRemovePasskey(passkey))}
        >
          <Facts
            facts={[
              [words.made, formatDayOf(passkey.createdAt)],
              [words.lastUsed, passkey.lastUsedAt === null ? words.never : formatInstant(passkey.lastUsedAt)],
            ]}
          />
        </Part>
      ))}
    </Stack>
  );
}

interface PartProps {
  readonly icon: ReactNode;
  readonly name: string;
  readonly onRemove: (() => void) | undefined;
  readonly children: ReactNode;
}

function Part({ icon, name, onRemove, children }: PartProps) {
  return (
    <Card component="li" padding="md">
      <Stack gap="sm">
        <Group justify="space-between" gap="sm">
          <Group gap="xs" flex="1 1 12rem" miw={0} wrap="nowrap">
            {icon}
            <Text fw={600} style={{ overflowWrap: 'anywhere' }}>
              {name}
            </Text>
          </Group>
          {onRemove && (
            <Button variant="default" aria-label={words.removeName(name)} onClick={onRemove}>
              {words.remove}
            </Button>
          )}
        </Group>
        {children}
      </Stack>
    </Card>
  );
}
