import { useEffect } from 'react';
import { isFocusLost, keepFocusOn } from '../../ui/lostFocus.ts';

/** The element that had the focus, and where it was. */
interface KeptFocus {
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
 * When the focused element vanishes or is disabled, the focus moves to the next item of its list or to a part around
 * it, not to the page. A button that is only busy gets the focus back. A screen that sets the focus itself comes first.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    const held: KeptFocus[] = [];
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
      // Two frames give each screen time to set the focus itself.
      if (isLost(last)) due = afterTwoFrames(keep);
    };
    const onFocus = ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement)) return;
      held.unshift(heldBy(target));
      held.length = Math.min(held.length, mostHeld);
    };
    const onBlur = ({ target, relatedTarget }: FocusEvent) => {
      if (relatedTarget !== null || !(target instanceof HTMLElement)) return;
      // A browser may take the focus from a disabled element long after the change.
      const isTaken = !canHold(target);
      setTimeout(() => {
        if (!isNowhere()) return;
        // A click on an empty part of the page gives the focus up; the element that had it is still there.
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

/** Whether nothing has the focus, or only an element that cannot hold it: some browsers leave it there for a while. */
const isLost = ({ element }: KeptFocus): boolean =>
  isNowhere() || (document.activeElement === element && !canHold(element));

const isShown = (element: Element): boolean => element.isConnected && element.closest('[hidden]') === null;

const canHold = (element: HTMLElement): boolean => isShown(element) && !element.matches(':disabled');

/** A button that is switched off while its action is under way. */
const isBusy = (element: HTMLElement): boolean => isShown(element) && element.matches('[data-loading]');

function heldBy(element: HTMLElement): KeptFocus {
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
function inNextItem({ item }: KeptFocus): HTMLElement | undefined {
  if (item === undefined || !isShown(item.list)) return undefined;
  const { list, index, button } = item;
  const next = list.children[Math.min(index, list.children.length - 1)];
  return [...(next?.querySelectorAll<HTMLElement>(focusable) ?? [])].filter(canHold).at(button);
}

/** The closest part around it that can hold the focus, or the heading of one. */
function around({ within }: KeptFocus): HTMLElement | undefined {
  for (const part of within.filter(isShown)) {
    const heading = part.querySelector<HTMLElement>(':is(h1, h2, h3)[tabindex]');
    const isNamed = part.matches('[tabindex]:not(main)');
    if (isNamed || heading !== null) return isNamed ? part : (heading ?? undefined);
  }
  return undefined;
}

/**
 * An element in a dialog that has closed has no parts around it. Then the element that had the focus before the dialog
 * opened gets it.
 */
function focusInstead(held: readonly KeptFocus[]): void {
  const [last, ...before] = held;
  if (last === undefined || !(isLost(last) || isFocusLost())) return;
  const next = last.element.isConnected ? undefined : inNextItem(last);
  const part =
    next ??
    around(last) ??
    before.map((one) => (canHold(one.element) ? one.element : around(one))).find(Boolean);
  keepFocusOn(part ?? document.querySelector<HTMLElement>('main h1[tabindex]') ?? document.body);
}
