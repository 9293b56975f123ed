import type { CohortDistributions } from '@atrium/contract/endpoints/cohortInsight';
import type { CohortView } from '@atrium/contract/wire/cohortView';
import { Button, Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatCount } from '../../../lib/formatNumber.ts';
import { Inbox } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/PageHeader.tsx';
import { cohortOptions } from '../cohortQueries.ts';
import { distributionsOptions } from '../insightQueries.ts';
import { LoadFailed } from '../LoadFailed.tsx';
import classes from './SpecialConcepts.module.css';
import { specialWords } from './specialWords.ts';
import { type Difference, type SpecialConcept, specialConcepts } from './standardisedDifference.ts';

interface SpecialConceptsProps {
  readonly dataset: string;
  /** Opens the editor of a concept. */
  readonly onOpen: (conceptId: string) => void;
}

/** All concepts by how far the active cohort is from everyone, each a way to a filter (rule 4.19). */
export function SpecialConcepts({ dataset, onOpen }: SpecialConceptsProps) {
  const cohort = useQuery(cohortOptions(dataset));
  return (
    <section className={classes.special} aria-label={specialWords.title}>
      <PageHeader title={specialWords.title} description={specialWords.explained} />
      {cohort.data !== undefined ? (
        <OfCohort dataset={dataset} view={cohort.data} onOpen={onOpen} />
      ) : cohort.isError ? (
        <LoadFailed error={cohort.error} retry={() => void cohort.refetch()} />
      ) : (
        <Waiting />
      )}
    </section>
  );
}

function OfCohort({ dataset, view, onOpen }: SpecialConceptsProps & { readonly view: CohortView }) {
  const isEveryone = view.criteriaSets.length === 0;
  const found = useQuery({
    ...distributionsOptions({ dataset, snapshotId: view.snapshotId }),
    enabled: !isEveryone,
  });
  if (isEveryone) return <Nothing says={specialWords.noFilters} />;
  if (found.isError) return <LoadFailed error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Waiting />;
  if (found.data.count === 0) return <Nothing says={specialWords.nobody} />;
  if (found.data.concepts.length === 0) return <Nothing says={specialWords.nothing} />;
  return <Concepts found={found.data} onOpen={onOpen} />;
}

const Waiting = () => (
  <Stack gap="sm" aria-busy data-testid="special-loading">
    {Array.from({ length: 8 }, (_, index) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: rows without content have no other identity
      <Skeleton key={index} height={64} radius="md" />
    ))}
  </Stack>
);

const Nothing = ({ says }: { readonly says: string }) => (
  <div className={classes.nothing} role="status">
    <Inbox size={32} strokeWidth={1.5} aria-hidden />
    <Text maw="42ch">{says}</Text>
  </div>
);

/** So many concepts are listed at first; further ones differ less. */
const shownAtFirst = 20;

interface ConceptsProps extends Pick<SpecialConceptsProps, 'onOpen'> {
  readonly found: CohortDistributions;
}

function Concepts({ found, onOpen }: ConceptsProps) {
  const [areAllShown, setAreAllShown] = useState(false);
  const all = specialConcepts(found);
  const shown = areAllShown ? all : all.slice(0, shownAtFirst);
  return (
    <>
      <ul className={classes.legend} aria-hidden>
        <li>{specialWords.legend.cohort}</li>
        <li data-whole>{specialWords.legend.everyone}</li>
      </ul>
      <ol className={classes.concepts}>
        {shown.map((special) => (
          <ConceptRow
            key={special.concept.conceptId}
            special={special}
            found={found}
            onOpen={() => onOpen(special.concept.conceptId)}
          />
        ))}
      </ol>
      {shown.length < all.length && (
        <Button variant="default" onClick={() => setAreAllShown(true)}>
          {specialWords.all(formatCount(all.length))}
        </Button>
      )}
    </>
  );
}

interface ConceptRowProps {
  readonly special: SpecialConcept;
  readonly found: CohortDistributions;
  readonly onOpen: () => void;
}

/** One concept; the whole row opens its editor. */
function ConceptRow({ special, found, onOpen }: ConceptRowProps) {
  const { concept, distance, difference } = special;
  return (
    <li>
      <button
        type="button"
        className={classes.concept}
        title={specialWords.opening(concept.title)}
        onClick={onOpen}
      >
        <span className={classes.text}>
          <span className={classes.name}>{concept.title}</span>
          <span className={classes.difference}>{differenceWords(difference, distance)}</span>
        </span>
        <Bars concept={concept} found={found} />
        <span className={classes.distance} title={specialWords.difference}>
          {formatDistance(distance)}
        </span>
      </button>
    </li>
  );
}

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 1 });
const distances = new Intl.NumberFormat('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const formatDistance = (distance: number): string =>
  Number.isFinite(distance) ? distances.format(distance) : '∞';

function differenceWords(difference: Difference, distance: number): string {
  if (distance < 0.005) return specialWords.same;
  if (difference.kind === 'average') return difference.isHigher ? specialWords.higher : specialWords.lower;
  const [here, everyone] = [percent.format(difference.here), percent.format(difference.everyone)];
  return difference.kind === 'missing'
    ? specialWords.missing(here, everyone)
    : specialWords.share(difference.label, here, everyone);
}

/** The shares of both populations, bar by bar; the sentence beside says the same. */
function Bars({
  concept: { bars },
  found,
}: Pick<SpecialConcept, 'concept'> & Pick<ConceptRowProps, 'found'>) {
  const shares = bars.map(({ label, subjects, everyone }) => ({
    label,
    here: subjects / Math.max(1, found.count),
    all: everyone / Math.max(1, found.everyone),
  }));
  const most = Math.max(0.0001, ...shares.flatMap(({ here, all }) => [here, all]));
  return (
    <span className={classes.bars} aria-hidden>
      {shares.map(({ label, here, all }) => (
        <span key={label} className={classes.pair}>
          <span data-whole style={{ height: `${(all / most) * 100}%` }} />
          <span style={{ height: `${(here / most) * 100}%` }} />
        </span>
      ))}
    </span>
  );
}
