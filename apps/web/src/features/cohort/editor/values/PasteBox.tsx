import type { AddFilter } from '@atrium/contract/wire/cohortTransformation';
import { Alert, Button, Textarea } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { ClipboardList, TriangleAlert } from '../../../../ui/icons.ts';
import { validateFilter } from '../../cohortQueries.ts';
import { words } from '../../cohortWords.ts';
import { LoadFailed } from '../../LoadFailed.tsx';
import { lines } from '../kinds/kind.ts';
import classes from './values.module.css';

interface PasteBoxProps {
  readonly dataset: string;
  readonly onAdd: (values: readonly string[]) => void;
  /** The filter that only these values would make. */
  readonly toFilter: (values: readonly string[]) => AddFilter;
}

/** A list from elsewhere, one value a line. Values that the server knows go into the selection, the rest stay. */
export function PasteBox({ dataset, onAdd, toFilter }: PasteBoxProps) {
  const [text, setText] = useState('');
  const [isLeft, setIsLeft] = useState(false);
  const check = useMutation({
    mutationFn: (values: readonly string[]) => validateFilter(dataset, toFilter(values)),
    onSuccess: ({ transformationWarningEntries }, values) => {
      const isUnknown = (value: string) => transformationWarningEntries.includes(value);
      const unknown = values.filter(isUnknown);
      onAdd(values.filter((value) => !isUnknown(value)));
      setText(unknown.join('\n'));
      setIsLeft(unknown.length > 0);
    },
  });
  const add = () => {
    setIsLeft(false);
    check.reset();
    const values = [...new Set(lines(text))];
    if (values.length > 0) check.mutate(values);
    else setText('');
  };
  return (
    <div className={classes.paste}>
      <Textarea
        label={words.pasteLabel}
        description={words.pasteHint}
        autosize
        minRows={2}
        maxRows={8}
        value={text}
        error={isLeft}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setIsLeft(false);
        }}
      />
      {isLeft && (
        <Alert color="orange" icon={<TriangleAlert size={16} />} p="xs" role="alert">
          {words.remainingInvalid}
        </Alert>
      )}
      {check.isError && <LoadFailed error={check.error} />}
      <Button
        size="xs"
        variant="default"
        leftSection={<ClipboardList size={14} />}
        loading={check.isPending}
        onClick={add}
      >
        {words.pasteAdd}
      </Button>
    </div>
  );
}
