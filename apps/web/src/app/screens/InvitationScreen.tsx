import { Container, Paper, Stack } from '@mantine/core';
import { InvitationForm } from '../../features/access/InvitationForm.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { LinkButton } from '../../ui/LinkButton.tsx';

/** Where the link of an invitation leads: the person chooses a password. Its secret is behind the # of the address. */
export function InvitationScreen() {
  return (
    <Container size="27rem" w="100%" py={{ base: 'lg', sm: '4rem' }}>
      <Paper withBorder shadow="md" p={{ base: 'lg', sm: 'xl' }}>
        <Stack gap="lg">
          <BrandMark size={44} />
          <InvitationForm
            secret={window.location.hash.replace(/^#/, '')}
            signIn={(label) => <LinkButton to="/login">{label}</LinkButton>}
          />
        </Stack>
      </Paper>
    </Container>
  );
}
