import { type Term, term } from '../term.ts';

export const rightTerms: readonly Term[] = [
  term(120, 'right ventricular outflow tract obstruction', {
    parents: ['right heart obstructive lesion'],
    definition: 'Narrowing below, at or just above the pulmonary valve.',
    exact: ['RVOTO'],
  }),
  term(121, 'pulmonary valve stenosis', {
    parents: ['right ventricular outflow tract obstruction', 'pulmonary valve anomaly'],
    definition: 'A pulmonary valve that opens too little.',
    exact: ['PS'],
    related: ['valvar pulmonary stenosis'],
  }),
  term(122, 'critical pulmonary stenosis', {
    parents: ['pulmonary valve stenosis'],
    definition: 'Pulmonary valve stenosis of the newborn with lungs that depend on the duct.',
  }),
  term(123, 'dysplastic pulmonary valve', {
    parents: ['pulmonary valve anomaly'],
    definition: 'Thick, stiff pulmonary leaflets without joined commissures.',
    related: ['dysplastic PV'],
  }),
  term(124, 'subpulmonary stenosis', {
    parents: ['right ventricular outflow tract obstruction'],
    definition: 'Narrowing of the muscular outlet below the pulmonary valve.',
    exact: ['infundibular stenosis'],
  }),
  term(125, 'supravalvar pulmonary stenosis', {
    parents: ['right ventricular outflow tract obstruction', 'pulmonary artery anomaly'],
    definition: 'Narrowing of the pulmonary trunk above its valve.',
    exact: ['SVPS'],
  }),
  term(126, 'peripheral pulmonary artery stenosis', {
    parents: ['right heart obstructive lesion', 'pulmonary artery anomaly'],
    definition: 'Narrowing of one or more branches of the pulmonary artery.',
    exact: ['PPS', 'branch pulmonary artery stenosis'],
  }),
  term(127, 'pulmonary atresia', {
    parents: ['right ventricular outflow tract obstruction', 'pulmonary valve anomaly'],
    definition: 'A right outlet without an opening.',
    exact: ['PA'],
  }),
  term(128, 'pulmonary atresia with intact ventricular septum', {
    parents: ['pulmonary atresia'],
    definition: 'A closed right outlet in a heart without a ventricular opening.',
    exact: ['PA/IVS'],
  }),
  term(129, 'pulmonary atresia with right ventricle dependent coronary circulation', {
    parents: ['pulmonary atresia with intact ventricular septum', 'coronary artery anomaly'],
    definition: 'Pulmonary atresia whose coronary flow comes from the high-pressure right ventricle.',
    exact: ['RVDCC'],
  }),
  term(130, 'double-chambered right ventricle', {
    parents: ['right ventricular outflow tract obstruction'],
    definition: 'Muscle bundles split the right ventricle into a high and a low pressure chamber.',
    exact: ['DCRV'],
  }),
  term(131, 'pulmonary valve anomaly', {
    parents: ['semilunar valve anomaly'],
    definition: 'A malformed pulmonary valve.',
  }),
  term(132, 'absent pulmonary valve', {
    parents: ['pulmonary valve anomaly'],
    definition: 'Pulmonary leaflets that are missing or only ridges.',
    exact: ['APV'],
  }),
  term(134, 'hypoplastic right ventricle', {
    parents: ['right heart obstructive lesion', 'functionally univentricular heart'],
    definition: 'A right ventricle too small to feed the lungs.',
    exact: ['HRV'],
    related: ['hypoplastic right heart syndrome'],
  }),
];
