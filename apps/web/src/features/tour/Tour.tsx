import { Button, Group, Text } from '@mantine/core';
import { useEffect } from 'react';
import classes from './Tour.module.css';
import { useTour } from './tourState.ts';
import { type TourStep, words } from './tourSteps.ts';

/**
 * What a person sees at the first visit: four steps, each of which marks a link above the page (rule 11.43). It stands in
 * the page, covers nothing, and does not come back when it was left or finished.
 */
export function Tour({ steps }: { readonly steps: readonly TourStep[] }) {
  const { step: index, onStep, onLeave } = useTour();
  const step = index === null ? undefined : steps[index];
  const screen = step?.screen;
  useEffect(() => {
    if (screen === undefined) return;
    const { dataset } = document.documentElement;
    dataset['tour'] = screen;
    return () => {
      delete dataset['tour'];
    };
  }, [screen]);
  if (index === null || step === undefined) return null;
  const isLast = index === steps.length - 1;
  return (
    <section aria-label={words.label} tabIndex={-1} className={classes.tour} data-no-print>
      <div aria-live="polite" aria-atomic="true" className={classes.text}>
        <Text size="xs" c="dimmed" fw={600}>
          {words.step(index + 1, steps.length)}
        </Text>
        <Text fw={650}>{step.title}</Text>
        <Text size="sm">{step.text}</Text>
      </div>
      <Group gap="xs">
        <Button size="xs" variant="default" disabled={index === 0} onClick={() => onStep(index - 1)}>
          {words.back}
        </Button>
        <Button size="xs" onClick={() => (isLast ? onLeave() : onStep(index + 1))}>
          {isLast ? words.finish : words.next}
        </Button>
        {!isLast && (
          <Button size="xs" variant="subtle" onClick={onLeave}>
            {words.leave}
          </Button>
        )}
      </Group>
    </section>
  );
}
