import { Group, Stack, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { ArrowLeft, ArrowRight } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './Guide.module.css';
import { type GuidePage, guidePages, guidePagesWords as words } from './guidePages.ts';

interface GuideProps {
  readonly page: GuidePage;
  /** A link to the screen that the page is about, where the person may open it. */
  readonly onward: ReactNode;
}

/** One page of the guide, and the way to the others (rule 11.41). */
export function Guide({ page, onward }: GuideProps) {
  const index = guidePages.indexOf(page);
  const [previous, next] = [guidePages[index - 1], guidePages[index + 1]];
  const { title, detail, picture, steps } = page;
  return (
    <Stack gap="lg" component="article">
      <PageHeader
        eyebrow={`${words.guide} · ${index + 1} of ${guidePages.length}`}
        title={title}
        description={detail}
      />
      <figure className={classes.picture}>
        {(['light', 'dark'] as const).map((scheme) => (
          <img
            key={scheme}
            src={picture[scheme]}
            alt={picture.alt}
            width={1200}
            height={750}
            loading="lazy"
            data-scheme={scheme}
          />
        ))}
      </figure>
      <ol className={classes.steps}>
        {steps.map(([point, text]) => (
          <li key={point}>
            <strong>{point}</strong> {text}
          </li>
        ))}
      </ol>
      {onward}
      <Group component="nav" justify="space-between" aria-label={words.pages} className={classes.ways ?? ''}>
        {previous === undefined ? (
          <span />
        ) : (
          <Link to="/guide/$page" params={{ page: previous.id }} className={classes.way}>
            <ArrowLeft size={16} aria-hidden />
            <span>
              <Text span size="xs" c="dimmed">
                {words.previous}
              </Text>
              <br />
              {previous.title}
            </span>
          </Link>
        )}
        {next !== undefined && (
          <Link to="/guide/$page" params={{ page: next.id }} className={classes.way}>
            <span>
              <Text span size="xs" c="dimmed">
                {words.next}
              </Text>
              <br />
              {next.title}
            </span>
            <ArrowRight size={16} aria-hidden />
          </Link>
        )}
      </Group>
    </Stack>
  );
}
