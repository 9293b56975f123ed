import type { DatasetDetail } from '@atrium/contract';
import { Anchor, Card, Group, Text, ThemeIcon, Title } from '@mantine/core';
import { Download, LifeBuoy, Network, Upload, Wrench } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDay } from '../../lib/formatDay.ts';
import classes from './DatasetCards.module.css';
import { words } from './words.ts';

export interface DatasetCardsProps {
  readonly dataset: DatasetDetail;
  /** Whether the member may see tables of subjects. */
  readonly showsSubjects: boolean;
  readonly supportEmail: string;
}

/** How data come in and go out, where they come from, and who helps. */
export function DatasetCards({ dataset, showsSubjects, supportEmail }: DatasetCardsProps) {
  const tools = Object.entries(dataset.extraHeaderLinks ?? {});
  const contact = dataset.contactEmail === '' ? supportEmail : dataset.contactEmail;
  return (
    <div className={classes.cards}>
      <InfoCard icon={<Upload size={20} aria-hidden />} title="Upload">
        New data arrive as a data package. A curator imports it as a new release; the release in use stays
        untouched until the new one is complete.
      </InfoCard>
      <InfoCard icon={<Download size={20} aria-hidden />} title="Download">
        {showsSubjects
          ? 'Build a cohort, choose the columns you need on the results page, and download the rows as CSV.'
          : `${words.subjectsClosed} Ask the dataset’s contact if you need them.`}
      </InfoCard>
      <InfoCard icon={<Network size={20} aria-hidden />} title="Data sources">
        {dataset.lastImport === 'Unknown'
          ? 'It is not known when these data were imported.'
          : `These data were imported on ${formatDay(dataset.lastImport)}.`}{' '}
        Each concept says what its values mean and where they come from.
      </InfoCard>
      <InfoCard icon={<Wrench size={20} aria-hidden />} title="External tools">
        {tools.length === 0
          ? 'No other tools are linked to this dataset. Exported tables open in R, Python or a spreadsheet.'
          : tools.map(([label, href]) => (
              <Anchor
                key={label}
                href={href}
                display="block"
                w="fit-content"
                size="sm"
                lh="1.75rem"
                rel="noreferrer"
              >
                {label}
              </Anchor>
            ))}
      </InfoCard>
      <InfoCard icon={<LifeBuoy size={20} aria-hidden />} title="Support">
        {contact === '' ? (
          'Questions about these data? Ask the person who gave you access.'
        ) : (
          <>
            Questions about these data? Write to{' '}
            <Anchor href={`mailto:${contact}`} size="sm">
              {contact}
            </Anchor>
            .
          </>
        )}
      </InfoCard>
    </div>
  );
}

interface InfoCardProps {
  readonly icon: ReactNode;
  readonly title: string;
  readonly children: ReactNode;
}

/** A short text under a heading of the second level. */
function InfoCard({ icon, title, children }: InfoCardProps) {
  return (
    <Card component="section" h="100%">
      <Group gap="sm" mb="xs" wrap="nowrap">
        <ThemeIcon variant="light" size={36} radius="md">
          {icon}
        </ThemeIcon>
        <Title order={2} size="h4">
          {title}
        </Title>
      </Group>
      <Text component="div" size="sm" c="dimmed">
        {children}
      </Text>
    </Card>
  );
}
