import { createTheme } from '@mantine/core';
import { componentDefaults } from './componentDefaults.ts';
import { blue, dark, ember, gray, green, red, tide, violet, yellow } from './palette.ts';

/** The bundled face, and until it is there one with its measures (decision 108, rule 11.44). */
const fonts =
  '"Inter Variable", "Inter Stand-in", ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial, sans-serif';

const heading = (fontSize: string, lineHeight: string, fontWeight = '650') => ({
  fontSize,
  lineHeight,
  fontWeight,
});

/** One visual language for both schemes: calm surfaces, one brand hue, a warm accent used sparingly. */
export const theme = createTheme({
  colors: { tide, ember, red, green, yellow, orange: ember, blue, violet, gray, dark, teal: tide },
  primaryColor: 'tide',
  primaryShade: { light: 7, dark: 6 },
  black: gray[9],
  fontFamily: fonts,
  headings: {
    fontFamily: fonts,
    fontWeight: '650',
    textWrap: 'balance',
    sizes: {
      h1: heading('1.75rem', '1.25', '680'),
      h2: heading('1.3125rem', '1.3'),
      h3: heading('1.0625rem', '1.4'),
      h4: heading('0.9375rem', '1.45'),
      h5: heading('0.875rem', '1.45'),
      h6: heading('0.8125rem', '1.45'),
    },
  },
  fontSizes: { xs: '0.75rem', sm: '0.875rem', md: '0.9375rem', lg: '1.0625rem', xl: '1.25rem' },
  lineHeights: { xs: '1.4', sm: '1.45', md: '1.55', lg: '1.55', xl: '1.5' },
  spacing: { xs: '0.5rem', sm: '0.75rem', md: '1rem', lg: '1.5rem', xl: '2.5rem' },
  radius: { xs: '3px', sm: '5px', md: '8px', lg: '12px', xl: '20px' },
  defaultRadius: 'md',
  shadows: {
    xs: 'var(--atrium-elevation-low)',
    sm: 'var(--atrium-elevation-low)',
    md: 'var(--atrium-elevation-high)',
    lg: 'var(--atrium-elevation-high)',
    xl: 'var(--atrium-elevation-high)',
  },
  focusRing: 'auto',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: componentDefaults,
});
