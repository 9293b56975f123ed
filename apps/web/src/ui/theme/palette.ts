import type { MantineColorsTuple } from '@mantine/core';

/**
 * All scales have the same steps of perceived lightness (OKLCH), so that a shade number means the same contrast in every
 * hue: white is readable on 6 and darker, 9 is readable on 2 and lighter. `palette.test.ts` checks this against WCAG AA.
 */
export const tide: MantineColorsTuple = [
  '#f0fbfc',
  '#daf3f6',
  '#b6e7ec',
  '#85d5de',
  '#4ebdc9',
  '#08a2af',
  '#05818c',
  '#0a6971',
  '#03535a',
  '#003c42',
];

export const ember: MantineColorsTuple = [
  '#fff6f2',
  '#fee9de',
  '#ffd1bb',
  '#ffb189',
  '#f48b51',
  '#db6b25',
  '#b45107',
  '#944000',
  '#763304',
  '#572200',
];

export const red: MantineColorsTuple = [
  '#fff6f5',
  '#ffe8e6',
  '#fecfcd',
  '#ffada9',
  '#fc807e',
  '#e8575b',
  '#c5363f',
  '#a71e2c',
  '#8a0d1f',
  '#640915',
];

export const green: MantineColorsTuple = [
  '#f2fbf5',
  '#def4e5',
  '#bee9cb',
  '#94d8ab',
  '#67c189',
  '#3fa66b',
  '#13864d',
  '#0a6e3e',
  '#025830',
  '#004021',
];

export const yellow: MantineColorsTuple = [
  '#fef7ee',
  '#fcebd6',
  '#f6d7ad',
  '#ecbd7a',
  '#da9e41',
  '#be810c',
  '#986708',
  '#7c5301',
  '#634104',
  '#482e00',
];

export const blue: MantineColorsTuple = [
  '#f4f9ff',
  '#e3efff',
  '#c6dfff',
  '#9fc9ff',
  '#6fadfd',
  '#4990e8',
  '#2a72c7',
  '#145baa',
  '#05488c',
  '#043366',
];

export const violet: MantineColorsTuple = [
  '#f9f7ff',
  '#efebff',
  '#ded6ff',
  '#cabafe',
  '#b198f8',
  '#977ae0',
  '#7a5cbf',
  '#6447a2',
  '#503686',
  '#392662',
];

/** Neutrals of the light scheme, cooled towards the brand. */
export const gray: MantineColorsTuple = [
  '#f8fafc',
  '#f0f4f6',
  '#e2e7ea',
  '#d0d7da',
  '#b3bcc0',
  '#8a9499',
  '#5f6a6f',
  '#4c575c',
  '#323c40',
  '#192226',
];

/** Neutrals of the dark scheme, lightest first as Mantine expects them. */
export const dark: MantineColorsTuple = [
  '#e3e9ec',
  '#c3ccd0',
  '#9facb1',
  '#86949a',
  '#425055',
  '#2c393e',
  '#1f2c32',
  '#162328',
  '#0f1a1f',
  '#091216',
];
