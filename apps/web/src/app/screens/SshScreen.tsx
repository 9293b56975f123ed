import { Anchor, Container, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { currentUserQuery } from '../../api/session.ts';
import { KeyList } from '../../features/sshKey/KeyList.tsx';
import { SendKey } from '../../features/sshKey/SendKey.tsx';
import { words } from '../../features/sshKey/sshKeyWords.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { site } from '../site.ts';

/** The public SSH keys of a person: a form that sends one, and the list. Without a person there is nothing. */
export function SshScreen() {
  const { data } = useQuery(currentUserQuery);
  if (!data?.user) return null;
  return (
    <Container size="sm" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="xl">
        <PageHeader
          title={words.title}
          description={
            <>
              {words.description}{' '}
              <Anchor component={Link} to="/aspera" inherit>
                {words.toGuide}
              </Anchor>
            </>
          }
        />
        <SendKey supportEmail={site.supportEmail} />
        <KeyList supportEmail={site.supportEmail} />
      </Stack>
    </Container>
  );
}
