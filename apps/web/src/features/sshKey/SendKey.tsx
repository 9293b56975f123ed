import { Card } from '@mantine/core';
import { KeyForm } from './KeyForm.tsx';
import { useSendKey } from './queries.ts';
import { words } from './words.ts';

/** The form by which a person sends a public key. */
export function SendKey({ supportEmail }: { readonly supportEmail: string }) {
  return (
    <Card padding="lg">
      <KeyForm send={useSendKey()} submit={words.send} supportEmail={supportEmail} />
    </Card>
  );
}
