import { useEffect, useEffectEvent } from 'react';

const typed =
  'input:not([type="checkbox"], [type="radio"], [type="button"]), textarea, select, [contenteditable="true"]';

const isElsewhere = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest(`${typed}, [role="dialog"]`) !== null;

/** Calls the function when a key is pressed, on whatever keyboard, while no text is typed and no dialog is open (rule 11.16). */
export function useKeyAnywhere(key: string, onPress: () => void): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.defaultPrevented || isElsewhere(event.target)) return;
    event.preventDefault();
    onPress();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listener);
    return () => document.removeEventListener('keydown', listener);
  }, []);
}
