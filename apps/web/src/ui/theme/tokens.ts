import { dark, ember, gray, tide } from './palette.ts';

/** The tokens of the visual design; each one is a CSS variable `--atrium-…`. */
export interface Tokens {
  readonly canvas: string;
  readonly surface: string;
  readonly surfaceSunken: string;
  readonly surfaceHover: string;
  readonly line: string;
  readonly lineStrong: string;
  readonly text: string;
  readonly textQuiet: string;
  readonly brand: string;
  readonly brandSoft: string;
  readonly brandInk: string;
  readonly accent: string;
  readonly accentSoft: string;
  readonly accentInk: string;
  readonly danger: string;
  readonly focus: string;
  readonly elevationLow: string;
  readonly elevationHigh: string;
  readonly chart: readonly string[];
}

export const lightTokens: Tokens = {
  canvas: '#f5f8f9',
  surface: '#ffffff',
  surfaceSunken: gray[1],
  surfaceHover: gray[0],
  line: gray[2],
  lineStrong: gray[4],
  text: gray[9],
  textQuiet: '#566166',
  brand: tide[7],
  brandSoft: tide[0],
  brandInk: tide[8],
  accent: ember[5],
  accentSoft: ember[0],
  accentInk: ember[7],
  danger: '#b02a35',
  focus: tide[6],
  elevationLow: '0 1px 2px rgb(13 42 48 / 6%), 0 1px 1px rgb(13 42 48 / 4%)',
  elevationHigh: '0 2px 6px rgb(13 42 48 / 7%), 0 12px 28px rgb(13 42 48 / 10%)',
  chart: [
    '#078187',
    '#b8740b',
    '#454ead',
    '#ce5342',
    '#4d8c3e',
    '#a04c9a',
    '#1b8abd',
    '#8f770c',
    '#58307f',
    '#546673',
  ],
};

export const darkTokens: Tokens = {
  canvas: dark[8],
  surface: dark[7],
  surfaceSunken: '#122025',
  surfaceHover: dark[6],
  line: dark[5],
  lineStrong: dark[4],
  text: dark[0],
  textQuiet: dark[2],
  brand: tide[4],
  brandSoft: '#0c2f34',
  brandInk: tide[3],
  accent: ember[4],
  accentSoft: '#3a2214',
  accentInk: ember[3],
  danger: '#ff9c99',
  focus: tide[4],
  elevationLow: '0 1px 2px rgb(0 0 0 / 30%)',
  elevationHigh: '0 2px 6px rgb(0 0 0 / 30%), 0 12px 28px rgb(0 0 0 / 40%)',
  chart: [
    '#56c4ca',
    '#f7ac4d',
    '#7e8ef4',
    '#f87966',
    '#83c575',
    '#d87fd1',
    '#53b6eb',
    '#e3ca69',
    '#9f76cb',
    '#8ea1b0',
  ],
};

/** The ten colours of charts, as CSS values that follow the colour scheme. */
export const chartColors: readonly string[] = lightTokens.chart.map(
  (_, index) => `var(--atrium-chart-${index + 1})`,
);
