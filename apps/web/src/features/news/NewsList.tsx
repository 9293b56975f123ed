import type { NewsArticle } from '@atrium/contract/wire/news';
import { Button, Group, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { describeError } from '../../api/apiError.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { Link2, Newspaper, Rss } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { ArticleBody, ArticleFacts } from './ArticleText.tsx';
import classes from './News.module.css';
import { feedAddress, newsQuery, tagsQuery } from './newsQueries.ts';
import { words } from './newsWords.ts';

interface OfTag {
  readonly tag: number | undefined;
}

/** The tags as links, and the feed. */
export function NewsFilter() {
  const { data: tags = [] } = useQuery(tagsQuery);
  const client = useQueryClient();
  /** A list that is chosen begins with its first page, however far it was read before (rule 14.3). */
  const beginAnew = (tag?: number) =>
    client.removeQueries({ queryKey: newsQuery(tag).queryKey, type: 'inactive' });
  return (
    <div className={classes.filter}>
      <nav aria-label={words.tags}>
        <ul className={classes.tags}>
          <li>
            <Link
              to="/news"
              search={{}}
              className={classes.tag}
              activeOptions={{ exact: true }}
              onClick={() => beginAnew()}
            >
              {words.all}
            </Link>
          </li>
          {tags.map(({ id, name }) => (
            <li key={id}>
              <Link
                to="/news"
                search={{ tag: id }}
                className={classes.tag}
                activeOptions={{ exact: true }}
                onClick={() => beginAnew(id)}
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <a href={feedAddress()} className={classes.link}>
        <Rss size={16} aria-hidden />
        {words.feed}
      </a>
    </div>
  );
}

/** The articles of a tag, or all of them, ten more with each press of the button. */
export function NewsList({ tag }: OfTag) {
  const found = useInfiniteQuery(newsQuery(tag));
  if (found.isPending) return <ListSkeleton />;
  if (found.isError && found.data === undefined) {
    return (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(found.error)}
        onRetry={() => void found.refetch()}
      />
    );
  }
  const articles = found.data.pages.flatMap(({ results }) => results);
  const count = found.data.pages.at(-1)?.count ?? articles.length;
  if (articles.length === 0) return <NoNews isOfTag={tag !== undefined} />;
  return (
    <Stack gap="lg">
      <ol className={classes.list}>
        {articles.map((article) => (
          <li key={article.id}>
            <NewsItem article={article} />
          </li>
        ))}
      </ol>
      <FailedAlert
        title={words.moreFailed}
        says={found.isFetchNextPageError ? describeError(found.error) : null}
      />
      <Group justify="center" gap="md">
        {found.hasNextPage && (
          <Button
            variant="default"
            loading={found.isFetchingNextPage}
            onClick={() => void found.fetchNextPage()}
          >
            {words.more}
          </Button>
        )}
        <Text size="sm" c="dimmed" role="status">
          {words.shown(articles.length, count)}
        </Text>
      </Group>
    </Stack>
  );
}

function NewsItem({ article }: { readonly article: NewsArticle }) {
  return (
    <article className={classes.item} aria-labelledby={`news-${article.id}`}>
      <Title order={2} size="h2" id={`news-${article.id}`}>
        {article.title}
      </Title>
      <ArticleFacts article={article} />
      <ArticleBody article={article} headingsFrom={3} />
      <Link
        to="/news/$article"
        params={{ article: String(article.id) }}
        className={classes.link}
        aria-label={words.permalinkOf(article.title)}
      >
        <Link2 size={16} aria-hidden />
        {words.permalink}
      </Link>
    </article>
  );
}

function NoNews({ isOfTag }: { readonly isOfTag: boolean }) {
  return (
    <StateMessage
      kind="empty"
      icon={<Newspaper size={28} aria-hidden />}
      title={isOfTag ? words.noneOfTag : words.none}
      detail={isOfTag ? undefined : words.noneDetail}
      action={
        isOfTag && (
          <LinkButton to="/news" search={{}} variant="default">
            {words.all}
          </LinkButton>
        )
      }
    />
  );
}

const ListSkeleton = () => (
  <Stack gap="md" aria-busy="true">
    {[0, 1, 2].map((item) => (
      <div key={item} className={classes.item}>
        <Skeleton h={24} w="60%" />
        <Skeleton h={14} w="10rem" />
        <Skeleton h={14} />
        <Skeleton h={14} w="90%" />
      </div>
    ))}
  </Stack>
);
