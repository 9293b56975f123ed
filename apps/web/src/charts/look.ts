export const axisLook = {
  stroke: 'var(--atrium-line-strong)',
  tickStroke: 'var(--atrium-line-strong)',
} as const;
export const labelLook = { fill: 'var(--atrium-text-quiet)', fontSize: 11, fontFamily: 'inherit' } as const;
