import { Container } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import { currentUserQuery } from '../../api/session.ts';
import { Article } from '../../features/news/Article.tsx';

/** One article of the news. */
export function ArticleScreen() {
  const { article } = useParams({ from: '/news/$article' });
  const { data } = useQuery(currentUserQuery);
  if (!data?.user) return null;
  return (
    <Container size="md" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Article key={article} account={data.user.id} article={article} />
    </Container>
  );
}
