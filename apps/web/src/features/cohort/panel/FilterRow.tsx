import type { FilterView } from '@atrium/contract';
import { ActionIcon, Badge } from '@mantine/core';
import { Pencil, Trash2, TriangleAlert } from 'lucide-react';
import { SafeHtml } from '../../../ui/SafeHtml.tsx';
import { textOf } from '../textOf.ts';
import { words } from '../words.ts';
import classes from './CriteriaSetCard.module.css';

interface FilterRowProps {
  readonly filter: FilterView;
  readonly isEditing: boolean;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

/** One filter in words, with the ways to change and to remove it. */
export function FilterRow({ filter, isEditing, onEdit, onDelete }: FilterRowProps) {
  const text = textOf(filter.label);
  return (
    <div className={classes.filter} data-editing={isEditing} aria-current={isEditing ? 'true' : undefined}>
      <span className={classes.words} title={text}>
        {filter.hasErrors === true && (
          <TriangleAlert size={14} className={classes.faultIcon} role="img" aria-label="Cannot be used" />
        )}
        {filter.excludeSelected && (
          <Badge size="xs" color="red" variant="light" radius="sm" mr={6} title={words.excludeTip}>
            {words.not}
          </Badge>
        )}
        <SafeHtml html={filter.abbreviatedLabel} />
      </span>
      <span className={classes.tools}>
        {filter.canNotEdit !== true && (
          <ActionIcon
            variant="subtle"
            color="gray"
            size="sm"
            aria-label={`${words.editFilter}: ${text}`}
            title={words.editFilter}
            onClick={onEdit}
          >
            <Pencil size={14} />
          </ActionIcon>
        )}
        <ActionIcon
          variant="subtle"
          color="red"
          size="sm"
          aria-label={`${words.deleteFilter}: ${text}`}
          title={words.deleteFilter}
          onClick={onDelete}
        >
          <Trash2 size={14} />
        </ActionIcon>
      </span>
    </div>
  );
}
