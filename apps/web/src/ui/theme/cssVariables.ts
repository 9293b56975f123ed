import type { CSSVariablesResolver } from '@mantine/core';
import { darkTokens, lightTokens, type Tokens } from './tokens.ts';

const kebabCase = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

function own({ chart, ...named }: Tokens): Record<string, string> {
  return Object.fromEntries([
    ...Object.entries(named).map(([name, value]) => [`--atrium-${kebabCase(name)}`, value] as const),
    ...chart.map((color, index) => [`--atrium-chart-${index + 1}`, color] as const),
  ]);
}

/** Mantine's own variables, set to our tokens. */
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

/** Soft backgrounds of the dark scheme keep their hue; Mantine's own are nearly black. */
const darkBackgrounds = (surface: string): Record<string, string> =>
  Object.fromEntries(
    hues.flatMap((hue) => {
      const mixed = (share: number) =>
        `color-mix(in srgb, var(--mantine-color-${hue}-9) ${share}%, ${surface})`;
      return [
        [`--mantine-color-${hue}-light`, mixed(55)],
        [`--mantine-color-${hue}-light-hover`, mixed(80)],
      ];
    }),
  );

const darkGrays = (tokens: Tokens): Record<string, string> => ({
  '--mantine-color-gray-light': tokens.surfaceHover,
  '--mantine-color-gray-light-hover': tokens.line,
  '--mantine-color-gray-light-color': tokens.text,
  '--mantine-color-disabled': tokens.surfaceHover,
});

/** If a site has its own brand colour, Mantine's primary colour follows it. */
function ownBrand({ brand, surface }: Tokens, chosen: SiteColors): Record<string, string> {
  if (chosen.brand === undefined) return {};
  const mixed = (share: number) => `color-mix(in srgb, ${brand} ${share}%, ${surface})`;
  return Object.fromEntries(
    ['--mantine-primary-color', '--mantine-color-tide'].flatMap((name) => [
      [`${name}-filled`, brand],
      [`${name}-filled-hover`, `color-mix(in srgb, ${brand} 88%, black)`],
      [`${name}-light`, mixed(12)],
      [`${name}-light-hover`, mixed(18)],
      [`${name}-light-color`, brand],
      [`${name}-outline`, brand],
      [`${name}-text`, brand],
    ]),
  );
}

/** Tokens that a site has chosen for itself. */
export type SiteColors = { readonly [Name in keyof Tokens]?: Tokens[Name] | undefined };

const withOwn = (tokens: Tokens, chosen: SiteColors): Tokens => ({
  ...tokens,
  ...Object.fromEntries(Object.entries(chosen).filter(([, value]) => value !== undefined)),
});

/** Writes the tokens of both schemes, with those that the site has chosen, as CSS variables. */
export function cssVariablesOf(chosen: {
  readonly light: SiteColors;
  readonly dark: SiteColors;
}): CSSVariablesResolver {
  const [light, dark] = [withOwn(lightTokens, chosen.light), withOwn(darkTokens, chosen.dark)];
  return () => ({
    variables: {},
    light: { ...own(light), ...borrowed(light), ...ownBrand(light, chosen.light) },
    dark: {
      ...own(dark),
      ...borrowed(dark),
      ...darkBackgrounds(dark.surface),
      ...darkGrays(dark),
      ...ownBrand(dark, chosen.dark),
    },
  });
}
