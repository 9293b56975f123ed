import type { OntologyTermRef } from '@atrium/contract';

/** The way that was gone from the top, outermost first, ending at the term whose children are listed. */
export type Trail = readonly OntologyTermRef[];

/** The way after going to a term: cut short where it was passed, longer where it lies below, else begun anew. */
export function trailTo(trail: Trail, target: OntologyTermRef, direction: 'down' | 'up'): Trail {
  const passed = trail.findIndex(({ code }) => code === target.code);
  const step = { code: target.code, label: target.label };
  if (passed !== -1) return [...trail.slice(0, passed), step];
  return direction === 'down' ? [...trail, step] : [step];
}
