import { type RefObject, useEffect, useRef } from 'react';

/**
 * What was pressed may be drawn anew elsewhere when the answer comes, and would lose the focus. The name given here
 * (`data-focus`) is looked for after the next change, and gets the focus if nothing else has taken it.
 */
export function useReturningFocus(within: RefObject<HTMLElement | null>, changed: unknown) {
  const wanted = useRef<string>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looks again after each change of the cohort
  useEffect(() => {
    const name = wanted.current;
    wanted.current = undefined;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (name === undefined || !isLost) return;
    const all = within.current?.querySelectorAll<HTMLElement>('[data-focus]') ?? [];
    [...all].find(({ dataset }) => dataset['focus'] === name)?.focus();
  }, [changed, within]);
  return (name: string | undefined) => {
    wanted.current = name;
  };
}
