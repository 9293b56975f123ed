import { Container } from '@mantine/core';
import { Compass } from 'lucide-react';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';

export function NotFound() {
  return (
    <Container size="sm" py="xl">
      <StateMessage
        kind="empty"
        heading
        icon={<Compass size={28} aria-hidden />}
        title="There is no such page"
        detail="The address may be mistyped, or the page may have moved."
        action={<LinkButton to="/">Go to home page</LinkButton>}
      />
    </Container>
  );
}
