import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import { Anchor, Container, Paper, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { currentUserQuery } from '../../api/session.ts';
import { lastDataset } from '../../features/access/session/sessionContext.ts';
import { LearnLinks } from '../../features/guide/LearnLinks.tsx';
import { SupportForm } from '../../features/site/SupportForm.tsx';
import { supportWords as words } from '../../features/site/siteWords.ts';
import { Play } from '../../ui/icons.ts';
import { LinkCard } from '../../ui/LinkCard.tsx';
import { Markdown } from '../../ui/Markdown.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { site } from '../site.ts';

/** What explains the portal, and a form for questions. */
export function SupportScreen() {
  const { data } = useQuery(currentUserQuery);
  const { supportEmail, demoVideo, texts } = site;
  return (
    <Container size="md" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageHeader title={words.title} description={words.detail} />
        {demoVideo !== '' && (
          <LinkCard
            href={demoVideo}
            icon={<Play size={22} aria-hidden />}
            title={words.video}
            detail={words.videoDetail}
          />
        )}
        <LearnLinks dataset={lastDataset()} />
        <Markdown text={texts.supportIntro} isLink={isLinkAddress} />
        <Paper component="section" withBorder p={{ base: 'lg', sm: 'xl' }} aria-labelledby="support-form">
          <Stack gap="md">
            <Title order={2} size="h3" id="support-form">
              {words.form}
            </Title>
            <SupportForm email={data?.user?.email ?? ''} supportEmail={supportEmail} />
          </Stack>
        </Paper>
        {supportEmail !== '' && (
          <Text size="sm" c="dimmed">
            {words.orWrite} <Anchor href={`mailto:${supportEmail}`}>{supportEmail}</Anchor>.
          </Text>
        )}
      </Stack>
    </Container>
  );
}
