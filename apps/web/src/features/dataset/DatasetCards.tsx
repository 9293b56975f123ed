import { isLinkAddress } from '@atrium/contract/documents/linkAddress';
import type { SiteConfiguration } from '@atrium/contract/documents/siteConfiguration';
import type { DatasetDetail } from '@atrium/contract/wire/dataset';
import { Anchor, Card, Group, Text, ThemeIcon, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useNouns } from '../../api/collections.ts';
import { formatDay } from '../../lib/formatDay.ts';
import { Download, LifeBuoy, Network, Upload, Wrench } from '../../ui/icons.ts';
import { Markdown } from '../../ui/Markdown.tsx';
import classes from './DatasetCards.module.css';
import { words } from './datasetWords.ts';

export interface DatasetCardsProps {
  readonly dataset: DatasetDetail;
  /** Titles, texts and links of the cards; a card that is null is left out. */
  readonly home: SiteConfiguration['home'];
  /** Whether the member may see tables and files of subjects. */
  readonly showsSubjects: boolean;
  readonly supportEmail: string;
}

/** How data come in and go out, where they come from, and who helps. */
export function DatasetCards({ dataset, home, showsSubjects, supportEmail }: DatasetCardsProps) {
  const { subject } = useNouns(dataset.uniqueId);
  const tools = toolsOf(dataset);
  const contact = dataset.contactEmail === '' ? supportEmail : dataset.contactEmail;
  return (
    <div className={classes.cards}>
      <HomeCard icon={<Upload size={20} aria-hidden />} card={home.upload}>
        <Anchor component={Link} to="/support" size="sm" className={classes.link}>
          {words.askToUpload}
        </Anchor>
      </HomeCard>
      <HomeCard icon={<Download size={20} aria-hidden />} card={home.download}>
        {showsSubjects ? (
          <Anchor component={Link} to={`/${dataset.uniqueId}/download`} size="sm" className={classes.link}>
            {words.openDownload}
          </Anchor>
        ) : (
          <p className={classes.fact}>{words.filesClosed(subject)}</p>
        )}
      </HomeCard>
      <HomeCard icon={<Network size={20} aria-hidden />} card={home.dataSources}>
        <p className={classes.fact}>
          {dataset.lastImport === 'Unknown'
            ? words.importUnknown
            : words.importedOn(formatDay(dataset.lastImport))}
        </p>
        <Anchor component={Link} to={`/${dataset.uniqueId}/dictionary`} size="sm" className={classes.link}>
          {words.openDictionary}
        </Anchor>
      </HomeCard>
      {leadsOut(home.externalTools, tools) && (
        <HomeCard icon={<Wrench size={20} aria-hidden />} card={home.externalTools} further={tools} />
      )}
      <HomeCard icon={<LifeBuoy size={20} aria-hidden />} card={home.support}>
        <Anchor component={Link} to="/support" size="sm" className={classes.link}>
          {words.openSupport}
        </Anchor>
        {contact !== '' && (
          <Anchor href={`mailto:${contact}`} size="sm" className={classes.link}>
            {contact}
          </Anchor>
        )}
      </HomeCard>
    </div>
  );
}

interface CardLink {
  readonly label: string;
  readonly href: string;
}

/** The links of the dataset to other sites. */
const toolsOf = ({ extraHeaderLinks }: DatasetDetail): readonly CardLink[] =>
  Object.entries(extraHeaderLinks ?? {}).flatMap(([label, href]) =>
    href.startsWith('/') ? [] : [{ label, href }],
  );

/** A card about tools elsewhere that names none is left out (rule 11.45). */
const leadsOut = (card: CardTexts, further: readonly CardLink[]): boolean =>
  card !== null && (card.links.length + further.length > 0 || card.text.includes(']('));

type CardTexts = SiteConfiguration['home']['upload'];

interface HomeCardProps {
  readonly icon: ReactNode;
  readonly card: CardTexts;
  /** Links of the dataset, after those of the site. */
  readonly further?: readonly CardLink[];
  readonly children?: ReactNode;
}

/** A short text under a heading of the second level, with links. */
function HomeCard({ icon, card, further = [], children }: HomeCardProps) {
  if (card === null) return null;
  return (
    <Card component="section" h="100%">
      <Group gap="sm" mb="xs" wrap="nowrap">
        <ThemeIcon variant="light" size={36} radius="md">
          {icon}
        </ThemeIcon>
        <Title order={2} size="h4">
          {card.title}
        </Title>
      </Group>
      <Text component="div" size="sm" c="dimmed" className={classes.text}>
        <Markdown text={card.text} isLink={isLinkAddress} />
        {children}
        {[...card.links, ...further].map(({ label, href }) => (
          <Anchor key={label} href={href} size="sm" rel="noreferrer" className={classes.link}>
            {label}
          </Anchor>
        ))}
      </Text>
    </Card>
  );
}
