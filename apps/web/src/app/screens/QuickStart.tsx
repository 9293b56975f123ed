import { Button } from '@mantine/core';
import { useNouns } from '../../api/collections.ts';
import type { Noun } from '../../api/nouns.ts';
import { Filter, Keyboard, Layers, Search, Table2 } from '../../ui/icons.ts';
import { PageHeader } from '../../ui/PageHeader.tsx';
import classes from './QuickStart.module.css';

const stepsWith = ({ one, many }: Noun) => [
  {
    icon: Search,
    title: 'Find a concept',
    text: 'Search by name or value, or browse the tree of concepts.',
  },
  {
    icon: Filter,
    title: 'Choose values and apply',
    text: 'Every concept shows what is in the data. Apply it, and the count follows at once.',
  },
  {
    icon: Layers,
    title: 'Add filters and criteria sets',
    text: `Filters of one set must hold for the same record; every set must hold for the ${one}.`,
  },
  {
    icon: Table2,
    title: 'View the results',
    text: `See your ${many} as a table with the columns you need, and download it as CSV.`,
  },
];

interface QuickStartProps {
  readonly dataset: string;
  readonly onShortcuts: () => void;
}

/** Four steps that say what to do on an empty query screen. */
export function QuickStart({ dataset, onShortcuts }: QuickStartProps) {
  const { subject } = useNouns(dataset);
  return (
    <div className={classes.start}>
      <PageHeader
        title="Who are you looking for?"
        description={`Describe a cohort with filters. The number of ${subject.many} that fit is always visible.`}
      />
      <ol className={classes.steps}>
        {stepsWith(subject).map(({ icon: Icon, title, text }, index) => (
          <li key={title} className={classes.step}>
            <span className={classes.icon}>
              <Icon size={20} aria-hidden />
            </span>
            <span>
              <strong className={classes.title}>
                {index + 1}. {title}
              </strong>
              <span className={classes.text}>{text}</span>
            </span>
          </li>
        ))}
      </ol>
      <Button
        className={classes.shortcuts ?? ''}
        size="compact-sm"
        variant="subtle"
        leftSection={<Keyboard size={16} aria-hidden />}
        aria-keyshortcuts="?"
        onClick={onShortcuts}
      >
        Keyboard shortcuts
      </Button>
    </div>
  );
}
