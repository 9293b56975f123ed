/** `Birth weight (g)`, `csv` → `birth_weight_g.csv`: letters, digits, dots, dashes and underscores only. */
export function fileNameOf(text: string, ending: string): string {
  const plain = text
    .normalize('NFKD')
    .replace(/[^\w.-]+/g, '_')
    .replace(/^[_.-]+|[_.-]+$/g, '')
    .toLowerCase();
  return `${plain === '' ? 'chart' : plain.slice(0, 120)}.${ending}`;
}
