import type { CSSVariablesResolver } from '@mantine/core';
import { darkTokens, lightTokens, type Tokens } from './tokens.ts';

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function own({ chart, ...words }: Tokens): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(words).map(([name, value]) => [`--atrium-${kebabCase(name)}`, value] as const),
    ...chart.map((color, index) => [`--atrium-chart-${index + 1}`, color] as const),
  ]);
}

/** Mantine's own words, said in ours. */
const borrowed = (tokens: Tokens): Record<string, string> => ({
  '--mantine-color-text': tokens.text,
  '--mantine-color-body': tokens.surface,
  '--mantine-color-default': tokens.surface,
  '--mantine-color-default-color': tokens.text,
  '--mantine-color-default-hover': tokens.surfaceHover,
  '--mantine-color-default-border': tokens.lineStrong,
  '--mantine-color-dimmed': tokens.textQuiet,
  '--mantine-color-placeholder': tokens.textQuiet,
  '--mantine-color-anchor': tokens.brand,
  '--mantine-color-error': tokens.danger,
});

const hues = ['tide', 'teal', 'ember', 'orange', 'red', 'green', 'yellow', 'blue', 'violet'];

/** Soft grounds of the dark scheme keep their hue; Mantine's own are nearly black. */
const darkGrounds: Record<string, string> = Object.fromEntries(
  hues.flatMap((hue) => {
    const mixed = (share: number) =>
      `color-mix(in srgb, var(--mantine-color-${hue}-9) ${share}%, ${darkTokens.surface})`;
    return [
      [`--mantine-color-${hue}-light`, mixed(55)],
      [`--mantine-color-${hue}-light-hover`, mixed(80)],
    ];
  }),
);

const darkGrays = {
  '--mantine-color-gray-light': darkTokens.surfaceHover,
  '--mantine-color-gray-light-hover': darkTokens.line,
  '--mantine-color-gray-light-color': darkTokens.text,
  '--mantine-color-disabled': darkTokens.surfaceHover,
};

/** Writes the tokens of both schemes as CSS variables. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: { ...own(lightTokens), ...borrowed(lightTokens) },
  dark: { ...own(darkTokens), ...borrowed(darkTokens), ...darkGrounds, ...darkGrays },
});
