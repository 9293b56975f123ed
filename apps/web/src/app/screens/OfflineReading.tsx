import { Alert, Container, Stack } from '@mantine/core';
import { useLocation } from '@tanstack/react-router';
import { keptArticles } from '../../api/keptArticles.ts';
import { WholeArticle } from '../../features/news/Article.tsx';
import { words } from '../../features/news/newsWords.ts';
import { WifiOff } from '../../ui/icons.ts';

/** What can be read before the portal has answered who is signed in: the articles that were opened last (rule 14.51). */
export function OfflineReading() {
  const pathname = useLocation({ select: (location) => location.pathname });
  const [, named] = /^\/news\/([^/]+)/.exec(pathname) ?? [];
  const kept = keptArticles();
  const chosen = kept.filter(({ id, slug }) => String(id) === named || slug === named);
  return (
    <Container size="md" w="100%" py={{ base: 'md', sm: 'xl' }}>
      <Stack gap="xl">
        <Alert icon={<WifiOff size={18} aria-hidden />} title={words.offlineTitle}>
          {words.offlineDetail}
        </Alert>
        {(chosen.length > 0 ? chosen : kept).map((article) => (
          <WholeArticle key={article.id} article={article} />
        ))}
      </Stack>
    </Container>
  );
}
