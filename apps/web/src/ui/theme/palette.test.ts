import { describe, expect, it } from 'vitest';
import { contrast } from './contrast.ts';
import * as palette from './palette.ts';
import { darkTokens, lightTokens, type Tokens } from './tokens.ts';

const { gray, dark, ...hues } = palette;
const text = 4.5;
const shape = 3;

describe.each(Object.entries(hues))('%s', (_, scale) => {
  const shade = (index: number) => scale[index] ?? '';

  it('has filled shades, also hovered, on which white text is readable in both schemes', () => {
    for (const index of [6, 7, 8]) expect(contrast('#ffffff', shade(index))).toBeGreaterThanOrEqual(text);
  });

  it('is readable as text on its own light shades, also hovered', () => {
    for (const index of [1, 2]) expect(contrast(shade(9), shade(index))).toBeGreaterThanOrEqual(text);
  });

  it('is readable as text on the surfaces of both schemes', () => {
    expect(contrast(shade(7), lightTokens.surface)).toBeGreaterThanOrEqual(text);
    expect(contrast(shade(4), darkTokens.surface)).toBeGreaterThanOrEqual(text);
  });
});

const schemes: readonly (readonly [string, Tokens])[] = [
  ['light', lightTokens],
  ['dark', darkTokens],
];

describe.each(schemes)('the %s scheme', (_, tokens) => {
  const surfaces = [tokens.canvas, tokens.surface, tokens.surfaceSunken, tokens.surfaceHover];

  it('has text, quiet text, brand, accent and danger that are readable on every surface', () => {
    const inks = [
      tokens.text,
      tokens.textQuiet,
      tokens.brand,
      tokens.brandInk,
      tokens.accentInk,
      tokens.danger,
    ];
    for (const ink of inks)
      for (const surface of surfaces)
        expect(contrast(ink, surface), `${ink} on ${surface}`).toBeGreaterThanOrEqual(text);
  });

  it('has inks that are readable on their own soft backgrounds', () => {
    expect(contrast(tokens.brandInk, tokens.brandSoft)).toBeGreaterThanOrEqual(text);
    expect(contrast(tokens.accentInk, tokens.accentSoft)).toBeGreaterThanOrEqual(text);
  });

  it('has ten chart colours, a focus ring and an accent that stand out from the surface', () => {
    expect(tokens.chart).toHaveLength(10);
    for (const color of [...tokens.chart, tokens.focus, tokens.accent])
      expect(contrast(color, tokens.surface), color).toBeGreaterThanOrEqual(shape);
  });
});
