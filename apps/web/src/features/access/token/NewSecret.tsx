import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { KeyRound } from 'lucide-react';
import { CopyText } from '../../../ui/CopyText.tsx';
import { tokenWords as words } from './words.ts';

export interface NewSecretProps {
  readonly name: string;
  readonly secret: string;
  readonly onStored: () => void;
}

/** The one time that a secret is seen. */
export function NewSecret({ name, secret, onStored }: NewSecretProps) {
  return (
    <Alert
      color="orange"
      title={words.madeTitle(name)}
      icon={<KeyRound size={18} aria-hidden />}
      role="group"
    >
      <Stack gap="sm" p={3}>
        <Text size="sm">{words.madeDetail}</Text>
        <Group gap="sm" align="end">
          <TextInput
            label={words.secret}
            value={secret}
            readOnly
            autoFocus
            autoComplete="off"
            spellCheck={false}
            flex="1 1 18rem"
            styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)' } }}
            onFocus={({ currentTarget }) => currentTarget.select()}
          />
          <CopyText text={secret} label={words.copy} done={words.copied} />
          <Button variant="default" onClick={onStored}>
            {words.stored}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
