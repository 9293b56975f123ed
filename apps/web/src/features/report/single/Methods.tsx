import type { Methods as MethodsOf, ReportMethods } from '@atrium/contract/wire/methods';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { useNouns } from '../../../api/collections.ts';
import { useReleaseName } from '../../../api/releaseNames.ts';
import { formatDayOf, formatInstant } from '../../../lib/formatInstant.ts';
import { CopyText } from '../../../ui/CopyText.tsx';
import { Facts } from '../../../ui/Facts.tsx';
import { FileArchive, FileText } from '../../../ui/icons.ts';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { saveMethodsCrate, saveMethodsDocument } from '../exports.ts';
import { type HeldReport, methodsOptions, type ReportOf } from '../reportQueries.ts';
import { methodsWords as words } from '../reportWords.ts';
import { AttritionDiagram } from './AttritionDiagram.tsx';
import { CodeLists } from './CodeLists.tsx';
import classes from './Methods.module.css';
import { Programs } from './Programs.tsx';
import { TextTab } from './TabContent.tsx';

/** How a report came about, as this viewer may see it (rule 12.15). */
export function Methods(of: HeldReport) {
  const loaded = useQuery(methodsOptions(of));
  if (loaded.data !== undefined) return <Read of={of} read={loaded.data} />;
  if (loaded.isError)
    return (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(loaded.error, words.failed)}
        onRetry={() => void loaded.refetch()}
      />
    );
  return (
    <TextTab>
      <Skeleton height={60} />
      <Skeleton height={320} />
    </TextTab>
  );
}

interface ReadProps {
  readonly of: ReportOf;
  readonly read: ReportMethods;
}

function Read({ of, read: { methods, programs } }: ReadProps) {
  const { subject } = useNouns(of.dataset);
  return (
    <TextTab>
      <Section
        title={words.title}
        detail={words.detail}
        actions={
          <Group gap="sm">
            <Button
              variant="default"
              aria-label={words.downloadMarkdown}
              leftSection={<FileText size={16} aria-hidden />}
              onClick={() => void saveMethodsDocument(of)}
            >
              {words.markdown}
            </Button>
            <Button
              variant="default"
              aria-label={words.downloadCrate}
              leftSection={<FileArchive size={16} aria-hidden />}
              onClick={() => void saveMethodsCrate(of)}
            >
              {words.crate}
            </Button>
          </Group>
        }
      >
        <Lines methods={methods} />
      </Section>
      <AttritionDiagram
        title={methods.title}
        fileName={`report_${of.reportId}_attrition`}
        receipt={methods.receipt}
        steps={methods.attrition}
        subject={subject}
      />
      <CodeLists lists={methods.codeLists} />
      <Source methods={methods} />
      <Section
        title={words.citation}
        actions={
          <Group gap="xs">
            <CopyText text={methods.citation} label={words.copyCitation} done={words.citationCopied} />
            {methods.citations !== undefined && (
              <>
                <CopyText text={methods.citations.bibtex} label="BibTeX" done={words.citationCopied} />
                <CopyText text={methods.citations.csl} label="CSL-JSON" done={words.citationCopied} />
              </>
            )}
          </Group>
        }
      >
        <blockquote className={classes.citation}>{methods.citation}</blockquote>
      </Section>
      <Programs of={of} programs={programs} />
    </TextTab>
  );
}

const Lines = ({ methods: { cohort, columns, crossTab, comparison } }: { readonly methods: MethodsOf }) => (
  <>
    {cohort.length === 0 ? (
      <Text>{words.everyone}</Text>
    ) : (
      <ul className={classes.lines} aria-label={words.inWords}>
        {cohort.map((line, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two filters may say the same
          <li key={index} className={line.startsWith('- ') ? classes.filter : undefined}>
            {line.replace(/^- /, '')}
          </li>
        ))}
      </ul>
    )}
    <Facts
      facts={[
        ...(columns.length === 0 ? [] : [[words.columns, columns.join(', ')] as const]),
        ...(crossTab === null
          ? []
          : [
              [
                words.crossTab,
                `${words.rows}: ${crossTab.rows.join(', ') || words.none}; ${words.cols}: ${crossTab.cols.join(', ') || words.none}`,
              ] as const,
            ]),
        ...(comparison === undefined ? [] : [[words.comparison, comparison.join('. ')] as const]),
      ]}
    />
  </>
);

const Source = ({ methods }: { readonly methods: MethodsOf }) => (
  <Section title={words.source}>
    <Facts
      facts={[
        [words.dataset, `${methods.dataset.name} (${methods.dataset.id})`],
        [words.release, useReleaseName(methods.dataset.id)(methods.release.name)],
        [words.dataVersion, methods.release.version ?? words.notStated],
        [
          words.imported,
          methods.release.finishedAt === null ? words.notStated : formatDayOf(methods.release.finishedAt),
        ],
        ...(methods.use ? ([[words.use, words.onlyAgreed(methods.use)]] as const) : []),
        [words.software, words.softwareVersion(methods.software)],
        [words.receipt, <code key="receipt">{methods.receipt}</code>],
        [words.described, formatInstant(methods.madeAt)],
      ]}
    />
  </Section>
);
