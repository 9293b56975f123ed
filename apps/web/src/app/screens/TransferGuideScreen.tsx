import { Anchor, Container, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { guideWords } from '../../features/guide/guideWords.ts';
import { TransferGuide } from '../../features/guide/TransferGuide.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { site } from '../site.ts';

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
