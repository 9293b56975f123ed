interface OfExport {
  readonly dataset: string;
  readonly receipt: string | null | undefined;
  readonly now?: Date;
}

/**
 * The name of a file that is taken home, such as `results_export_default_2026-11-25_w07n.csv`: what it is, of which
 * dataset, of which day, and the first group of its receipt (rule 11.9).
 */
export function exportName(
  what: string,
  ending: string,
  { dataset, receipt, now = new Date() }: OfExport,
): string {
  const two = (part: number): string => String(part).padStart(2, '0');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const group = receipt?.split('-')[0] ?? '';
  return `${[what, dataset, day, group].filter((part) => part !== '').join('_')}.${ending}`;
}
