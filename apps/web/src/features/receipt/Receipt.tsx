import type { AnalysisResult, AnalysisView } from '@atrium/contract/wire/analysis';
import type { ReceiptKind, ReceiptView } from '@atrium/contract/wire/receipt';
import { Button, List, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { describeError } from '../../api/apiError.ts';
import { useReleaseName } from '../../api/releaseNames.ts';
import { formatInstant } from '../../lib/formatInstant.ts';
import { ConfirmDialog } from '../../ui/ConfirmDialog.tsx';
import { Facts } from '../../ui/Facts.tsx';
import { Sentences } from '../../ui/Notices.tsx';
import { PageHeader } from '../../ui/PageHeader.tsx';
import { ReferenceMark } from '../../ui/ReferenceMark.tsx';
import { SafeHtml } from '../../ui/SafeHtml.tsx';
import { Section } from '../../ui/Section.tsx';
import { StateMessage } from '../../ui/StateMessage.tsx';
import { ReceiptFigures } from './ReceiptFigures.tsx';
import { type ReceiptOf, receiptOptions, useLoadReceipt } from './receiptQueries.ts';
import { kindWords, words } from './receiptWords.ts';

export interface ReceiptProps extends ReceiptOf {
  /** Members who see aggregates only have no cohort and no table. */
  readonly seesSubjects: boolean;
  readonly onLoaded: (loaded: readonly ReceiptKind[]) => void;
  readonly crossTab: (axes: AnalysisView['extended'], result: AnalysisResult) => ReactNode;
}

/** The definitions and figures behind a count receipt, to be read, and loaded as the active ones. */
export function Receipt({ dataset, receiptId, seesSubjects, onLoaded, crossTab }: ReceiptProps) {
  const { data, error, refetch } = useQuery(receiptOptions({ dataset, receiptId }));
  if (error !== null)
    return (
      <StateMessage
        kind="error"
        heading
        title={words.failed}
        detail={describeError(error)}
        onRetry={() => void refetch()}
      />
    );
  if (data === undefined) return <Skeleton h={240} />;
  return (
    <Stack gap="xl">
      <PageHeader
        title={words.title}
        description={words.detail}
        actions={<Load of={{ dataset, receiptId }} kinds={kindsOf(data, seesSubjects)} onLoaded={onLoaded} />}
      />
      <About view={data} dataset={dataset} />
      <ReceiptFigures
        dataset={dataset}
        receiptId={receiptId}
        crossTab={(result) => data.analysis && crossTab(data.analysis.extended, result)}
      />
      <Definitions view={data} />
    </Stack>
  );
}

const kindsOf = ({ table, analysis }: ReceiptView, seesSubjects: boolean): readonly ReceiptKind[] => [
  ...(seesSubjects ? (['cohort'] as const) : []),
  ...(seesSubjects && table !== null ? (['table'] as const) : []),
  ...(analysis === null ? [] : (['analysis'] as const)),
];

interface LoadProps {
  readonly of: ReceiptOf;
  readonly kinds: readonly ReceiptKind[];
  readonly onLoaded: (loaded: readonly ReceiptKind[]) => void;
}

function Load({ of, kinds, onLoaded }: LoadProps) {
  const [isAsking, setIsAsking] = useState(false);
  const load = useLoadReceipt(of, onLoaded);
  if (kinds.length === 0) return null;
  return (
    <>
      <Button onClick={() => setIsAsking(true)}>{words.load}</Button>
      {isAsking && (
        <ConfirmDialog
          title={words.loadTitle}
          confirm={words.load}
          cancel={words.cancel}
          isBusy={load.isPending}
          failure={load.error === null ? null : describeError(load.error)}
          onConfirm={() => load.mutate()}
          onClose={() => setIsAsking(false)}
        >
          {words.loadDetail(kinds)}
        </ConfirmDialog>
      )}
    </>
  );
}

function About({ view, dataset }: { readonly view: ReceiptView; readonly dataset: string }) {
  const { id, kind, isLive, issuedAt } = view;
  const release = useReleaseName(dataset)(view.release);
  return (
    <Stack gap="sm">
      <ReferenceMark
        label={words.label}
        text={id}
        href={`/${dataset}/receipts/${id}`}
        copy={words.copy}
        copied={words.copied}
      />
      <Facts
        facts={[
          [words.of, kindWords[kind]],
          [words.release, isLive ? words.live(release) : words.notLive(release)],
          [words.issued, formatInstant(issuedAt)],
        ]}
      />
    </Stack>
  );
}

function Definitions({ view: { cohort, table, analysis } }: { readonly view: ReceiptView }) {
  const errors = [...cohort.errors, ...(table?.warnings ?? []), ...(analysis?.errors ?? [])];
  return (
    <>
      {errors.length > 0 && (
        <Text c="var(--atrium-danger)">
          {words.problems}: <Sentences of={errors} />
        </Text>
      )}
      <Section title={words.cohort}>
        <Text>{cohort.describe === '' ? words.everyone : <SafeHtml html={cohort.describe} />}</Text>
      </Section>
      {table !== null && (
        <Section title={words.columns}>
          <Names
            of={table.extended.fields.map(({ entryId, alias, label }) => ({
              entryId,
              label: alias ?? label,
            }))}
          />
        </Section>
      )}
      {analysis !== null && (
        <>
          <Section title={words.rows}>
            <Names of={analysis.extended.rows} />
          </Section>
          <Section title={words.across}>
            <Names of={analysis.extended.cols} />
          </Section>
        </>
      )}
    </>
  );
}

interface Named {
  readonly entryId: string;
  readonly label: string;
}

function Names({ of }: { readonly of: readonly Named[] }) {
  if (of.length === 0) return <Text c="dimmed">{words.none}</Text>;
  return (
    <List>
      {of.map(({ entryId, label }) => (
        <List.Item key={entryId}>{label}</List.Item>
      ))}
    </List>
  );
}
