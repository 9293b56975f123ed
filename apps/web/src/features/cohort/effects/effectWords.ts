/** Sentences about what each filter costs, and what could be done instead. */
export const effectWords = {
  show: 'What each filter costs',
  hide: 'Hide what each filter costs',
  order: 'The filters, those that lose most first. Each button shows the count that it leads to.',
  nothing: 'There is no filter that could be changed.',
  loses: (count: string) => `Loses ${count}`,
  alone: (count: string) => `${count} with this alone`,
  with: (names: string) => `with ${names}`,
  drop: 'Drop',
  dropping: (name: string) => `Drop ${name}`,
  loosening: (name: string, to: string) => `Loosen ${name} to ${to}`,
  or: (other: string) => `Or ${other}`,
  joining: (name: string, other: string) => `Make ${name} an alternative of ${other}`,
  atLeast: (value: string) => `at least ${value}`,
  atMost: (value: string) => `at most ${value}`,
} as const;
