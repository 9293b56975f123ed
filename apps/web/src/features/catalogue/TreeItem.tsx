import { ChevronRight, Lock } from 'lucide-react';
import classes from './ConceptTree.module.css';
import { ConceptTypeIcon } from './ConceptTypeIcon.tsx';
import { nameOf } from './treeKeys.ts';
import type { Item } from './treeRows.ts';
import { words } from './words.ts';

interface TreeItemProps {
  readonly item: Item;
  readonly isTabStop: boolean;
  readonly isSelected: boolean;
  readonly onFocus: () => void;
  readonly onChoose: () => void;
  readonly onPoint: () => void;
  readonly hold: (element: HTMLElement | null) => void;
}

/** A category or concept in the tree; the tree itself hears the keys. */
export function TreeItem(props: TreeItemProps) {
  const { item, isTabStop, isSelected, onFocus, onChoose, onPoint, hold } = props;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the tree around it hears the keys (roving focus)
    <div
      ref={hold}
      role="treeitem"
      aria-level={item.depth}
      aria-posinset={item.position}
      aria-setsize={item.siblings}
      aria-selected={isSelected}
      aria-expanded={item.kind === 'category' ? item.isOpen : undefined}
      tabIndex={isTabStop ? 0 : -1}
      className={classes.item}
      data-kind={item.kind}
      title={nameOf(item)}
      style={{ paddingInlineStart: `${0.5 + (item.depth - 1) * 1.125}rem` }}
      onFocus={onFocus}
      onClick={onChoose}
      onPointerEnter={onPoint}
    >
      {item.kind === 'category' ? (
        <ChevronRight size={16} aria-hidden className={classes.chevron} data-open={item.isOpen} />
      ) : (
        <span className={classes.icon}>
          <ConceptTypeIcon type={item.concept.conceptType} />
        </span>
      )}
      <span className={classes.name}>{nameOf(item)}</span>
      {item.kind === 'concept' && item.concept.hasPhi && (
        <Lock size={13} className={classes.lock} role="img" aria-label={words.hasPhi} />
      )}
    </div>
  );
}
