import type { ValueCount } from '@atrium/engine';
import { joined, oneLine, type Written, written } from '../http/index.ts';

export const comment = (text: string): Written => written`# ${oneLine(text)}`;

/** A number as R has it. */
export const cell = (value: number | null): Written => (value === null ? written`NA` : written`${value}`);
const perLine = 20;

export const vector = (values: readonly (number | null)[]): Written => {
  const lines = Array.from({ length: Math.ceil(values.length / perLine) }, (_, index) =>
    joined(values.slice(index * perLine, (index + 1) * perLine).map(cell), ', '),
  );
  return written`c(${joined(lines, ',\n    ')})`;
};
export const list = (parts: readonly Written[]): Written => written`list(${joined(parts, ',\n  ')})`;

/** Each value as often as subjects have it. */
export const expanded = (counts: readonly ValueCount[]): Written =>
  written`expand(${vector(counts.map(({ value }) => value))}, ${vector(counts.map(({ count }) => count))})`;

/** What all programs begin with (rule 17.37). */
export const helpers = written`
found <- logical()
same <- function(what, own, portal, near = 1e-9) {
  is <- length(own) == length(portal) && all(is.na(own) == is.na(portal)) &&
    all(abs(own - portal) <= near * pmax(1, abs(portal)), na.rm = TRUE)
  found <<- c(found, is)
  cat(if (is) "same " else "OTHER", what, format(own, digits = 6), "\\n")
}
expand <- function(values, counts) rep(values, counts)
`;

/** What a program says of itself. */
export const opening = (about: readonly string[], needs: Written): readonly Written[] => [
  written`#!/usr/bin/env Rscript`,
  ...about.map(comment),
  written`#`,
  comment(needs),
  written`# Each line of its answer says whether R finds the figure of the portal ("same") or another one ("OTHER").`,
  written`#`,
];

export const ending = written`cat(sum(found), "figures are the same,", sum(!found), "are others\\n")
if (any(!found)) quit(status = 1)
`;
