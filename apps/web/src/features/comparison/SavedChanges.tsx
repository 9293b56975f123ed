import type { SavedComparison, SavedComparisonView } from '@atrium/contract/endpoints/savedComparison';
import { Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { describeError } from '../../api/apiError.ts';
import { useReleaseName } from '../../api/releaseNames.ts';
import { formatDayOf } from '../../lib/formatInstant.ts';
import { FailedAlert } from '../../ui/FailedAlert.tsx';
import { Warnings } from '../../ui/Notices.tsx';
import { ScrollRegion } from '../../ui/ScrollRegion.tsx';
import classes from './Compare.module.css';
import { type ChangedFigure, type ComparedFigures, changedFigures } from './changedFigures.ts';
import { curvesOptions, overlapsOptions, pathwayOptions, tableOptions } from './comparisonQueries.ts';
import { addressOf, chosenTimes, pathwayIn } from './keptComparison.ts';
import { savedWords as words } from './savedWords.ts';

interface SavedChangesProps {
  readonly dataset: string;
  readonly saved: SavedComparisonView;
  readonly comparison: SavedComparison;
}

/** The figures of a saved comparison beside those of today (rule 17.28). */
export function SavedChanges(props: SavedChangesProps) {
  const { saved } = props;
  if (saved.isLive)
    return (
      <Text size="sm" c="dimmed">
        {words.sameRelease}
      </Text>
    );
  return (
    <Stack gap="sm" component="section" role="group" aria-label={words.changes}>
      <Title order={3} size="h4">
        {words.changes}
      </Title>
      <Warnings warnings={saved.warnings} />
      {saved.isKept ? <Asked {...props} /> : <NotKept {...props} />}
    </Stack>
  );
}

/** Of each release all that the comparison has is asked; the answers of the live one are those of the page. */
function useFigures({ dataset, saved, comparison }: SavedChangesProps, isAsSaved: boolean) {
  const { reportId, version, isKept } = saved;
  const report = { reportId, version, ...(isAsSaved ? { isAsSaved } : {}) };
  const { groups, concepts, pathway: course } = comparison;
  const of = { dataset, snapshotId: null, groups, report };
  const address = addressOf(comparison);
  const times = chosenTimes(address);
  const isAsked = isKept || !isAsSaved;
  const [hasTable, hasCurves, hasPathway] = [concepts.length > 0, times !== null, course !== undefined];
  const part = { meta: { part: words.changes } };
  const table = useQuery({ ...tableOptions({ ...of, concepts }), ...part, enabled: isAsked && hasTable });
  const curves = useQuery({ ...curvesOptions(of, times), ...part, enabled: isAsked && hasCurves });
  const pathway = useQuery({
    ...pathwayOptions(of, pathwayIn(address)),
    ...part,
    enabled: isAsked && hasPathway,
  });
  const isBare = !hasTable && !hasCurves;
  const bare = useQuery({ ...overlapsOptions(of), ...part, enabled: isAsked && isBare });
  const queries = [
    ...(hasTable ? [table] : []),
    ...(hasCurves ? [curves] : []),
    ...(isBare ? [bare] : []),
    ...(hasPathway ? [pathway] : []),
  ];
  const groupsOf = (table.data ?? curves.data ?? bare.data)?.groups;
  const figures: ComparedFigures | null =
    groupsOf === undefined || queries.some(({ data }) => data === undefined)
      ? null
      : {
          groups: groupsOf,
          table: table.data ?? null,
          curves: curves.data ?? null,
          pathway: pathway.data ?? null,
        };
  return { figures, failed: queries.find(({ isError }) => isError) };
}

const useFrom = ({ dataset, saved }: SavedChangesProps): string => {
  const release = useReleaseName(dataset)(saved.release);
  return `${release}, ${formatDayOf(saved.saved)}`;
};

function Asked(props: SavedChangesProps) {
  const [then, now] = [useFigures(props, true), useFigures(props, false)];
  const from = useFrom(props);
  const failed = then.failed ?? now.failed;
  if (failed !== undefined)
    return (
      <FailedAlert
        says={describeError(failed.error, words.changesFailed)}
        onRetry={() => void failed.refetch()}
      />
    );
  if (then.figures === null || now.figures === null)
    return <Skeleton height={120} radius="md" aria-label={words.comparing} role="status" />;
  // The subjects that were kept count, as in the versions of a report; what else there was is asked.
  const before = { ...then.figures, groups: props.saved.figures ?? then.figures.groups };
  return <Changed before={before} after={now.figures} from={from} />;
}

const nothing = { table: null, curves: null, pathway: null };

/** Only the subjects of groups that were kept with the version. */
function NotKept(props: SavedChangesProps) {
  const now = useFigures(props, false).figures;
  const from = useFrom(props);
  const kept = props.saved.figures;
  return (
    <>
      <Text>{kept === null ? words.notKeptAtAll : words.notKept}</Text>
      {kept !== null && now !== null && (
        <Changed
          before={{ ...nothing, groups: kept }}
          after={{ ...nothing, groups: now.groups }}
          from={from}
        />
      )}
    </>
  );
}

const maxShown = 30;

interface ChangedProps {
  readonly before: ComparedFigures;
  readonly after: ComparedFigures;
  readonly from: string;
}

/** One sentence, and a table of what changed. */
function Changed({ before, after, from }: ChangedProps) {
  const { sizes, rows, curves, pathway } = changedFigures(before, after);
  const all = [sizes, rows, curves, pathway].flatMap(({ changed }) => changed);
  if (all.length === 0) return <Text role="status">{words.nothing(from)}</Text>;
  const told = (part: typeof sizes) => ({ changed: part.changed.length, of: part.of });
  return (
    <>
      <Text role="status">
        {words.sentence(from, {
          ...{ sizes: told(sizes), rows: told(rows), curves: told(curves), pathway: told(pathway) },
        })}
      </Text>
      <ScrollRegion label={words.table} className={classes.region}>
        <table className={classes.table} aria-label={words.table}>
          <thead>
            <tr>
              {words.heads.map((head) => (
                <th key={head} scope="col">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {all.slice(0, maxShown).map((one) => (
              <Row key={`${one.figure} ${one.group}`} {...one} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      {all.length > maxShown && (
        <Text size="sm" c="dimmed">
          {words.more(all.length - maxShown)}
        </Text>
      )}
    </>
  );
}

const Row = ({ figure, group, before, after }: ChangedFigure) => (
  <tr>
    <th scope="row">{figure}</th>
    <td>{group}</td>
    <td>{before}</td>
    <td>{after}</td>
  </tr>
);
