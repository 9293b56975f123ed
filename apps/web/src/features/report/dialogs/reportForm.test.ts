import { expect, it } from 'vitest';
import { bodyOf, changesOf, emptyDraft, isComplete, problemsOf, projectChoices } from './reportForm.ts';

const named = { ...emptyDraft, name: ' Girls ' };

it('a report needs a name, of at most 255 characters', () => {
  expect(problemsOf({ ...emptyDraft, name: '  ' })).toEqual({ name: 'Give the report a name' });
  expect(isComplete({ ...emptyDraft, name: 'a'.repeat(255) })).toBe(true);
  expect(isComplete({ ...emptyDraft, name: 'a'.repeat(256) })).toBe(false);
});

it('a new project needs a name', () => {
  expect(problemsOf({ ...named, project: -1 })).toEqual({ project: 'Give the project a name' });
  expect(isComplete({ ...named, project: -1, projectOther: 'March call' })).toBe(true);
});

it('a private report sends with whom it is shared, and nothing about being public', () => {
  expect(bodyOf({ ...named, shareWith: [7, 3] })).toEqual({
    name: 'Girls',
    description: '',
    project: '',
    shareWith: [7, 3],
  });
});

it('a public report sends nobody with whom it is shared', () => {
  const body = bodyOf({ ...named, isPublic: true, shareWith: [7] });
  expect(body.public).toBe(true);
  expect(body).not.toHaveProperty('shareWith');
});

it('a new project is sent by its name, a known one by its id', () => {
  expect(bodyOf({ ...named, project: -1, projectOther: ' March call ' })).toMatchObject({
    project: '',
    projectOther: 'March call',
  });
  const known = bodyOf({ ...named, project: 5, projectOther: 'left over' });
  expect(known.project).toBe(5);
  expect(known).not.toHaveProperty('projectOther');
});

it('no project comes first and a new one last, whatever the server has at these places', () => {
  const odd = [
    { label: '--- create new ---', value: -1 },
    { label: 'O’Hara; "Heart"', value: 4 },
  ];
  expect(projectChoices(odd)).toEqual([
    { label: 'No project', value: 0 },
    { label: 'O’Hara; "Heart"', value: 4 },
    { label: 'New project…', value: -1 },
  ]);
});

it('the order in which people were chosen is no change', () => {
  expect(changesOf({ ...named, shareWith: [1, 2] }, { ...named, shareWith: [2, 1] })).toEqual({});
  expect(changesOf(named, { ...named, isPublic: true })).toEqual({ isPublic: true });
});
