import type { ComparisonCurves, ComparisonOptions } from '@atrium/contract/endpoints/comparison';
import { Group, Select, Skeleton, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { StepCurves } from '../../charts/StepCurves.tsx';
import { formatCount } from '../../lib/formatNumber.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import classes from './Compare.module.css';
import { curvesOptions, type GroupsOf } from './comparisonQueries.ts';
import { words } from './comparisonWords.ts';
import { curveWords, followedSentence, formatTime, shareAt, testOfCurves } from './curveWords.ts';
import { chosenTimes, type TimeAddress } from './keptComparison.ts';
import { horizons, pointRoles, timeChoices } from './timeChoices.ts';

interface CurvesProps {
  readonly of: GroupsOf;
  readonly times: NonNullable<ComparisonOptions['times']>;
  readonly address: TimeAddress;
  readonly onChange: (address: TimeAddress) => void;
  /** Whether there are groups to follow. */
  readonly isReady: boolean;
}

/** The groups from a time zero to an event (rules 17.10 to 17.15). */
export function Curves({ of, times, address, onChange, isReady }: CurvesProps) {
  const data = timeChoices(times);
  const chosen = chosenTimes(address);
  const found = useQuery({
    ...curvesOptions(of, chosen),
    enabled: isReady && chosen !== null,
    placeholderData: keepPreviousData,
  });
  return (
    <section className={classes.compare} aria-labelledby="curves-title">
      <Title order={2} size="h3" id="curves-title">
        {curveWords.title}
      </Title>
      <div className={classes.choices}>
        {pointRoles.map((role) => (
          <Select
            key={role}
            label={curveWords.roles[role]}
            data={data}
            value={address[role] ?? null}
            onChange={(value) => onChange({ ...address, [role]: value ?? undefined })}
            clearable={role === 'entry' || role === 'competing'}
            searchable
          />
        ))}
        <Select
          label={curveWords.horizon}
          data={horizonChoices(address.horizon)}
          value={address.horizon ?? null}
          onChange={(value) => onChange({ ...address, horizon: value ?? undefined })}
          clearable
        />
      </div>
      {!isReady || chosen === null ? (
        <Text c="dimmed" role="status">
          {curveWords.choose}
        </Text>
      ) : found.isError ? (
        <FailedAlert says={describeError(found.error, words.failed)} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton height={320} radius="md" aria-label={words.loading} role="status" />
      ) : (
        <Drawn found={found.data} isStale={found.isPlaceholderData} />
      )}
    </section>
  );
}

/** Those that are offered, and the one of the address. */
const horizonChoices = (chosen: string | undefined) => [
  ...horizons.map(([value, label]) => ({ value, label })),
  ...(chosen === undefined || horizons.some(([value]) => value === chosen)
    ? []
    : [{ value: chosen, label: `${chosen} days` }]),
];

function Drawn({ found, isStale }: { readonly found: ComparisonCurves; readonly isStale: boolean }) {
  const { groups, curves, kind, times } = found;
  const start = kind === 'survival' ? 1 : 0;
  return (
    <div className={classes.compare} aria-busy={isStale}>
      <StepCurves
        curves={curves.map(({ steps }, index) => ({ label: groups[index]?.title ?? '', steps }))}
        {...{ start, times }}
        timeLabel={formatTime(times)}
        summary={curveWords.summary[kind]}
      />
      <ScrollRegion label={curveWords.table[kind]} className={classes.region}>
        <table className={classes.table} aria-label={curveWords.table[kind]}>
          <thead>
            <tr>
              <th scope="col">{curveWords.group}</th>
              {times.map((time) => (
                <th key={time} scope="col">
                  {formatTime(times)(time)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {curves.map(({ steps, atRisk }, index) => (
              <tr key={groups[index]?.title}>
                <th scope="row">{groups[index]?.title}</th>
                {times.map((time, at) => (
                  <td key={time}>
                    {shareAt(steps, time, start)}
                    <span className={classes.count}>{curveWords.atRisk(formatCount(atRisk[at] ?? 0))}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Group component="ul" gap={4} className={classes.sentences}>
        {curves.map((curve, index) => (
          <Text key={groups[index]?.title} component="li" size="sm">
            {groups[index]?.title}: {followedSentence(curve)}
          </Text>
        ))}
      </Group>
      <Text size="sm" c="dimmed" maw="75ch">
        {testOfCurves(found)} {curveWords.method[kind]}
      </Text>
    </div>
  );
}
