import { oneOfFamily } from '@atrium/contract/wire/cohortDefinition';
import type { CriteriaSetView, FilterView, OrGroupView } from '@atrium/contract/wire/cohortView';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Fragment } from 'react';
import { collectionsOptions } from '../../../api/collections.ts';
import { CalendarRange, TriangleAlert } from '../../../ui/icons.ts';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { words } from '../cohortWords.ts';
import { setWords } from '../criteriaSet/criteriaSetWords.ts';
import { textOf } from '../textOf.ts';
import classes from './CriteriaSetCard.module.css';
import rowClasses from './FilterRow.module.css';
import { Condition } from './FilterRow.tsx';
import type { CriteriaSetCardProps } from './SetEntries.tsx';
import { SetTitle } from './SetHead.tsx';
import { SetList } from './SetList.tsx';

export interface ReadOnlyFiltersProps {
  readonly dataset: string;
  readonly sets: readonly CriteriaSetView[];
}

/** The filters of a kept cohort, as the panel of the active one shows them, without any way to change them. */
export function ReadOnlyFilters({ dataset, sets }: ReadOnlyFiltersProps) {
  const collections = useQuery(collectionsOptions(dataset)).data;
  if (sets.length === 0) {
    return (
      <Text size="sm" c="dimmed">
        {words.keptWithoutFilters}
      </Text>
    );
  }
  return (
    <SetList
      sets={sets}
      joint={(word) => word}
      card={(set) => <Card set={set} sets={sets} collections={collections} />}
    />
  );
}

function Card({ set, sets, collections }: Pick<CriteriaSetCardProps, 'set' | 'sets' | 'collections'>) {
  return (
    <div className={classes.set}>
      <div className={classes.head}>
        <SetTitle set={set} sets={sets} collections={collections} />
      </div>
      {set.hasErrors === true && <Gone says={words.keptUnusable} />}
      {set.eventRuleLabel !== undefined && <Rule set={set} label={set.eventRuleLabel} />}
      {set.about !== oneOfFamily &&
        set.isPathway !== true &&
        set.eventRuleLabel === undefined &&
        set.entries.length === 0 && (
          <p className={classes.all}>
            <em>{setWords.all}</em>
          </p>
        )}
      <div className={classes.entries}>
        {set.entries.map((entry, position) => (
          <Fragment key={entry.entryId}>
            {(position > 0 || set.eventRuleLabel !== undefined) && <span className={classes.word}>and</span>}
            <Entry entry={entry} />
          </Fragment>
        ))}
      </div>
    </div>
  );
}

function Entry({ entry }: { readonly entry: OrGroupView | FilterView }) {
  if (!('kind' in entry)) return <Filter filter={entry} />;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" aria-label="One of these" className={classes.alternatives}>
      {entry.entries.map((filter, index) => (
        <Fragment key={filter.entryId}>
          {index > 0 && <span className={classes.word}>or</span>}
          <Filter filter={filter} />
        </Fragment>
      ))}
    </div>
  );
}

const Filter = ({ filter }: { readonly filter: FilterView }) => (
  <div className={rowClasses.filter}>
    <span className={rowClasses.words} title={textOf(filter.label)}>
      <Condition filter={filter} />
      {filter.hasErrors === true && <Gone says={words.keptUnusable} />}
    </span>
  </div>
);

function Rule({ set, label }: { readonly set: CriteriaSetView; readonly label: string }) {
  return (
    <div className={classes.event}>
      <CalendarRange size={15} aria-hidden />
      <span className={classes.eventWords}>
        <SafeHtml html={label} />
        {set.eventRuleError === true && <Gone says={setWords.ruleFault} />}
      </span>
    </div>
  );
}

const Gone = ({ says }: { readonly says: string }) => (
  <span className={rowClasses.fault}>
    <TriangleAlert size={14} aria-hidden /> {says}
  </span>
);
