import { ActionIcon, Button, Group, Text } from '@mantine/core';
import { formatCount } from '../../../../lib/formatNumber.ts';
import { X } from '../../../../ui/icons.ts';
import { LongList } from '../../../../ui/LongList.tsx';
import { clip } from '../../clip.ts';
import { words } from '../../cohortWords.ts';
import classes from './values.module.css';

interface ChosenListProps {
  /** The name of one item. */
  readonly what: string;
  readonly items: readonly {
    readonly key: string;
    readonly label: string;
    readonly detail?: string | undefined;
  }[];
  readonly onRemove: (key: string) => void;
  readonly onClear: () => void;
}

const rowHeight = 34;

/** What has been chosen so far; nothing is sent before the filter is applied. */
export function ChosenList({ what, items, onRemove, onClear }: ChosenListProps) {
  return (
    <>
      <Group justify="space-between" mih={26}>
        <Text size="sm" fw={600} aria-live="polite">
          {formatCount(items.length)} selected
        </Text>
        {items.length > 0 && (
          <Button size="compact-xs" variant="subtle" onClick={onClear}>
            {words.clearSelection}
          </Button>
        )}
      </Group>
      {items.length === 0 ? (
        <Text size="sm" c="dimmed">
          Choose a {what} on the left, or paste a list.
        </Text>
      ) : (
        <LongList
          label="Selected"
          className={classes.chosen}
          items={items}
          keyOf={({ key }) => key}
          rowHeight={rowHeight}
        >
          {({ key, label, detail }) => (
            <div className={classes.chosenItem}>
              <span title={detail === undefined ? label : `${label} (${detail})`}>{clip(label)}</span>
              <ActionIcon
                size="sm"
                variant="subtle"
                color="red"
                aria-label={`Remove ${label}`}
                onClick={() => onRemove(key)}
              >
                <X size={14} />
              </ActionIcon>
            </div>
          )}
        </LongList>
      )}
    </>
  );
}
