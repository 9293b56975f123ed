import { type Term, term } from '../term.ts';

export const leftTerms: readonly Term[] = [
  term(90, 'left ventricular outflow tract obstruction', {
    parents: ['left heart obstructive lesion'],
    definition: 'Narrowing below, at or just above the aortic valve.',
    exact: ['LVOTO'],
  }),
  term(91, 'aortic valve stenosis', {
    parents: ['left ventricular outflow tract obstruction', 'aortic valve anomaly'],
    definition: 'An aortic valve that opens too little.',
    exact: ['AS', 'AVS'],
    related: ['valvar aortic stenosis'],
  }),
  term(92, 'critical aortic stenosis', {
    parents: ['aortic valve stenosis'],
    definition: 'Aortic valve stenosis of the newborn that cannot sustain the circulation without the duct.',
  }),
  term(93, 'subaortic stenosis', {
    parents: ['left ventricular outflow tract obstruction'],
    definition: 'Narrowing of the left outlet below the valve.',
    exact: ['SAS'],
    related: ['subAS'],
  }),
  term(94, 'discrete subaortic membrane', {
    parents: ['subaortic stenosis'],
    definition: 'A thin fibrous shelf below the aortic valve.',
  }),
  term(95, 'tunnel subaortic stenosis', {
    parents: ['subaortic stenosis'],
    definition: 'A long fibromuscular narrowing below the aortic valve.',
  }),
  term(96, 'supravalvar aortic stenosis', {
    parents: ['left ventricular outflow tract obstruction', 'thoracic aortic anomaly'],
    definition: 'Narrowing of the aorta where the sinuses meet the tube.',
    exact: ['SVAS'],
  }),
  term(97, 'aortic valve anomaly', {
    parents: ['semilunar valve anomaly'],
    definition: 'A malformed aortic valve.',
  }),
  term(98, 'bicuspid aortic valve', {
    parents: ['aortic valve anomaly'],
    definition: 'An aortic valve with two working leaflets.',
    exact: ['BAV'],
    formerNumbers: [904],
  }),
  term(99, 'bicuspid aortic valve with right-left coronary cusp fusion', {
    parents: ['bicuspid aortic valve'],
    definition: 'The two leaflets that face the coronary arteries are joined.',
    exact: ['BAV R-L'],
  }),
  term(100, 'bicuspid aortic valve with right-noncoronary cusp fusion', {
    parents: ['bicuspid aortic valve'],
    definition: 'The right coronary leaflet is joined to the one without a coronary artery.',
    exact: ['BAV R-N'],
  }),
  term(101, 'unicuspid aortic valve', {
    parents: ['aortic valve anomaly'],
    definition: 'An aortic valve with a single commissure.',
    exact: ['UAV'],
  }),
  term(103, 'congenital aortic regurgitation', {
    parents: ['aortic valve anomaly'],
    definition: 'An aortic valve that leaks from birth.',
    exact: ['AR'],
    related: ['aortic insufficiency'],
  }),
  term(119, 'aortic valve atresia', {
    parents: ['left ventricular outflow tract obstruction', 'aortic valve anomaly'],
    definition: 'An aortic valve without an opening.',
    exact: ['AA'],
  }),
  term(105, 'aortic arch obstruction', {
    parents: ['left heart obstructive lesion', 'thoracic aortic anomaly'],
    definition: 'Narrowing or a gap in the aortic arch.',
    related: ['arch obstruction'],
  }),
  term(104, 'coarctation of the aorta', {
    parents: ['aortic arch obstruction'],
    definition: 'A local narrowing of the aorta where the duct inserts.',
    exact: ['CoA'],
    related: ['coarct'],
    formerNumbers: [905],
  }),
  term(106, 'hypoplastic aortic arch', {
    parents: ['aortic arch obstruction'],
    definition: 'An arch that is small over a long segment.',
    related: ['tubular hypoplasia of the arch'],
  }),
  term(107, 'interrupted aortic arch', {
    parents: ['aortic arch obstruction'],
    definition: 'A gap between two parts of the aortic arch.',
    exact: ['IAA'],
  }),
  term(108, 'interrupted aortic arch type A', {
    parents: ['interrupted aortic arch'],
    definition: 'A gap beyond the left subclavian artery.',
    exact: ['IAA-A'],
  }),
  term(109, 'interrupted aortic arch type B', {
    parents: ['interrupted aortic arch', 'conotruncal defect'],
    definition: 'A gap between the left carotid and the left subclavian artery.',
    exact: ['IAA-B'],
  }),
  term(112, 'Shone complex', {
    parents: ['left heart obstructive lesion', 'mitral valve anomaly'],
    definition: 'Several obstructions in series from the mitral valve to the aortic arch.',
    exact: ['Shone syndrome'],
  }),
  term(113, 'hypoplastic left heart syndrome', {
    parents: ['left heart obstructive lesion', 'functionally univentricular heart'],
    definition: 'A left ventricle, with its valves and ascending aorta, too small to feed the body.',
    exact: ['HLHS'],
    formerNumbers: [906],
  }),
  term(114, 'hypoplastic left heart syndrome with mitral and aortic atresia', {
    parents: ['hypoplastic left heart syndrome'],
    definition: 'Neither left-sided valve is open.',
    exact: ['HLHS MA/AA'],
  }),
  term(115, 'hypoplastic left heart syndrome with mitral stenosis and aortic atresia', {
    parents: ['hypoplastic left heart syndrome'],
    definition: 'The mitral valve is small and the aortic valve closed.',
    exact: ['HLHS MS/AA'],
  }),
  term(116, 'hypoplastic left heart syndrome with mitral and aortic stenosis', {
    parents: ['hypoplastic left heart syndrome'],
    definition: 'Both left-sided valves are open but small.',
    exact: ['HLHS MS/AS'],
  }),
  term(118, 'hypoplastic left heart complex', {
    parents: ['left heart obstructive lesion'],
    definition: 'Small but unobstructed left-sided structures that may grow enough for two ventricles.',
    exact: ['HLHC'],
    related: ['borderline left heart'],
  }),
];
