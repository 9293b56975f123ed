import { type Term, term } from '../term.ts';

export const conotruncalTerms: readonly Term[] = [
  term(60, 'tetralogy of Fallot', {
    parents: ['conotruncal defect', 'right ventricular outflow tract obstruction'],
    definition:
      'Forward shift of the outlet septum with a ventricular opening, overriding aorta, narrowed right outlet and thick right ventricle.',
    exact: ['TOF'],
    related: ['Fallot tetralogy', 'tet'],
    formerNumbers: [903],
  }),
  term(61, 'tetralogy of Fallot with pulmonary stenosis', {
    parents: ['tetralogy of Fallot'],
    definition: 'Tetralogy whose right outlet is narrowed but open.',
    exact: ['TOF/PS'],
  }),
  term(62, 'tetralogy of Fallot with pulmonary atresia', {
    parents: ['tetralogy of Fallot', 'pulmonary atresia with ventricular septal defect'],
    definition: 'Tetralogy whose right outlet is closed.',
    exact: ['TOF/PA'],
  }),
  term(63, 'tetralogy of Fallot with absent pulmonary valve', {
    parents: ['tetralogy of Fallot', 'absent pulmonary valve'],
    definition: 'Tetralogy with rudimentary pulmonary leaflets and wide branch pulmonary arteries.',
    exact: ['TOF/APV'],
  }),
  term(64, 'tetralogy of Fallot with atrioventricular septal defect', {
    parents: ['tetralogy of Fallot', 'complete atrioventricular septal defect'],
    definition: 'Tetralogy in a heart with a common atrioventricular valve.',
    exact: ['TOF/AVSD'],
  }),
  term(65, 'pulmonary atresia with ventricular septal defect', {
    parents: ['pulmonary atresia', 'conotruncal defect'],
    definition: 'A closed right outlet in a heart with an outlet ventricular opening.',
    exact: ['PA/VSD'],
  }),
  term(66, 'pulmonary atresia with ventricular septal defect and major aortopulmonary collaterals', {
    parents: ['pulmonary atresia with ventricular septal defect', 'major aortopulmonary collateral arteries'],
    definition: 'Pulmonary atresia whose lungs are fed by arteries from the aorta.',
    exact: ['PA/VSD/MAPCA'],
  }),
  term(67, 'double outlet right ventricle', {
    parents: ['conotruncal defect'],
    definition: 'Both great arteries arise mostly from the right ventricle.',
    exact: ['DORV'],
  }),
  term(68, 'double outlet right ventricle, ventricular septal defect type', {
    parents: ['double outlet right ventricle'],
    definition: 'Double outlet with the ventricular opening below the aorta and a free pulmonary outlet.',
    exact: ['DORV/VSD'],
  }),
  term(69, 'double outlet right ventricle, tetralogy type', {
    parents: ['double outlet right ventricle', 'right ventricular outflow tract obstruction'],
    definition: 'Double outlet with the ventricular opening below the aorta and a narrowed pulmonary outlet.',
    exact: ['DORV/TOF'],
  }),
  term(70, 'double outlet right ventricle, transposition type', {
    parents: ['double outlet right ventricle'],
    definition: 'Double outlet with the ventricular opening below the pulmonary artery.',
    exact: ['DORV/TGA', 'Taussig-Bing anomaly'],
  }),
  term(71, 'double outlet right ventricle, remote ventricular septal defect type', {
    parents: ['double outlet right ventricle'],
    definition: 'Double outlet with the ventricular opening far from both arteries.',
    related: ['non-committed VSD DORV'],
  }),
  term(72, 'transposition of the great arteries', {
    parents: ['conotruncal defect'],
    definition:
      'The aorta arises from the morphological right ventricle and the pulmonary artery from the left.',
    exact: ['TGA'],
  }),
  term(73, 'dextro-transposition of the great arteries', {
    parents: ['transposition of the great arteries'],
    definition: 'Transposition with the usual arrangement of atria and ventricles.',
    exact: ['d-TGA', 'complete transposition'],
    related: ['d-loop TGA'],
  }),
  term(74, 'transposition of the great arteries with intact ventricular septum', {
    parents: ['dextro-transposition of the great arteries'],
    definition: 'Complete transposition without a ventricular opening.',
    exact: ['TGA/IVS'],
  }),
  term(75, 'transposition of the great arteries with ventricular septal defect', {
    parents: ['dextro-transposition of the great arteries'],
    definition: 'Complete transposition with a ventricular opening.',
    exact: ['TGA/VSD'],
  }),
  term(76, 'transposition of the great arteries with ventricular septal defect and pulmonary stenosis', {
    parents: ['transposition of the great arteries with ventricular septal defect'],
    definition: 'Complete transposition with a ventricular opening and a narrowed outlet to the lungs.',
    exact: ['TGA/VSD/PS'],
    related: ['TGA with LVOTO'],
  }),
  term(77, 'congenitally corrected transposition of the great arteries', {
    parents: ['transposition of the great arteries'],
    definition:
      'Transposition in which the ventricles are also switched, so that blood still flows in series.',
    exact: ['ccTGA', 'l-TGA', 'double discordance'],
  }),
  term(78, 'truncus arteriosus', {
    parents: ['conotruncal defect', 'great artery anomaly'],
    definition: 'One arterial trunk and one valve serve the body, the lungs and the coronary arteries.',
    exact: ['TrA', 'common arterial trunk'],
    related: ['CAT'],
  }),
  term(79, 'truncus arteriosus type A1', {
    parents: ['truncus arteriosus'],
    definition: 'A common trunk that gives off a short undivided pulmonary artery.',
  }),
  term(80, 'truncus arteriosus type A2', {
    parents: ['truncus arteriosus'],
    definition: 'A common trunk that gives off the two pulmonary arteries separately.',
  }),
  term(82, 'truncus arteriosus type A4', {
    parents: ['truncus arteriosus', 'interrupted aortic arch'],
    definition: 'A common trunk with an interrupted arch.',
  }),
  term(83, 'double outlet left ventricle', {
    parents: ['conotruncal defect'],
    definition: 'Both great arteries arise mostly from the left ventricle.',
    exact: ['DOLV'],
  }),
  term(84, 'hemitruncus', {
    parents: ['conotruncal defect', 'pulmonary artery anomaly'],
    definition:
      'One branch pulmonary artery arises from the ascending aorta while two arterial valves are present.',
    exact: ['anomalous origin of a pulmonary artery from the aorta'],
  }),
];
