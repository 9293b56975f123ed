import type { AnalysisView } from '@atrium/contract/wire/analysis';
import { Button, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { Noun } from '../../api/nouns.ts';
import { stripClass } from '../../ui/pane/Pane.tsx';
import classes from './Aggregate.module.css';
import type { AnalysisDisplay } from './analysisAddress.ts';
import { exampleOptions } from './analysisQueries.ts';
import { chosenConcepts, exampleWords } from './analysisWords.ts';
import { CrossTabFigures } from './CrossTabFigures.tsx';

interface ExampleCrossTabProps {
  readonly dataset: string;
  readonly axes: AnalysisView['extended'];
  readonly subject: Noun;
  readonly display: AnalysisDisplay;
  readonly onDisplay: (change: Partial<AnalysisDisplay>) => void;
  readonly onUse: () => void;
}

/** A counted example below the empty frame; nothing of it is stored before it is taken over. */
export function ExampleCrossTab({ dataset, axes, onUse, ...shown }: ExampleCrossTabProps) {
  const { data } = useQuery(exampleOptions(dataset, axes));
  if (data === undefined || data.crossTab === null || data.crossTab.index.length === 0) return null;
  const counted = { ...data, crossTab: data.crossTab };
  return (
    <section className={classes.example} aria-label={exampleWords.title(chosenConcepts(axes))}>
      <div className={`${stripClass} ${classes.options}`} data-edge="top">
        <Text fw={600} size="sm">
          {exampleWords.title(chosenConcepts(axes))}
        </Text>
        <Button size="compact-sm" onClick={onUse}>
          {exampleWords.use}
        </Button>
      </div>
      <CrossTabFigures counted={counted} people="everyone" isStale={false} {...shown} />
    </section>
  );
}
