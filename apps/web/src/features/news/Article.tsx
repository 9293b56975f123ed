import type { NewsArticle } from '@atrium/contract/wire/news';
import { Skeleton, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ApiError, describeError } from '../../api/apiError.ts';
import { ArrowLeft, Compass } from '../../ui/icons.ts';
import { LinkButton } from '../../ui/LinkButton.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { ArticleBody, ArticleFacts } from './ArticleText.tsx';
import classes from './News.module.css';
import { articleQuery } from './newsQueries.ts';
import { words } from './newsWords.ts';

interface ArticleProps {
  readonly account: number;
  /** An id or a slug. */
  readonly article: string;
}

/** One article, or why it cannot be shown. */
export function Article({ account, article }: ArticleProps) {
  const found = useQuery(articleQuery(account, article));
  if (found.data !== undefined) return <WholeArticle article={found.data} />;
  if (found.isError) return <NoArticle error={found.error} onRetry={() => void found.refetch()} />;
  return (
    <Stack gap="md" aria-busy="true">
      <Skeleton h={24} w="7rem" />
      <Skeleton h={32} w="70%" />
      <Skeleton h={14} w="12rem" />
      <Skeleton h={240} />
    </Stack>
  );
}

/** An article with the way back above and below it. */
export function WholeArticle({ article }: { readonly article: NewsArticle }) {
  return (
    <article className={classes.article}>
      <BackToNews />
      <div className={classes.sheet}>
        <PageHeader title={article.title} />
        <ArticleFacts article={article} />
        <ArticleBody article={article} headingsFrom={2} />
      </div>
      <BackToNews />
    </article>
  );
}

const BackToNews = () => (
  <Link to="/news" search={{}} className={classes.link} data-no-print>
    <ArrowLeft size={16} aria-hidden />
    {words.back}
  </Link>
);

interface NoArticleProps {
  readonly error: Error;
  readonly onRetry: () => void;
}

function NoArticle({ error, onRetry }: NoArticleProps) {
  const isMissing = error instanceof ApiError && (error.status === 404 || error.status === 400);
  return isMissing ? (
    <StateMessage
      heading
      kind="empty"
      icon={<Compass size={28} aria-hidden />}
      title={words.notFound}
      detail={words.notFoundDetail}
      action={
        <LinkButton to="/news" search={{}}>
          {words.back}
        </LinkButton>
      }
    />
  ) : (
    <StateMessage
      heading
      kind="error"
      title={words.articleFailed}
      detail={describeError(error)}
      onRetry={onRetry}
    />
  );
}
