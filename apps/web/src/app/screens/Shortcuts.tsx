import { Kbd, Modal } from '@mantine/core';
import { useKeyAnywhere } from '../../ui/useKeyAnywhere.ts';
import classes from './Shortcuts.module.css';

const shortcuts = [
  { keys: ['/'], what: 'Search concepts' },
  {
    keys: ['↑', '↓', '←', '→'],
    what: 'Walk through the tree of concepts; Enter opens one, at its first value',
  },
  { keys: ['F6'], what: 'Go to the next pane; Shift and F6 to the one before' },
  { keys: ['Ctrl', 'Enter'], what: 'Apply or update the filter' },
  { keys: ['Esc'], what: 'Stop editing a filter' },
  { keys: ['Ctrl', 'Z'], what: 'Undo the last change of the cohort' },
  { keys: ['Ctrl', 'Shift', 'Z'], what: 'Redo it' },
  { keys: ['Space'], what: 'Lift a filter by its handle; arrows move it, Space drops it, Esc puts it back' },
  { keys: ['?'], what: 'Show these keys' },
];

interface ShortcutsProps {
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onClose: () => void;
}

/** The keys of the query screen. `?` shows them, except in a text field. */
export function Shortcuts({ isOpen, onOpen, onClose }: ShortcutsProps) {
  useKeyAnywhere('?', onOpen);
  return (
    <Modal opened={isOpen} onClose={onClose} title="Keyboard shortcuts">
      <dl className={classes.keys}>
        {shortcuts.map(({ keys, what }) => (
          <div key={what}>
            <dt>
              {keys.map((key) => (
                <Kbd key={key}>{key}</Kbd>
              ))}
            </dt>
            <dd>{what}</dd>
          </div>
        ))}
      </dl>
    </Modal>
  );
}
