import { Container } from '@mantine/core';
import { useParams } from '@tanstack/react-router';
import { SitePage } from '../../features/site/SitePage.tsx';
import { NotFound } from '../shell/ScreenMessages.tsx';
import { site } from '../site.ts';
import { findPage } from '../useScreenAccess.ts';

const Page = ({ page }: { readonly page: string }) => (
  <Container size="md" w="100%" py={{ base: 'md', sm: 'xl' }}>
    <SitePage key={page} page={page} />
  </Container>
);

/** A page that the configuration of the site adds. */
export function PageScreen() {
  const { page } = useParams({ from: '/$page' });
  return findPage(site.navigation.general, page) === undefined ? <NotFound /> : <Page page={page} />;
}

/** A page that the configuration adds to every dataset. */
export function DatasetPageScreen() {
  const { page } = useParams({ from: '/$pageDataset/$page' });
  return findPage(site.navigation.dataset, page) === undefined ? <NotFound /> : <Page page={page} />;
}
