import { type Term, term } from '../term.ts';

export const groupTerms: readonly Term[] = [
  term(1, 'congenital heart disease', {
    definition:
      'A structural, electrical or muscular fault of the heart or of its great vessels that is present at birth.',
    exact: ['CHD'],
    related: ['congenital heart defect'],
  }),
  term(2, 'septal defect', {
    parents: ['congenital heart disease'],
    definition: 'An opening in a wall that should part the left side of the heart from the right.',
  }),
  term(3, 'conotruncal defect', {
    parents: ['congenital heart disease'],
    definition:
      'A fault in how the arterial outlets of the heart divide, turn or line up with the ventricles.',
    exact: ['outflow tract defect'],
    related: ['CTD'],
  }),
  term(4, 'left heart obstructive lesion', {
    parents: ['congenital heart disease'],
    definition:
      'Any narrowing or underdevelopment that holds back blood on its way into or out of the left ventricle.',
    exact: ['left-sided obstruction'],
    related: ['LHL'],
  }),
  term(5, 'right heart obstructive lesion', {
    parents: ['congenital heart disease'],
    definition:
      'Any narrowing or underdevelopment that holds back blood on its way into or out of the right ventricle.',
    exact: ['right-sided obstruction'],
  }),
  term(6, 'atrioventricular valve anomaly', {
    parents: ['congenital heart disease'],
    definition: 'A malformed valve between an atrium and a ventricle.',
    exact: ['AV valve anomaly'],
  }),
  term(7, 'semilunar valve anomaly', {
    parents: ['congenital heart disease'],
    definition: 'A malformed valve at an arterial outlet of the heart.',
  }),
  term(8, 'great artery anomaly', {
    parents: ['congenital heart disease'],
    definition: 'A fault of the aorta, the pulmonary arteries or the duct that joins them.',
  }),
  term(9, 'anomaly of venous return', {
    parents: ['congenital heart disease'],
    definition:
      'Veins of the body or of the lungs that reach the heart at the wrong place or by a narrowed path.',
  }),
  term(10, 'functionally univentricular heart', {
    parents: ['congenital heart disease'],
    definition: 'A heart with only one ventricle large enough to carry a circulation.',
    exact: ['single ventricle', 'SV'],
  }),
  term(11, 'laterality defect of the heart', {
    parents: ['congenital heart disease'],
    definition: 'A heart whose chambers or position do not follow the usual left-right plan of the body.',
  }),
  term(12, 'coronary artery anomaly', {
    parents: ['congenital heart disease'],
    definition: 'A coronary artery with an unusual origin, course or ending.',
  }),
  term(13, 'congenital myocardial disease', {
    parents: ['congenital heart disease'],
    definition: 'Heart muscle that is abnormal in thickness, texture or function from an early age.',
  }),
  term(14, 'congenital rhythm disorder', {
    parents: ['congenital heart disease'],
    definition: 'A disturbance of impulse formation or conduction that is present from birth or inborn.',
  }),
  term(15, 'left-to-right shunt lesion', {
    parents: ['congenital heart disease'],
    definition:
      'A connection through which oxygenated blood returns to the lungs without having reached the body.',
    related: ['acyanotic shunt'],
  }),
  term(250, 'obsolete endocardial cushion defect', {
    definition: 'Retired in favour of the anatomical name of the defect.',
    replacedBy: 'atrioventricular septal defect',
  }),
  term(251, 'obsolete common ventricle', {
    definition: 'Retired because it did not say which ventricle is dominant.',
    replacedBy: 'functionally univentricular heart',
  }),
];
