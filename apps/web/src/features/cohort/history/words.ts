/** What an edit did, in words that follow "Undo:" and "Redo:". */
export const changeWords = {
  cleared: 'clear all filters',
  filterAdded: (name: string) => `add filter ${name}`,
  filterRemoved: (name: string) => `remove filter ${name}`,
  filtersRemoved: (count: number) => `remove ${count} filters`,
  filterChanged: (name: string) => `change filter ${name}`,
  filterMoved: (name: string, to: string) => `move filter ${name} to ${to}`,
  setAdded: (name: string) => `add criteria set ${name}`,
  setDeleted: (name: string) => `delete criteria set ${name}`,
  setRenamed: (name: string) => `rename criteria set ${name}`,
  countChanged: (name: string) => `change the count of ${name}`,
  ruleChanged: (name: string, verb: 'add' | 'remove' | 'change') => `${verb} the date rule of ${name}`,
  joined: 'combine filters with “or”',
  separated: 'separate filters with “and”',
  regrouped: 'group filters anew',
  reordered: 'reorder filters',
  other: 'the last change',
} as const;

export const historyWords = {
  undo: 'Undo',
  redo: 'Redo',
  undone: (what: string) => `Undone: ${what}.`,
  redone: (what: string) => `Redone: ${what}.`,
} as const;
