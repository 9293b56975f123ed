import { Card } from '@mantine/core';
import { KeyForm } from './KeyForm.tsx';
import { useSendKey } from './sshKeyQueries.ts';
import { words } from './sshKeyWords.ts';

/** The form by which a person sends a public key. */
export function SendKey({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <Card padding="lg">
      <KeyForm send={useSendKey()} label={words.formTitle} submit={words.send} supportEmail={supportEmail} />
    </Card>
  );
}
