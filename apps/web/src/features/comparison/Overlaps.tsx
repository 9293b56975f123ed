import type { ComparisonOverlaps, GroupChoice, OverlapRegion } from '@atrium/contract/endpoints/comparison';
import { Button, Group, Skeleton, Text, Title, VisuallyHidden } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import type { SavedFigure } from '../../charts/save/figure.ts';
import { SaveMenu } from '../../charts/save/SaveMenu.tsx';
import { formatCount } from '../../lib/formatNumber.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import { CombineGroups } from './CombineGroups.tsx';
import classes from './Compare.module.css';
import { comparisonFigure } from './comparisonFigure.ts';
import { type GroupsOf, overlapsOptions, type Region } from './comparisonQueries.ts';
import { overlapPicture } from './overlapPicture.ts';
import { regionName, overlapWords as words } from './overlapWords.ts';

interface OverlapsProps {
  readonly of: GroupsOf;
  readonly onGroups: (groups: readonly GroupChoice[]) => void;
  readonly onRegion: (region: Region) => void;
  /** Whether a region is being made the active cohort. */
  readonly isMaking: boolean;
}

/** Who is in which groups; each region can become the active cohort (rules 17.24 and 17.25). */
export function Overlaps({ of, onGroups, onRegion, isMaking }: OverlapsProps) {
  const found = useQuery({ ...overlapsOptions(of), placeholderData: keepPreviousData });
  return (
    <section className={classes.compare} aria-labelledby="overlaps-title">
      <Group justify="space-between">
        <Title order={2} size="h3" id="overlaps-title">
          {words.title}
        </Title>
        {found.data !== undefined && (
          <SaveMenu
            figure={figureOfOverlaps(of.dataset, found.data)}
            drawing={() => overlapPicture(found.data)}
          />
        )}
      </Group>
      {found.isError ? (
        <FailedAlert says={describeError(found.error, words.failed)} onRetry={() => void found.refetch()} />
      ) : found.data === undefined ? (
        <Skeleton height={200} radius="md" aria-label={words.loading} role="status" />
      ) : (
        <>
          <Regions
            found={found.data}
            isStale={found.isPlaceholderData || isMaking}
            onRegion={(region) => onRegion({ ...region, report: of.report })}
          />
          <CombineGroups groups={found.data.groups} chosen={of.groups} onGroups={onGroups} />
        </>
      )}
    </section>
  );
}

function figureOfOverlaps(dataset: string, { groups, regions, everyone }: ComparisonOverlaps): SavedFigure {
  const titles = groups.map(({ title }) => title);
  return {
    ...comparisonFigure({
      ...{ dataset, groups, title: words.title, name: 'overlaps' },
      words: [words.explained(formatCount(everyone))],
      rows: () => [
        [words.region, ...titles, words.subjects],
        ...regions.map(({ inGroups, count }) => [
          regionName(titles.filter((_, index) => inGroups.includes(index))),
          ...titles.map((_, index) => (inGroups.includes(index) ? words.in : words.notIn)),
          String(count),
        ]),
      ],
    }),
    summary: words.tableName,
  };
}

interface RegionsProps {
  readonly found: ComparisonOverlaps;
  readonly isStale: boolean;
  readonly onRegion: (region: Omit<Region, 'report'>) => void;
}

/** A row for each region: a dot for each group, and a bar as long as it has subjects. */
function Regions({ found, isStale, onRegion }: RegionsProps) {
  const { groups, regions, everyone, snapshotId } = found;
  const most = Math.max(1, ...regions.map(({ count }) => count));
  const make = (inGroups: readonly number[], name: string) =>
    onRegion({ groups: groups.map(({ choice }) => choice), inGroups, snapshotId, name });
  return (
    <>
      <ScrollRegion label={words.tableName} className={classes.region}>
        <table className={classes.table} aria-label={words.tableName} aria-busy={isStale}>
          <thead>
            <tr>
              <th scope="col">{words.region}</th>
              {groups.map(({ title }, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their positions
                <th key={index} scope="col" title={title} className={classes.dotHead}>
                  <span aria-hidden>{index + 1}</span>
                  <VisuallyHidden>{title}</VisuallyHidden>
                </th>
              ))}
              <th scope="col" className={classes.barHead}>
                {words.subjects}
              </th>
              <th scope="col">{words.action}</th>
            </tr>
          </thead>
          <tbody>
            {regions.map((region) => (
              <RegionRow
                key={region.inGroups.join(' ')}
                {...{ region, most, isStale }}
                titles={groups.map(({ title }) => title)}
                onMake={make}
              />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <ol className={classes.sentences}>
        {groups.map(({ title, count }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their positions
          <Text key={index} component="li" size="sm">
            {words.group(title, typeof count === 'number' ? formatCount(count) : count)}
          </Text>
        ))}
      </ol>
      <Text size="sm" c="dimmed" maw="75ch">
        {words.explained(formatCount(everyone))}
      </Text>
    </>
  );
}

interface RegionRowProps {
  readonly region: OverlapRegion;
  readonly titles: readonly string[];
  readonly most: number;
  readonly isStale: boolean;
  readonly onMake: (inGroups: readonly number[], name: string) => void;
}

function RegionRow({ region, titles, most, isStale, onMake }: RegionRowProps) {
  const { inGroups, count, refusal } = region;
  const name = regionName(titles.filter((_, index) => inGroups.includes(index)));
  return (
    <tr>
      <th scope="row">{name}</th>
      {titles.map((_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: groups keep their positions
        <td key={index} className={classes.dot} data-in={inGroups.includes(index)}>
          <VisuallyHidden>{inGroups.includes(index) ? words.in : words.notIn}</VisuallyHidden>
        </td>
      ))}
      <td>
        <span className={classes.overlapBar}>
          <span style={{ inlineSize: `${(100 * count) / most}%` }} />
          {formatCount(count)}
        </span>
      </td>
      <td>
        {refusal === null ? (
          <Button
            size="compact-sm"
            variant="light"
            disabled={isStale}
            aria-label={words.makeOf(name)}
            onClick={() => onMake(inGroups, name)}
          >
            {words.make}
          </Button>
        ) : (
          <span className={classes.test}>{words.refused(refusal)}</span>
        )}
      </td>
    </tr>
  );
}
