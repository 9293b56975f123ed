import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ExpectationView, ReportExpectations } from '@atrium/contract/wire/reportExpectation';
import { Button, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { useNouns } from '../../../api/collections.ts';
import { failureOf } from '../../../api/failureOf.ts';
import { type Noun, quantityOf } from '../../../api/nouns.ts';
import { useReleaseName } from '../../../api/releaseNames.ts';
import { formatInstant } from '../../../lib/formatInstant.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import {
  CircleCheck,
  CircleDashed,
  EyeOff,
  ListChecks,
  Pencil,
  RefreshCw,
  TriangleAlert,
} from '../../../ui/icons.ts';
import { Sentences } from '../../../ui/Notices.tsx';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { ExpectationsDialog } from '../dialogs/ExpectationsDialog.tsx';
import { expectationWords as words } from '../expectationWords.ts';
import { expectationsOptions, type HeldReport, reportsKey } from '../reportQueries.ts';
import classes from './Expectations.module.css';
import { TextTab } from './TabContent.tsx';

/** The expectations of a report, and how they ended on the release that it runs on (rule 12.17). */
export function Expectations(of: HeldReport) {
  const loaded = useQuery(expectationsOptions(of));
  /** As they were when the dialog opened: what is saved becomes another version, for which there is no answer yet. */
  const [changing, setChanging] = useState<ReportExpectations>();
  return (
    <>
      {loaded.data !== undefined ? (
        <Shown of={of} read={loaded.data} onChange={() => setChanging(loaded.data)} />
      ) : loaded.isError ? (
        <StateMessage
          kind="error"
          title={words.failed}
          detail={describeError(loaded.error, words.failed)}
          onRetry={() => void loaded.refetch()}
        />
      ) : (
        <TextTab>
          <Skeleton height={160} />
        </TextTab>
      )}
      {changing && (
        <ExpectationsDialog
          dataset={of.dataset}
          reportId={of.reportId}
          read={changing}
          onClose={() => setChanging(undefined)}
        />
      )}
    </>
  );
}

interface ShownProps {
  readonly of: HeldReport;
  readonly read: ReportExpectations;
  readonly onChange: () => void;
}

function Shown({ of, read, onChange }: ShownProps) {
  const { state, expectations, mayChange } = read;
  const { subject } = useNouns(of.dataset);
  const releaseName = useReleaseName(of.dataset);
  if (state === 'none')
    return (
      <StateMessage
        kind="empty"
        icon={<ListChecks size={28} aria-hidden />}
        title={words.none}
        detail={mayChange ? words.noneDetail(subject) : words.noneDetailReader}
        action={mayChange ? <Button onClick={onChange}>{words.say}</Button> : undefined}
      />
    );
  if (state === 'hidden')
    return (
      <StateMessage
        kind="empty"
        icon={<EyeOff size={28} aria-hidden />}
        title={words.hidden}
        detail={words.hiddenDetail(subject)}
      />
    );
  return (
    <TextTab>
      <Section
        title={words.title}
        detail={words.detail}
        actions={
          <Group gap="sm">
            <JudgeAgain of={of} />
            {mayChange && (
              <Button variant="default" leftSection={<Pencil size={16} aria-hidden />} onClick={onChange}>
                {words.change}
              </Button>
            )}
          </Group>
        }
      >
        <Stack gap={4} role="status">
          <Text fw={600}>{words.states[state]}</Text>
          {read.release !== null && read.judged !== null && (
            <Text size="sm" c="dimmed">
              {words.judgedOn(releaseName(read.release), formatInstant(read.judged))}
            </Text>
          )}
          {read.count !== null && <Text size="sm">{quantityOf(read.count, subject)}</Text>}
          {read.errors.length > 0 && (
            <Text size="sm" component="div" c="var(--atrium-danger)">
              <Sentences of={[words.noCount, ...read.errors]} />
            </Text>
          )}
        </Stack>
        <ul className={classes.list}>
          {expectations.map((expected, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: two expectations may say the same
            <Line key={index} expected={expected} subject={subject} />
          ))}
        </ul>
      </Section>
    </TextTab>
  );
}

const icons = { met: CircleCheck, not_met: TriangleAlert, not_run: CircleDashed } as const;

interface LineProps {
  readonly expected: ExpectationView;
  readonly subject: Noun;
}

function Line({ expected, subject }: LineProps) {
  const { state, kind, wrong, subjects, named } = expected;
  const Icon = icons[state];
  return (
    <li className={classes.line} data-state={state}>
      <Icon size={18} aria-hidden className={classes.icon} />
      <div className={classes.text}>
        <Text>{inWords(expected, subject)}</Text>
        <Text size="sm" c="dimmed">
          {words.outcome[state]}
        </Text>
        {wrong !== null && wrong.length > 0 && (
          <Text size="sm">
            {kind === 'includes' ? words.missing(wrong.join(', ')) : words.unwanted(wrong.join(', '))}
          </Text>
        )}
        {named > 0 && subjects === null && (
          <Text size="sm" c="dimmed">
            {words.idsHidden(subject)}
          </Text>
        )}
      </div>
    </li>
  );
}

function inWords({ kind, least, most, subjects, named }: ExpectationView, subject: Noun): string {
  if (kind === 'count') {
    if (least !== null && most !== null) return words.between(least, most, subject);
    return most === null ? words.atLeast(least ?? 0, subject) : words.atMost(most, subject);
  }
  return words[kind](subjects === null ? quantityOf(named, subject) : subjects.join(', '));
}

/** Judges anew, as where a filter asks for the last days. */
function JudgeAgain({ of }: { readonly of: HeldReport }) {
  const client = useQueryClient();
  const { dataset, reportId } = of;
  const again = useMutation({
    mutationFn: () =>
      request(reportEndpoints.expectations, { params: { dataset, reportId }, query: { again: true } }),
    onSuccess: async (read) => {
      client.setQueryData(expectationsOptions(of).queryKey, read);
      await client.invalidateQueries({ queryKey: reportsKey(dataset) });
    },
  });
  return (
    <>
      <FailedAlert {...failureOf(again)} />
      <Button
        variant="default"
        leftSection={<RefreshCw size={16} aria-hidden />}
        loading={again.isPending}
        onClick={() => again.mutate()}
      >
        {words.again}
      </Button>
    </>
  );
}
