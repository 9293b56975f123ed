import { Container, Stack } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { NewsFilter, NewsList } from '../../features/news/NewsList.tsx';
import { words } from '../../features/news/newsWords.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';

/** The news; the tag is part of the address. */
export function NewsScreen() {
  const { tag } = useSearch({ from: '/news' });
  return (
    <Container size="md" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="lg">
        <PageHeader title={words.title} description={words.detail} />
        <NewsFilter />
        <NewsList tag={tag} />
      </Stack>
    </Container>
  );
}
