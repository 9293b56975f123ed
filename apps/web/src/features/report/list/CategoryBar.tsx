import type { ViewableReports } from '@atrium/contract/wire/report';
import { Button, Group, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { describeError } from '../../../api/apiError.ts';
import { formatCount } from '../../../lib/formatNumber.ts';
import { ScrollRegion } from '../../../ui/ScrollRegion.tsx';
import type { ListAddress } from '../reportAddress.ts';
import { categoriesOptions } from '../reportQueries.ts';
import { words } from '../reportWords.ts';
import classes from './CategoryBar.module.css';

interface CategoryBarProps {
  readonly dataset: string;
  readonly address: ListAddress;
  readonly onAddress: (change: Partial<ListAddress>) => void;
}

/** The kinds of reports, then the projects, each with how many reports it has. */
export function CategoryBar({ dataset, address, onAddress }: CategoryBarProps) {
  const found = useQuery(categoriesOptions(dataset));
  if (found.data === undefined)
    return found.isError ? (
      <Group gap="sm" role="alert">
        <Text size="sm">
          {words.categoriesFailed} {describeError(found.error)}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => void found.refetch()}>
          {words.tryAgain}
        </Button>
      </Group>
    ) : (
      <Skeleton height={38} maw="28rem" />
    );
  const isNone = address.project === undefined;
  return (
    <ScrollRegion label={words.categories} className={classes.bar}>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields */}
      <div role="group" aria-label={words.categories} className={classes.group}>
        {found.data.categories.map(({ label, state, count }) => (
          <Chip
            key={state}
            label={label}
            count={count}
            isOn={isNone && address.state === state}
            onClick={() => onAddress({ state })}
          />
        ))}
      </div>
      <Projects projects={found.data.projects} address={address} onAddress={onAddress} />
    </ScrollRegion>
  );
}

const fewProjects = 8;

interface ProjectsProps extends Omit<CategoryBarProps, 'dataset'> {
  readonly projects: ViewableReports['projects'];
}

function Projects({ projects, address, onAddress }: ProjectsProps) {
  const [areAllShown, setAreAllShown] = useState(false);
  if (projects.length === 0) return null;
  const shown = areAllShown
    ? projects
    : projects.filter(({ pk }, index) => index < fewProjects || pk === address.project);
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label={words.projects} className={classes.group}>
      <span className={classes.heading} aria-hidden>
        {words.projects}
      </span>
      {shown.map(({ label, pk, count }) => (
        <Chip
          key={pk}
          label={label}
          count={count}
          isOn={address.project === pk}
          onClick={() => onAddress({ project: pk })}
        />
      ))}
      {projects.length > fewProjects && (
        <Button
          size="compact-sm"
          variant="subtle"
          aria-expanded={areAllShown}
          onClick={() => setAreAllShown(!areAllShown)}
        >
          {areAllShown ? words.fewerProjects : words.moreProjects(projects.length)}
        </Button>
      )}
    </div>
  );
}

interface ChipProps {
  readonly label: string;
  readonly count: number;
  readonly isOn: boolean;
  readonly onClick: () => void;
}

const Chip = ({ label, count, isOn, onClick }: ChipProps) => (
  <button
    type="button"
    className={classes.chip}
    aria-label={`${label}, ${formatCount(count)}`}
    aria-pressed={isOn}
    onClick={onClick}
  >
    <span className={classes.label}>{label}</span>
    <span className={classes.count}>{formatCount(count)}</span>
  </button>
);
