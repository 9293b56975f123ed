interface Centre {
  readonly mean: number;
  readonly variance: number;
}

/** (m₁ − m₂) / √((v₁ + v₂) / 2) (rule 4.19); null where both are without spread and differ. */
export function standardisedDifference(one: Centre, other: Centre): number | null {
  const distance = one.mean - other.mean;
  if (distance === 0) return 0;
  const spread = Math.sqrt((one.variance + other.variance) / 2);
  return spread === 0 ? null : distance / spread;
}

export const centreOfShare = (share: number): Centre => ({ mean: share, variance: share * (1 - share) });

/** The greatest difference, without its sign, of any two groups; null where one cannot be told. */
export function greatestDifference(centres: readonly (Centre | null)[]): number | null {
  let greatest = 0;
  for (const [index, one] of centres.entries()) {
    for (const other of centres.slice(index + 1)) {
      const difference = one === null || other === null ? null : standardisedDifference(one, other);
      if (difference === null) return null;
      greatest = Math.max(greatest, Math.abs(difference));
    }
  }
  return greatest;
}
