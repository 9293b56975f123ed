const weightByAge: readonly (readonly [days: number, kilograms: number])[] = [
  [0, 3.2],
  [122, 6.2],
  [365, 9.4],
  [730, 12.2],
  [1826, 18],
  [3652, 32],
  [5479, 55],
  [6574, 66],
  [9131, 72],
];

/** Usual weight in kilograms at an age in days, interpolated between round milestones of growth charts. */
export function defaultWeight(age: number): number {
  let [fromAge, fromWeight] = [0, 3.2];
  for (const [toAge, toWeight] of weightByAge) {
    if (age <= toAge) {
      return toAge === fromAge
        ? toWeight
        : fromWeight + ((toWeight - fromWeight) * (age - fromAge)) / (toAge - fromAge);
    }
    [fromAge, fromWeight] = [toAge, toWeight];
  }
  return fromWeight;
}

/** Body surface in square metres from weight in kilograms (Costeff's rule). */
export function bodySurface(weight: number): number {
  return (4 * weight + 7) / (weight + 90);
}
