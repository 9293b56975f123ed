import { Container, Paper, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { currentUserQuery } from '../../api/session.ts';
import { SignInForm } from '../../features/access/SignInForm.tsx';
import { BrandMark } from '../../ui/BrandMark.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { site } from '../site.ts';

const route = getRouteApi('/login');

/** Asks for name and password, then goes where the visitor wanted to go. */
export function SignInScreen() {
  const { returnTo = '/' } = route.useSearch();
  const { data } = useQuery(currentUserQuery);
  if (data?.user) return <Onward href={returnTo} />;
  return (
    <Container size="27rem" w="100%" py={{ base: 'lg', sm: '4rem' }}>
      <Paper withBorder shadow="md" p={{ base: 'lg', sm: 'xl' }}>
        <Stack gap="lg">
          <BrandMark size={44} />
          <PageHeader
            title="Log in"
            description={
              returnTo === '/'
                ? `Use your ${site.title} account.`
                : 'Log in to go on to the page you asked for.'
            }
          />
          <SignInForm />
        </Stack>
      </Paper>
    </Container>
  );
}

/** Leaves for any address of this site, in place of the sign-in page. */
function Onward({ href }: { readonly href: string }) {
  const { history } = useRouter();
  useEffect(() => history.replace(href), [history, href]);
  return null;
}
