import { reportEndpoints } from '@atrium/contract/endpoints/report';
import type { ReleaseChoice } from '@atrium/contract/wire/report';
import type { ReleaseCheck, ReleaseSide } from '@atrium/contract/wire/reportVersion';
import { Alert, Button, Card, Group, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../../api/apiError.ts';
import { request } from '../../../api/client.ts';
import { useNouns } from '../../../api/collections.ts';
import { type Noun, quantityOf } from '../../../api/nouns.ts';
import { useReleaseName } from '../../../api/releaseNames.ts';
import { formatDayOf } from '../../../lib/formatInstant.ts';
import { announce } from '../../../ui/announce.ts';
import { FailedAlert } from '../../../ui/FailedAlert.tsx';
import { ArrowRight, Unplug } from '../../../ui/icons.ts';
import { Sentences } from '../../../ui/Notices.tsx';
import { Section } from '../../../ui/Section.tsx';
import { StateMessage } from '../../../ui/StateMessage.tsx';
import { type ReportOf, releaseCheckOptions } from '../reportQueries.ts';
import { releaseWords as words } from '../reportWords.ts';
import { useReportChange } from '../useReportChange.ts';
import classes from './Releases.module.css';
import { TextTab } from './TabContent.tsx';

interface ReleasesProps extends ReportOf {
  /** Whether the report is the reader's own, who chooses its release. */
  readonly mayChoose: boolean;
}

/** A report on the release that it was saved on and on the live one: numbers, and what is lost between them (rule 12.10). */
export function Releases({ mayChoose, ...of }: ReleasesProps) {
  const check = useQuery(releaseCheckOptions(of));
  const { subject } = useNouns(of.dataset);
  if (check.data === undefined) {
    return check.isError ? (
      <StateMessage
        kind="error"
        title={words.failed}
        detail={describeError(check.error, words.failed)}
        onRetry={() => void check.refetch()}
      />
    ) : (
      <TextTab>
        <Skeleton height={160} />
      </TextTab>
    );
  }
  return (
    <TextTab>
      <Section title={words.title} detail={check.data.isSame ? words.same : undefined}>
        <div className={classes.sides}>
          <Side
            dataset={of.dataset}
            title={words.own}
            side={check.data.own}
            isGone={!check.data.isKept}
            subject={subject}
          />
          {!check.data.isSame && (
            <>
              <ArrowRight size={20} aria-hidden className={classes.arrow} />
              <Side
                dataset={of.dataset}
                title={words.live}
                side={check.data.live}
                isGone={false}
                subject={subject}
              />
            </>
          )}
        </div>
      </Section>
      {!check.data.isSame && <Differences check={check.data} subject={subject} />}
      <Choice {...of} check={check.data} mayChoose={mayChoose} />
    </TextTab>
  );
}

interface SideProps {
  readonly dataset: string;
  readonly title: string;
  readonly side: ReleaseSide;
  readonly subject: Noun;
  readonly isGone: boolean;
}

function Side({ dataset, title, side, isGone, subject }: SideProps) {
  const { version, imported, count, errors } = side;
  return (
    <Card className={classes.side} padding="md">
      <Text size="sm" c="dimmed">
        {title}
      </Text>
      <span className={classes.figure}>{count === null ? words.noCount : quantityOf(count, subject)}</span>
      <Text size="sm" className={classes.text}>
        {words.release(useReleaseName(dataset)(side.release), version)}
      </Text>
      {imported !== null && (
        <Text size="sm" c="dimmed">
          {words.imported(formatDayOf(imported))}
        </Text>
      )}
      {isGone && <Text size="sm">{words.gone}</Text>}
      {errors.length > 0 && (
        <Text size="sm" component="div" c="var(--atrium-danger)" className={classes.text}>
          <Sentences of={errors} />
        </Text>
      )}
    </Card>
  );
}

interface DifferencesProps {
  readonly check: ReleaseCheck;
  readonly subject: Noun;
}

function Differences({ check, subject }: DifferencesProps) {
  const { added, removed, lost } = check;
  const nothingLost = nothingLostWords(check);
  if (added === null && lost.length === 0 && nothingLost === null) return null;
  const isSameCohort = added === 0 && removed === 0;
  return (
    <Section title={words.change}>
      <Stack gap="md">
        {added !== null && removed !== null && (
          <Group gap="lg" role="status">
            {isSameCohort ? (
              <Text>{words.unchanged(subject)}</Text>
            ) : (
              <>
                <Text className="tabular">
                  <strong aria-hidden>+ </strong>
                  {words.added(added, subject)}
                </Text>
                <Text className="tabular">
                  <strong aria-hidden>− </strong>
                  {words.removed(removed, subject)}
                </Text>
              </>
            )}
          </Group>
        )}
        {nothingLost !== null && (
          <Text size="sm" c="dimmed">
            {nothingLost}
          </Text>
        )}
        {lost.length > 0 && (
          <Alert color="yellow" icon={<Unplug size={18} aria-hidden />} title={words.lost}>
            <ul className={classes.lost}>
              {lost.map(({ kind, part, entryId, label }) => (
                <li key={`${part} ${entryId} ${kind} ${label}`}>
                  {words.lostLine(words.kinds[kind], label, words.parts[part])}
                </li>
              ))}
            </ul>
          </Alert>
        )}
      </Stack>
    </Section>
  );
}

/** Null where something is lost, or errors on the live release say so already (rule 12.30). */
function nothingLostWords({ lost, isKept, live }: ReleaseCheck): string | null {
  if (lost.length > 0 || live.errors.length > 0) return null;
  return isKept ? words.nothingLost : words.notCompared;
}

interface ChoiceProps extends ReleasesProps {
  readonly check: ReleaseCheck;
}

/** Which release the report runs on; its creator chooses. */
function Choice({ check, mayChoose, ...of }: ChoiceProps) {
  const choose = useReportChange(of.dataset, (release: ReleaseChoice) =>
    request(reportEndpoints.chooseRelease, { params: of, body: { release } }),
  );
  const button = (release: ReleaseChoice, label: string, says: string) => (
    <Button
      variant={release === 'latest' ? 'filled' : 'default'}
      loading={choose.isPending && choose.variables === release}
      disabled={choose.isPending}
      onClick={() => choose.mutate(release, { onSuccess: () => announce(says) })}
    >
      {label}
    </Button>
  );
  const mayMove = !check.isSame || check.choice === 'own';
  const mayStay = check.choice === 'latest' && check.isKept;
  return (
    <Stack gap="sm">
      <Text>{words.runsOn[check.choice]}</Text>
      <FailedAlert says={choose.error && describeError(choose.error)} />
      {mayChoose && (
        <Stack gap="sm" align="start">
          {mayMove && <Offer detail={words.moveDetail}>{button('latest', words.move, words.moved)}</Offer>}
          {mayStay && <Offer detail={words.stayDetail}>{button('own', words.stay, words.stayed)}</Offer>}
        </Stack>
      )}
    </Stack>
  );
}

const Offer = ({ detail, children }: { readonly detail: string; readonly children: React.ReactNode }) => (
  <Group gap="sm">
    {children}
    <Text size="sm" c="dimmed">
      {detail}
    </Text>
  </Group>
);
