import { type Term, term } from '../term.ts';

export const valveTerms: readonly Term[] = [
  term(140, 'tricuspid valve anomaly', {
    parents: ['atrioventricular valve anomaly'],
    definition: 'A malformed tricuspid valve.',
  }),
  term(141, 'Ebstein anomaly', {
    parents: ['tricuspid valve anomaly'],
    definition:
      'Tricuspid leaflets that fail to free themselves from the wall and hinge low in the right ventricle.',
    exact: ['Ebstein malformation'],
  }),
  term(142, 'tricuspid atresia', {
    parents: ['tricuspid valve anomaly', 'functionally univentricular heart'],
    definition: 'No passage from the right atrium to the right ventricle.',
    exact: ['TriA'],
  }),
  term(143, 'tricuspid atresia with normally related great arteries', {
    parents: ['tricuspid atresia'],
    definition: 'Tricuspid atresia with the arteries in their usual places.',
    exact: ['TriA type I'],
  }),
  term(144, 'tricuspid atresia with transposed great arteries', {
    parents: ['tricuspid atresia', 'transposition of the great arteries'],
    definition: 'Tricuspid atresia with the arteries switched.',
    exact: ['TriA type II'],
  }),
  term(145, 'tricuspid stenosis', {
    parents: ['tricuspid valve anomaly', 'right heart obstructive lesion'],
    definition: 'A tricuspid valve that opens too little.',
    exact: ['TS'],
  }),
  term(146, 'tricuspid valve dysplasia', {
    parents: ['tricuspid valve anomaly'],
    definition: 'Thick or ill-formed tricuspid leaflets with normal hinges.',
    related: ['TVD'],
  }),
  term(147, 'mitral valve anomaly', {
    parents: ['atrioventricular valve anomaly'],
    definition: 'A malformed mitral valve.',
  }),
  term(148, 'congenital mitral stenosis', {
    parents: ['mitral valve anomaly', 'left heart obstructive lesion'],
    definition: 'A mitral valve or inlet that opens too little.',
    exact: ['MS'],
  }),
  term(149, 'parachute mitral valve', {
    parents: ['congenital mitral stenosis'],
    definition: 'All mitral cords insert into one papillary muscle.',
  }),
  term(150, 'supravalvar mitral ring', {
    parents: ['congenital mitral stenosis'],
    definition: 'A fibrous ring on the atrial side of the mitral valve.',
  }),
  term(151, 'mitral atresia', {
    parents: ['mitral valve anomaly', 'left heart obstructive lesion'],
    definition: 'No passage from the left atrium to the left ventricle.',
    exact: ['MA'],
  }),
  term(152, 'cleft mitral valve', {
    parents: ['mitral valve anomaly'],
    definition: 'A split in the anterior mitral leaflet of a heart with two separate rings.',
  }),
  term(154, 'congenital mitral regurgitation', {
    parents: ['mitral valve anomaly'],
    definition: 'A mitral valve that leaks from birth.',
    exact: ['MR'],
    related: ['mitral insufficiency'],
  }),
  term(155, 'straddling atrioventricular valve', {
    parents: ['atrioventricular valve anomaly'],
    definition: 'A valve whose cords attach on both sides of the ventricular septum.',
    related: ['straddling AVV'],
  }),
  term(160, 'double inlet left ventricle', {
    parents: ['functionally univentricular heart'],
    definition: 'Both atria empty mostly into a left ventricle.',
    exact: ['DILV'],
  }),
  term(161, 'double inlet right ventricle', {
    parents: ['functionally univentricular heart'],
    definition: 'Both atria empty mostly into a right ventricle.',
    exact: ['DIRV'],
  }),
  term(162, 'single ventricle of indeterminate morphology', {
    parents: ['functionally univentricular heart'],
    definition: 'A lone ventricle with features of neither side.',
    related: ['indeterminate SV'],
  }),
];
