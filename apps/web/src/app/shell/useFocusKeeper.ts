import { useEffect } from 'react';
import { isFocusLost, keepFocusOn } from '../../ui/lostFocus.ts';

/** What had the focus, and where it was. */
interface Held {
  readonly element: HTMLElement;
  /** The parts around it, from the inside out. */
  readonly within: readonly HTMLElement[];
  /** Its item in a list: the index of the item, and of the element among the buttons of the item. */
  readonly item: ItemPosition | undefined;
}

interface ItemPosition {
  readonly list: Element;
  readonly index: number;
  readonly button: number;
}

/** More are not needed: a dialog over a dialog over a menu. */
const mostHeld = 12;

/**
 * When what has the focus vanishes or is switched off, the focus goes to the next item of its list, or to what is around
 * it, and not to the page. A button that is only busy gets it back. What a screen does by itself comes first.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    const held: Held[] = [];
    let due: number | undefined;
    const keep = () => {
      due = undefined;
      const [last] = held;
      if (last === undefined || !isLost(last)) return;
      if (canHold(last.element)) last.element.focus({ preventScroll: true });
      else if (!isBusy(last.element)) focusInstead(held);
    };
    const onChange = () => {
      const [last] = held;
      if (last === undefined || due !== undefined) return;
      // After two frames each screen has had its turn.
      if (isLost(last)) due = afterTwoFrames(keep);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      held.unshift(heldBy(target));
      held.length = Math.min(held.length, mostHeld);
    };
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
      // A browser takes the focus from what is switched off when it has time to, long after the change.
      const isTaken = !canHold(target);
      setTimeout(() => {
        if (!isNowhere()) return;
        // A click beside everything gives the focus up: what it has left is there as before.
        if (!isTaken && canHold(target)) held.length = 0;
        else onChange();
      });
    };
    const changes = new MutationObserver(onChange);
    const attributeFilter = ['disabled', 'hidden', 'data-loading'];
    changes.observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter });
    document.addEventListener('focusin', onFocus);
    document.addEventListener('focusout', onBlur);
    return () => {
      changes.disconnect();
      document.removeEventListener('focusin', onFocus);
      document.removeEventListener('focusout', onBlur);
      if (due !== undefined) cancelAnimationFrame(due);
    };
  }, []);
}

function afterTwoFrames(act: () => void): number {
  return requestAnimationFrame(() => requestAnimationFrame(act));
}

const isNowhere = (): boolean => document.activeElement === null || document.activeElement === document.body;

/** Nothing has the focus, or what has it cannot hold it: some browsers leave it there for a while. */
const isLost = ({ element }: Held): boolean =>
  isNowhere() || (document.activeElement === element && !canHold(element));

const isShown = (element: Element): boolean => element.isConnected && element.closest('[hidden]') === null;

const canHold = (element: HTMLElement): boolean => isShown(element) && !element.matches(':disabled');

/** A button that is switched off while its action is under way. */
const isBusy = (element: HTMLElement): boolean => isShown(element) && element.matches('[data-loading]');

function heldBy(element: HTMLElement): Held {
  const within: HTMLElement[] = [];
  for (let part = element.parentElement; part !== null && part !== document.body; part = part.parentElement)
    within.push(part);
  return { element, within, item: itemOf(element) };
}

const focusable = 'button, a[href], input, select, textarea';

function itemOf(element: HTMLElement): ItemPosition | undefined {
  const item = element.closest('li');
  if (item?.parentElement == null) return undefined;
  const index = [...item.parentElement.children].indexOf(item);
  const button = [...item.querySelectorAll(focusable)].indexOf(element);
  return { list: item.parentElement, index, button };
}

/** The same button of the item that took the place of the one that is gone. */
function inNextItem({ item }: Held): HTMLElement | undefined {
  if (item === undefined || !isShown(item.list)) return undefined;
  const { list, index, button } = item;
  const next = list.children[Math.min(index, list.children.length - 1)];
  return [...(next?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(canHold).at(button);
}

/** The closest part around it that can hold the focus, or the heading of one. */
function around({ within }: Held): HTMLElement | undefined {
  for (const part of within.filter(isShown)) {
    const heading = part.querySelector<HTMLElement>(':is(h1, h2, h3)[tabindex]');
    const isNamed = part.matches('[tabindex]:not(main)');
    if (isNamed || heading !== null) return isNamed ? part : (heading ?? undefined);
  }
  return undefined;
}

/** What was in a dialog that is gone has nothing around it: then what had the focus before the dialog opened. */
function focusInstead(held: readonly Held[]): void {
  const [last, ...before] = held;
  if (last === undefined || !(isLost(last) || isFocusLost())) return;
  const next = last.element.isConnected ? undefined : inNextItem(last);
  const part =
    next ??
    around(last) ??
    before.map((one) => (canHold(one.element) ? one.element : around(one))).find(Boolean);
  keepFocusOn(part ?? document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.body);
}
