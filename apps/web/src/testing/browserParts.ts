// Parts of a browser that happy-dom lacks and the kit needs.
class StillObserver {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}

if (!('ResizeObserver' in window)) Object.assign(window, { ResizeObserver: StillObserver });
if (!Element.prototype.scrollIntoView) Element.prototype.scrollIntoView = () => {};
window.scrollTo = () => {};
if (!('fonts' in document)) Object.assign(document, { fonts: new EventTarget() });
