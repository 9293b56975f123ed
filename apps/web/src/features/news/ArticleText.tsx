import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import type { NewsArticle } from '@atrium/contract/wire/news';
import { Badge, Group, Text } from '@mantine/core';
import { formatDayOf } from '../../lib/formatInstant.ts';
import { RichText } from '../../ui/RichText.tsx';
import classes from './News.module.css';
import { words } from './newsWords.ts';

interface ArticleProps {
  readonly article: NewsArticle;
}

/** When an article was published, by whom, and under which tags. */
export function ArticleFacts({ article }: ArticleProps) {
  const { created, author, tags, state, audience } = article;
  return (
    <Group gap="xs" className={classes.facts}>
      <Text component="time" dateTime={created} size="sm" c="dimmed">
        {formatDayOf(created)}
      </Text>
      {author !== undefined && (
        <Text span size="sm" c="dimmed">
          {words.by(author)}
        </Text>
      )}
      {tags.map(({ id, name }) => (
        <Badge key={id} variant="light" color="gray" tt="none" fw={500}>
          {name}
        </Badge>
      ))}
      {state !== 'published' && (
        <Badge variant="light" color="yellow" tt="none">
          {words[state]}
        </Badge>
      )}
      {audience === 'members' && (
        <Badge variant="light" tt="none">
          {words.membersOnly}
        </Badge>
      )}
    </Group>
  );
}

/** The text of an article below a heading of the level before `headingsFrom`. */
export const ArticleBody = ({ article, headingsFrom }: ArticleProps & { readonly headingsFrom: 2 | 3 }) => (
  <RichText html={article.body} headingsFrom={headingsFrom} isLink={isLinkAddress} />
);
