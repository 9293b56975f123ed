import type { ComparisonCurves, ComparisonOptions } from '@atrium/contract/endpoints/comparison';
import { Group, Select, Skeleton, Text, Title } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { StepCurves } from '../../charts/StepCurves.tsx';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import classes from './Compare.module.css';
import { comparisonFigure } from './comparisonFigure.ts';
import { curvesOptions, type GroupsOf } from './comparisonQueries.ts';
import { words } from './comparisonWords.ts';
import { curveRows, curveWords, followedSentence, formatTime, shareAt, testOfCurves } from './curveWords.ts';
import { chosenTimes, type TimeAddress } from './keptComparison.ts';
import { shownCount } from './tableRows.ts';
import { agesAlone, horizons, pointRoles, timeChoices } from './timeChoices.ts';

interface CurvesProps {
  readonly of: GroupsOf;
  readonly times: NonNullable<ComparisonOptions['times']>;
  readonly address: TimeAddress;
  readonly onChange: (address: TimeAddress) => void;
  /** Whether small numbers are hidden, so that curves go from birth to an age (rule 17.35). */
  readonly isAggregate: boolean;
  /** Whether there are groups to follow. */
  readonly isReady: boolean;
}

/** The groups from a time zero to an event (rules 17.10 to 17.15, and 17.35 where small numbers are hidden). */
export function Curves({ of, times, address, onChange, isAggregate, isReady }: CurvesProps) {
  const roles = isAggregate ? agesAlone : pointRoles;
  const data = timeChoices(isAggregate ? { ...times, hasBirth: false } : times);
  const chosen = chosenTimes(isAggregate ? { end: address.end, last: address.last, zero: 'birth' } : address);
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
        {roles.map((role) => (
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
        {!isAggregate && (
          <Select
            label={curveWords.horizon}
            data={horizonChoices(address.horizon)}
            value={address.horizon ?? null}
            onChange={(value) => onChange({ ...address, horizon: value ?? undefined })}
            clearable
          />
        )}
      </div>
      {!isReady || chosen === null ? (
        <Text c="dimmed" role="status">
          {isAggregate ? curveWords.chooseAges : curveWords.choose}
        </Text>
      ) : found.isError ? (
        <FailedAlert says={describeError(found.error, words.failed)} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton height={320} radius="md" aria-label={words.loading} role="status" />
      ) : (
        <Drawn dataset={of.dataset} found={found.data} isStale={found.isPlaceholderData} />
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

interface DrawnProps {
  readonly dataset: string;
  readonly found: ComparisonCurves;
  readonly isStale: boolean;
}

function Drawn({ dataset, found, isStale }: DrawnProps) {
  const { groups, curves, kind, times, suppression } = found;
  const start = kind === 'survival' ? 1 : 0;
  const followed = curves.map((curve, index) => `${groups[index]?.title ?? ''}: ${followedSentence(curve)}`);
  const method = `${testOfCurves(found)} ${curveWords.method[suppression === null ? kind : 'lifeTable']}`;
  if (groups.length === 0) return <Text role="status">{words.nobody}</Text>;
  return (
    <div className={classes.compare} aria-busy={isStale}>
      <StepCurves
        curves={curves.map(({ steps }, index) => ({ label: groups[index]?.title ?? '', steps }))}
        {...{ start, times }}
        timeLabel={formatTime(times)}
        summary={curveWords.summary[kind]}
        figure={comparisonFigure({
          ...{ dataset, groups, title: curveWords.summary[kind], name: 'curves' },
          ...{ words: [...followed, method], rows: () => curveRows(found) },
        })}
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
                    {typeof atRisk[at] === 'string' ? words.hidden : shareAt(steps, time, start)}
                    <span className={classes.count}>{curveWords.atRisk(shownCount(atRisk[at] ?? 0))}</span>
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <Group component="ul" gap={4} className={classes.sentences}>
        {followed.map((line) => (
          <Text key={line} component="li" size="sm">
            {line}
          </Text>
        ))}
      </Group>
      <Text size="sm" c="dimmed" maw="75ch">
        {method}
      </Text>
    </div>
  );
}
