import type { MantineThemeOverride } from '@mantine/core';

const close = { closeButtonProps: { 'aria-label': 'Close' } } as const;
/** Without this role the header of a dialog would be a landmark of the page. */
const dialog = { ...close, attributes: { header: { role: 'presentation' } } } as const;
const pageControls = {
  first: { 'aria-label': 'First page' },
  previous: { 'aria-label': 'Previous page' },
  next: { 'aria-label': 'Next page' },
  last: { 'aria-label': 'Last page' },
} as const;

/** Our defaults for the kit's components, and accessible names that they lack. */
export const componentDefaults: NonNullable<MantineThemeOverride['components']> = {
  Alert: {
    defaultProps: {
      variant: 'light',
      radius: 'md',
      styles: { closeButton: { minWidth: 24, minHeight: 24 } },
    },
  },
  Anchor: { defaultProps: { underline: 'always' } },
  Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'lg', shadow: 'xs' } },
  Drawer: { defaultProps: dialog },
  // Not in the middle: what is loaded into a dialog would move its head.
  Modal: { defaultProps: { ...dialog, radius: 'lg', yOffset: '8dvh' } },
  Notification: { defaultProps: { ...close, radius: 'md', withBorder: true } },
  Pagination: {
    defaultProps: { getControlProps: (control: keyof typeof pageControls) => pageControls[control] },
  },
  Paper: { defaultProps: { radius: 'lg' } },
  Popover: { defaultProps: { shadow: 'md', radius: 'md' } },
  Menu: { defaultProps: { shadow: 'md', radius: 'md', withInitialFocusPlaceholder: false } },
  Switch: { defaultProps: { withThumbIndicator: false } },
  Tooltip: {
    defaultProps: {
      withArrow: true,
      openDelay: 250,
      events: { hover: true, focus: true, touch: false },
      multiline: true,
      maw: 320,
    },
  },
};
