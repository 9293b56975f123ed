/** Lanczos' approximation with g = 7 and nine terms. */
const lanczos: readonly [number, ...number[]] = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
];

const halfLogTwoPi = Math.log(2 * Math.PI) / 2;
const epsilon = 2 ** -53;
const maxSteps = 1_000_000;
/** In the place of a zero, by which a continued fraction cannot divide. */
const tiny = 1e-300;

/** ln Γ(x) of a positive number. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x);
  if (x >= 10) return (x - 0.5) * Math.log(x) - x + halfLogTwoPi + stirlingRest(x);
  const [first, ...rest] = lanczos;
  const sum = rest.reduce((total, term, index) => total + term / (x + index), first);
  const base = x + 6.5;
  return halfLogTwoPi + (x - 0.5) * Math.log(base) - base + Math.log(sum);
}

/** What Stirling's formula leaves of ln Γ(x), for x of at least 10. */
function stirlingRest(x: number): number {
  const square = x * x;
  const terms = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360_360, 1 / 156, -3617 / 122_400];
  return terms.reduceRight((rest, term) => rest / square + term, 0) / x;
}

/** ln B(a, b); large numbers are not subtracted from each other. */
function logBeta(a: number, b: number): number {
  const [low, high] = a < b ? [a, b] : [b, a];
  if (high < 10) return logGamma(low) + logGamma(high) - logGamma(low + high);
  const rest = stirlingRest(high) - stirlingRest(low + high);
  return logGamma(low) + low - low * Math.log(high) - (low + high - 0.5) * Math.log1p(low / high) + rest;
}

/** Q(a, x), the upper tail of the gamma distribution with shape a. */
export function upperGamma(a: number, x: number): number {
  if (x <= 0) return 1;
  if (x === Number.POSITIVE_INFINITY) return 0;
  const front = Math.exp(a * Math.log(x) - x - logGamma(a));
  return x < a + 1 ? 1 - front * gammaSeries(a, x) : front * gammaFraction(a, x);
}

function gammaSeries(a: number, x: number): number {
  let [term, sum] = [1 / a, 1 / a];
  for (let step = 1; step < maxSteps; step += 1) {
    term *= x / (a + step);
    sum += term;
    if (term < sum * epsilon) break;
  }
  return sum;
}

function gammaFraction(a: number, x: number): number {
  const partial = (step: number) => ({ numerator: -step * (step - a), denominator: x + 2 * step + 1 - a });
  return 1 / continued(x + 1 - a, partial);
}

type Partial = (step: number) => { readonly numerator: number; readonly denominator: number };

/** b₀ + a₁ / (b₁ + a₂ / (b₂ + …)), by Lentz' method. */
function continued(first: number, partial: Partial): number {
  let value = first === 0 ? tiny : first;
  let [upper, lower] = [value, 0];
  for (let step = 1; step < maxSteps; step += 1) {
    const { numerator, denominator } = partial(step);
    lower = denominator + numerator * lower;
    upper = denominator + numerator / upper;
    lower = 1 / (lower === 0 ? tiny : lower);
    if (upper === 0) upper = tiny;
    const change = upper * lower;
    value *= change;
    if (Math.abs(change - 1) <= epsilon * 2) break;
  }
  return value;
}

/** I_x(a, b), the beta distribution; `rest` is 1 − x, given apart because the difference would lose digits. */
export function lowerBeta(
  x: number,
  rest: number,
  { a, b }: { readonly a: number; readonly b: number },
): number {
  if (x <= 0) return 0;
  if (rest <= 0) return 1;
  if (x > (a + 1) / (a + b + 2)) return 1 - betaTail(rest, x, { a: b, b: a });
  return betaTail(x, rest, { a, b });
}

/** By the continued fraction of DiDonato and Morris (1992), in which nothing close to 1 is taken from 1. */
function betaTail(x: number, rest: number, { a, b }: { readonly a: number; readonly b: number }): number {
  const logX = x > 0.5 ? Math.log1p(-rest) : Math.log(x);
  const logRest = rest > 0.5 ? Math.log1p(-x) : Math.log(rest);
  const lambda = a * rest - b * x;
  const partial: Partial = (n) => {
    const middle = a + 2 * n - 1;
    const ahead = ((a + n) / (middle + 2)) * (lambda + 1 + n * (1 + rest));
    return {
      numerator: ((a + n - 1) / middle) * ((a + b + n - 1) / middle) * n * (b - n) * x * x,
      denominator: n + (n * (b - n) * x) / middle + ahead,
    };
  };
  return Math.exp(a * logX + b * logRest - logBeta(a, b)) / continued((a / (a + 1)) * (lambda + 1), partial);
}
