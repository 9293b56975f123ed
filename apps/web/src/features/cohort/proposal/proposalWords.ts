/** Every sentence about what an assistant proposes. */
export const proposalWords = {
  title: (assistant: string) => `“${assistant}” proposes to change this cohort`,
  says: 'It says:',
  list: 'Proposed changes',
  unchanged: 'changes nothing',
  now: (label: string) => `: ${label}`,
  stale: 'The cohort has changed since, so this cannot be applied. Ask the program again.',
  apply: 'Apply',
  refuse: 'Refuse',
  applied: 'The proposed changes are applied. Undo takes them back as one step.',
  refused: 'The proposal is refused',
  part: 'what programs propose',
} as const;
