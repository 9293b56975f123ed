import { createTheme, DEFAULT_THEME, mergeMantineTheme } from '@mantine/core';
import { expect, it } from 'vitest';
import { cssVariablesOf } from './cssVariables.ts';
import { darkTokens, lightTokens } from './tokens.ts';

const theme = mergeMantineTheme(DEFAULT_THEME, createTheme({}));

it('a site without its own colours has the tokens of both schemes', () => {
  const { light, dark } = cssVariablesOf({ light: {}, dark: {} })(theme);
  expect(light['--atrium-brand']).toBe(lightTokens.brand);
  expect(dark['--atrium-chart-10']).toBe(darkTokens.chart[9]);
  expect(light).not.toHaveProperty('--mantine-color-tide-filled');
});

it('a site’s colour applies to its scheme only, and buttons follow its brand', () => {
  const chart = Array.from({ length: 10 }, (_, index) => `#00000${index}`);
  const { light, dark } = cssVariablesOf({
    light: { brand: '#123456', chart },
    dark: { surface: '#010203' },
  })(theme);
  expect(light['--atrium-brand']).toBe('#123456');
  expect(light['--mantine-primary-color-filled']).toBe('#123456');
  expect(light['--mantine-color-anchor']).toBe('#123456');
  expect(light['--atrium-chart-10']).toBe('#000009');
  expect(light['--atrium-surface']).toBe(lightTokens.surface);
  expect(dark['--atrium-brand']).toBe(darkTokens.brand);
  expect(dark['--mantine-color-body']).toBe('#010203');
  expect(dark['--mantine-color-tide-light']).toContain('#010203');
});
