import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Button, Skeleton, Stack, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNouns } from '../../../api/collections.ts';
import { quantityOf } from '../../../api/nouns.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { type Batch, countAfterOptions } from '../cohortQueries.ts';
import { filterViews, findFilter } from '../findFilter.ts';
import { curveOptions, effectsOptions } from '../insightQueries.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import { subjectWords } from '../subject/subjectWords.ts';
import { type EffectRow, effectRows } from './effectRows.ts';
import { effectWords } from './effectWords.ts';
import classes from './FilterEffects.module.css';
import {
  type BoundedFilter,
  boundedSides,
  boundWords,
  isBounded,
  looserBound,
  withBound,
} from './looserBound.ts';

interface FilterEffectsProps {
  readonly dataset: string;
  readonly view: CohortView;
  readonly onEdit: (batch: Batch) => void;
  /** Lists who meets all but one part; absent where the member sees no ids. */
  readonly onMisses?: ((misses: { readonly entryId: string; readonly name: string }) => void) | undefined;
}

/** What each filter costs, with the edits that would give the cohort more subjects, each with its count (rule 4.19). */
export function FilterEffects(props: FilterEffectsProps) {
  const { dataset, view } = props;
  const effects = useQuery(effectsOptions({ dataset, snapshotId: view.snapshotId }));
  return (
    <section className={classes.effects} aria-label={effectWords.show} aria-busy={effects.isPending}>
      <Title order={3} size="h5">
        {effectWords.show}
      </Title>
      {effects.isError ? (
        <LoadFailed error={effects.error} retry={() => void effects.refetch()} />
      ) : effects.data === undefined ? (
        <Waiting view={view} />
      ) : (
        <Rows {...props} rows={effectRows(view, effects.data)} count={effects.data.count} />
      )}
    </section>
  );
}

/** As many rows as there will be, so that nothing below moves when they come. */
const Waiting = ({ view }: Pick<FilterEffectsProps, 'view'>) => (
  <Stack gap="xs">
    {filterViews(view).map(({ entryId }) => (
      <Skeleton key={entryId} height={56} radius="sm" />
    ))}
  </Stack>
);

interface RowsProps extends FilterEffectsProps {
  readonly rows: readonly EffectRow[];
  /** The subjects of the cohort as it is. */
  readonly count: number;
}

function Rows({ rows, ...props }: RowsProps) {
  const { subject } = useNouns(props.dataset);
  if (rows.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {effectWords.nothing}
      </Text>
    );
  const most = Math.max(1, ...rows.map(({ loses }) => loses));
  const misses = rows.reduce((sum, { isDeciding, loses }) => sum + (isDeciding ? loses : 0), 0);
  return (
    <>
      <Text size="xs" c="dimmed">
        {effectWords.order}
      </Text>
      {misses > 0 && <Text size="sm">{effectWords.misses(quantityOf(misses, subject))}</Text>}
      <ol className={classes.rows}>
        {rows.map((row) => (
          <Row key={row.entryId} {...props} row={row} most={most} />
        ))}
      </ol>
    </>
  );
}

interface RowProps extends Omit<RowsProps, 'rows'> {
  readonly row: EffectRow;
  /** What the most expensive part loses. */
  readonly most: number;
}

function Row({ row, most, dataset, view, count, onEdit, onMisses }: RowProps) {
  const { name, loses, alone, without, orMissing = count, drop, filterIds, join } = row;
  const missing = orMissing - count;
  const bounded = filterIds.map((id) => findFilter(view.definition, id)).filter(isBounded);
  const shown = { dataset, snapshotId: view.snapshotId };
  return (
    <li className={classes.row}>
      <span className={classes.name}>{name}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.bar} style={{ transform: `scaleX(${Math.max(0, loses) / most})` }} />
      </span>
      <span className={classes.figures}>
        <strong>{effectWords.loses(formatCount(loses))}</strong>
        {missing > 0 && `, ${effectWords.losesMissing(formatCount(missing))}`} ·{' '}
        {effectWords.alone(formatCount(alone))}
      </span>
      <span className={classes.choices}>
        <Choice
          {...shown}
          says={effectWords.drop}
          name={effectWords.dropping(name)}
          count={without}
          onChoose={() => onEdit(drop)}
        />
        {missing > 0 && (
          <Choice
            {...shown}
            says={effectWords.orMissing}
            name={effectWords.addingMissing(name)}
            count={orMissing}
            onChoose={() => onEdit([{ kind: 'include_missing', entryId: row.entryId }])}
          />
        )}
        {bounded.flatMap((filter) =>
          boundedSides(filter).map((side) => (
            <Loosen
              key={`${filter.entryId} ${side}`}
              {...shown}
              filter={filter}
              side={side}
              name={filterViews(view).find(({ entryId }) => entryId === filter.entryId)?.conceptName ?? name}
              isOneOfMany={filterIds.length > 1}
              count={count}
              onEdit={onEdit}
            />
          )),
        )}
        {onMisses !== undefined && loses > 0 && (
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={`${subjectWords.misses}: ${name}`}
            title={subjectWords.missesName(name)}
            onClick={() => onMisses({ entryId: row.entryId, name })}
          >
            {subjectWords.misses}
          </Button>
        )}
        {join !== undefined && (
          <Join {...shown} edit={join.edit} other={join.other} name={name} onEdit={onEdit} />
        )}
      </span>
    </li>
  );
}

interface Shown {
  readonly dataset: string;
  readonly snapshotId: number | null;
}

interface LoosenProps extends Shown {
  readonly filter: BoundedFilter;
  readonly side: 'min' | 'max';
  /** The name of the concept. */
  readonly name: string;
  /** Whether it is one of alternatives, so that the bound alone does not say of what. */
  readonly isOneOfMany: boolean;
  readonly count: number;
  readonly onEdit: (batch: Batch) => void;
}

/** The nearest bound that gives more subjects; nothing where there is none, or while it is searched. */
function Loosen({ filter, side, name, isOneOfMany, count, onEdit, ...shown }: LoosenProps) {
  const { data: curve } = useQuery(curveOptions(shown, { entryId: filter.entryId, bound: side }));
  if (curve === undefined) return null;
  const looser = looserBound(curve, filter[side], count);
  if (looser === undefined) return null;
  const to = boundWords(curve.scale, side, looser.value);
  return (
    <Choice
      {...shown}
      says={isOneOfMany ? `${name} ${to}` : to}
      name={effectWords.loosening(name, to)}
      count={looser.count}
      onChoose={() => onEdit([withBound(filter, curve, looser.value)])}
    />
  );
}

interface JoinProps extends Shown {
  readonly edit: CohortTransformation;
  readonly other: string;
  readonly name: string;
  readonly onEdit: (batch: Batch) => void;
}

function Join({ edit, other, name, onEdit, ...shown }: JoinProps) {
  const { dataset, snapshotId } = shown;
  const after = useQuery(countAfterOptions(dataset, snapshotId, edit));
  if (after.isError || after.data === null) return null;
  return (
    <Choice
      {...shown}
      says={effectWords.or(other)}
      name={effectWords.joining(name, other)}
      count={after.data}
      onChoose={() => onEdit([edit])}
    />
  );
}

interface ChoiceProps extends Shown {
  readonly says: string;
  /** What it does, in full. */
  readonly name: string;
  /** The subjects that the cohort would have; undefined while they are counted. */
  readonly count: number | string | undefined;
  readonly onChoose: () => void;
}

/** One click, with the count that it leads to. */
function Choice({ dataset, says, name, count, onChoose }: ChoiceProps) {
  const { subject } = useNouns(dataset);
  const leadsTo = count === undefined ? says : `${says} ${quantityOf(count, subject)}`;
  return (
    <Button
      size="compact-xs"
      variant="default"
      className={classes.choice}
      aria-label={`${leadsTo}: ${name}`}
      title={name}
      onClick={onChoose}
    >
      <span className={classes.says}>{says}</span>
      <strong className={classes.count}>{count === undefined ? '…' : formatCount(count)}</strong>
    </Button>
  );
}
