import type { UnchosenValues as Unchosen } from '@atrium/contract/endpoints/cohortInsight';
import { ActionIcon, Button, Loader, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { type Noun, quantityOf } from '../../../../api/nouns.ts';
import { ChevronRight, Plus } from '../../../../ui/icons.ts';
import { LongList } from '../../../../ui/LongList.tsx';
import { clip } from '../../clip.ts';
import { unchosenWords } from '../../cohortWords.ts';
import { unchosenOptions } from '../../insightQueries.ts';
import { LoadFailed } from '../../LoadFailed.tsx';
import classes from './values.module.css';

const rowHeight = 50;

type Value = Unchosen['values'][number];

interface UnchosenValuesProps {
  readonly dataset: string;
  readonly conceptId: string;
  /** Texts, or codes of an ontology. */
  readonly chosen: readonly string[];
  readonly subject: Noun;
  readonly onAdd: (value: Value) => void;
}

/** On request, values that are in the data and near the chosen ones, each a click away (rule 11.15). */
export function UnchosenValues({ chosen, ...props }: UnchosenValuesProps) {
  const [isOpen, setIsOpen] = useState(false);
  if (chosen.length === 0) return null;
  return (
    <section className={classes.unchosen} aria-label={unchosenWords.title}>
      <Button
        size="compact-sm"
        variant="subtle"
        aria-expanded={isOpen}
        leftSection={
          <ChevronRight size={14} aria-hidden data-open={isOpen} className={classes.unchosenMark} />
        }
        onClick={() => setIsOpen(!isOpen)}
      >
        {unchosenWords.title}
      </Button>
      {isOpen && <Found {...props} chosen={chosen} />}
    </section>
  );
}

function Found({ dataset, conceptId, chosen, subject, onAdd }: UnchosenValuesProps) {
  const found = useQuery(unchosenOptions({ dataset, conceptId }, chosen));
  if (found.isError) return <LoadFailed error={found.error} retry={() => void found.refetch()} />;
  if (found.data === undefined) return <Loader size="sm" />;
  const values = found.data.values.filter(({ text, code }) => !chosen.includes(code ?? text));
  if (values.length === 0)
    return (
      <Text size="sm" c="dimmed" role="status">
        {unchosenWords.none}
      </Text>
    );
  return (
    <LongList
      label={unchosenWords.title}
      className={classes.unchosenList}
      isBusy={found.isPlaceholderData}
      items={values}
      keyOf={({ code, text }) => code ?? text}
      rowHeight={rowHeight}
    >
      {(value) => (
        <div className={classes.chosenItem}>
          <span className={classes.unchosenText} title={value.text}>
            <span>{clip(value.text)}</span>
            <span className={classes.unchosenWhy}>
              {unchosenWords.reasons[value.reason]}
              {value.reason !== 'unknown' && ` · ${quantityOf(value.subjects, subject)}`}
            </span>
          </span>
          {value.reason !== 'unknown' && (
            <ActionIcon
              size="sm"
              variant="default"
              aria-label={unchosenWords.add(value.text)}
              onClick={() => onAdd(value)}
            >
              <Plus size={14} />
            </ActionIcon>
          )}
        </div>
      )}
    </LongList>
  );
}
