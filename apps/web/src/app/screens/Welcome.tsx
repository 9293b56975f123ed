import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import { Alert, Container, SimpleGrid, Stack, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { describeEnd, signInWords as words } from '../../features/access/accessWords.ts';
import { Arches } from '../../ui/Arches.tsx';
import type { Icon } from '../../ui/drawIcon.tsx';
import { Clock, Filter, LogIn, ShieldCheck, Table2 } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { useArrivalFocus } from '../../ui/useArrivalFocus.ts';
import { site } from '../site.ts';
import classes from './Welcome.module.css';

const Markdown = lazy(async () => ({ default: (await import('../../ui/Markdown.tsx')).Markdown }));
const route = getRouteApi('/');

const offers: readonly { icon: Icon; title: string; text: string }[] = [
  {
    icon: Filter,
    title: 'Say who you look for',
    text: 'Combine diagnoses, procedures, measurements and variants; the count follows every filter.',
  },
  {
    icon: Table2,
    title: 'Download the rows',
    text: 'Choose columns over your cohort, read them as a table and export them as CSV.',
  },
  {
    icon: ShieldCheck,
    title: 'Within your access',
    text: 'You see what your membership of a dataset allows, and nothing more.',
  },
];

/** What a visitor sees before logging in. The page that the visitor wanted stays in the address. */
export function Welcome() {
  const { returnTo, ended } = route.useSearch();
  const heading = useArrivalFocus<HTMLHeadingElement>();
  return (
    <Container size="md" w="100%" py={{ base: 'xl', sm: '5rem' }}>
      <Stack gap="4rem">
        <div className={classes.lead}>
          <Arches />
          {ended !== undefined && (
            <Alert title={words.ended} icon={<Clock size={18} aria-hidden />} role="status">
              {describeEnd(ended)}
            </Alert>
          )}
          <Text size="sm" fw={600} c="var(--atrium-accent-ink)">
            {site.title} research data
          </Text>
          <Title order={1} ref={heading} tabIndex={-1} className={classes.title}>
            {returnTo === undefined ? site.texts.welcomeTitle : 'Please log in to open this page'}
          </Title>
          <div className={classes.intro}>
            {site.texts.welcome === '' ? (
              'Find the subjects your question is about, see at once how many there are, and work with their data.'
            ) : (
              <Suspense fallback={site.texts.welcome}>
                <Markdown text={site.texts.welcome} isLink={isLinkAddress} />
              </Suspense>
            )}
          </div>
          <LinkButton
            to="/login"
            search={{ returnTo, ended }}
            size="lg"
            leftSection={<LogIn size={20} aria-hidden />}
          >
            Log in
          </LinkButton>
        </div>
        <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xl">
          {offers.map(({ icon: Icon, title, text }) => (
            <section key={title} className={classes.offer}>
              <Icon size={22} aria-hidden />
              <Title order={2} size="h4">
                {title}
              </Title>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </section>
          ))}
        </SimpleGrid>
      </Stack>
    </Container>
  );
}
