import { type Bin, mostBins } from './bin.ts';

const monthSteps = [1, 2, 3, 6] as const;
const yearSteps = [1, 2, 5, 10, 20, 50, 100, 200, 500] as const;

const pad = (value: number, digits: number): string => String(value).padStart(digits, '0');
const monthName = (month: number): string => `${Math.floor(month / 12)}-${pad((month % 12) + 1, 2)}`;
const monthStart = (month: number): string =>
  `${pad(Math.floor(month / 12), 4)}-${pad((month % 12) + 1, 2)}-01`;

/** Months since year 0 of an ISO day. */
const monthOf = (day: string): number => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1;

/** Months while the span is at most four years, else years; the smallest step that needs at most 30 bins. */
export function dateBins(min: string, max: string): readonly Bin[] {
  const months = { min: monthOf(min), max: monthOf(max) };
  return months.max - months.min < 48 ? monthBins(months) : yearBins(min, max);
}

/** Whole years only, for callers who may not see more. */
export function yearBins(min: string, max: string): readonly Bin[] {
  const years = { min: Number(min.slice(0, 4)), max: Number(max.slice(0, 4)) };
  const { step, first, count } = place(years, yearSteps);
  return Array.from({ length: count }, (_, index) => {
    const from = first + index * step;
    return {
      from: `${pad(from, 4)}-01-01`,
      label: step === 1 ? String(from) : `${from} – ${from + step - 1}`,
    };
  });
}

function monthBins(months: { min: number; max: number }): readonly Bin[] {
  const { step, first, count } = place(months, monthSteps);
  return Array.from({ length: count }, (_, index) => {
    const from = first + index * step;
    return {
      from: monthStart(from),
      label: step === 1 ? monthName(from) : `${monthName(from)} – ${monthName(from + step - 1)}`,
    };
  });
}

function place(span: { min: number; max: number }, steps: readonly number[]) {
  for (const step of steps) {
    const first = Math.floor(span.min / step) * step;
    const count = Math.floor((span.max - first) / step) + 1;
    if (count <= mostBins) return { step, first, count };
  }
  const step = Math.ceil((span.max - span.min + 1) / mostBins);
  return { step, first: span.min, count: Math.ceil((span.max - span.min + 1) / step) };
}
