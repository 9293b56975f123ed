import { Anchor, Container, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '@tanstack/react-router';
import { datasetQuery } from '../../api/session.ts';
import { lastDataset } from '../../features/access/session/sessionContext.ts';
import { ApiDescription } from '../../features/apiDescription/ApiDescription.tsx';
import { Guide } from '../../features/guide/Guide.tsx';
import { type GuidePage, guidePages, guidePagesWords as words } from '../../features/guide/guidePages.ts';
import { guideWords } from '../../features/guide/guideWords.ts';
import { TransferGuide } from '../../features/guide/TransferGuide.tsx';
import { ArrowRight } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { mayOpen } from '../mayOpen.ts';
import { NotFound } from '../shell/ScreenMessages.tsx';
import { site } from '../site.ts';

/** A page of the guide; its button leads into the dataset that was open last. */
export function GuideScreen() {
  const { page: id } = useParams({ from: '/guide/$page' });
  const page = guidePages.find((one) => one.id === id);
  if (page === undefined) return <NotFound />;
  return (
    <Container size="md" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Guide key={id} page={page} onward={<Onward screen={page.screen} />} />
    </Container>
  );
}

const permissions = {
  query: 'subjects',
  results: 'subjects',
  aggregate: 'aggregates',
  reports: 'reports',
} as const satisfies Record<GuidePage['screen'], Parameters<typeof mayOpen>[0]>;

function Onward({ screen }: Pick<GuidePage, 'screen'>) {
  const dataset = lastDataset();
  const member = useQuery({ ...datasetQuery(dataset ?? ''), enabled: dataset !== undefined }).data;
  if (dataset === undefined || member === undefined || !mayOpen(permissions[screen], member)) return null;
  return (
    <div>
      <LinkButton
        to={`/$dataset/${screen}`}
        params={{ dataset }}
        variant="default"
        rightSection={<ArrowRight size={16} aria-hidden />}
      >
        {words.open}
      </LinkButton>
    </div>
  );
}

/** The interface for programs. */
export const ApiScreen = () => (
  <Container size="lg" w="100%" py={{ base: 'md', sm: 'xl' }}>
    <ApiDescription />
  </Container>
);

/** The guide to the transfer service. */
export function TransferGuideScreen() {
  return (
    <Container size="lg" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="xl">
        <PageHeader title={guideWords.title} description={guideWords.description} />
        <TransferGuide
          folder={site.transferFolder}
          supportEmail={site.supportEmail}
          toKeys={
            <Anchor component={Link} to="/ssh" inherit>
              {guideWords.toKeys}
            </Anchor>
          }
        />
      </Stack>
    </Container>
  );
}
