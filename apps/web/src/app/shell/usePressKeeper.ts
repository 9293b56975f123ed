import { useEffect } from 'react';

/** The element that was pressed with the pointer, and where it was. */
interface Press {
  readonly control: HTMLElement;
  readonly x: number;
  readonly y: number;
  readonly box: DOMRect;
}

const controls = 'button, a[href], label, input';
/** A hand that clicks moves less than this many pixels. */
const still = 4;

/**
 * If a reply moves a button between press and release, the browser clicks its container, and the click is lost. This
 * hook clicks the pressed button instead, unless the pointer moved.
 */
export function usePressKeeper(): void {
  useEffect(() => {
    let press: Press | undefined;
    const onDown = ({ target, button, isPrimary, clientX, clientY }: PointerEvent) => {
      press = undefined;
      if (button !== 0 || !isPrimary || !(target instanceof Element)) return;
      const control = target.closest<HTMLElement>(controls);
      if (control !== null) press = { control, x: clientX, y: clientY, box: control.getBoundingClientRect() };
    };
    const onUp = (event: PointerEvent) => {
      const last = press;
      press = undefined;
      if (last === undefined || !hasMovedAway(last, event)) return;
      last.control.click();
      swallowNextClick();
    };
    document.addEventListener('pointerdown', onDown, { capture: true });
    document.addEventListener('pointerup', onUp, { capture: true });
    return () => {
      document.removeEventListener('pointerdown', onDown, { capture: true });
      document.removeEventListener('pointerup', onUp, { capture: true });
    };
  }, []);
}

/** Whether the control has gone from under a pointer that stayed. */
function hasMovedAway({ control, x, y, box }: Press, { target, clientX, clientY }: PointerEvent): boolean {
  if (!control.isConnected || (target instanceof Node && control.contains(target))) return false;
  const now = control.getBoundingClientRect();
  const hasControlMoved = now.x !== box.x || now.y !== box.y;
  return hasControlMoved && Math.hypot(clientX - x, clientY - y) < still;
}

/** The browser's own click, on the element that is now under the pointer, follows in the same task. */
function swallowNextClick(): void {
  const swallow = (event: MouseEvent) => {
    event.stopPropagation();
    event.preventDefault();
  };
  window.addEventListener('click', swallow, { capture: true, once: true });
  setTimeout(() => window.removeEventListener('click', swallow, { capture: true }));
}
