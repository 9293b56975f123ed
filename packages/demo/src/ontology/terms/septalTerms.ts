import { type Term, term } from '../term.ts';

export const septalTerms: readonly Term[] = [
  term(20, 'atrial septal defect', {
    parents: ['septal defect', 'left-to-right shunt lesion'],
    definition: 'An opening in the wall between the two atria.',
    exact: ['ASD'],
    related: ['interatrial communication'],
  }),
  term(21, 'secundum atrial septal defect', {
    parents: ['atrial septal defect'],
    definition: 'An opening in the floor of the oval fossa.',
    exact: ['ASD2', 'ostium secundum defect'],
    formerNumbers: [902],
  }),
  term(22, 'sinus venosus atrial septal defect', {
    parents: ['atrial septal defect'],
    definition: 'An opening behind the oval fossa where a caval vein joins the right atrium.',
    exact: ['SVASD'],
    related: ['SV defect'],
  }),
  term(23, 'superior sinus venosus atrial septal defect', {
    parents: ['sinus venosus atrial septal defect'],
    definition: 'A sinus venosus opening beside the mouth of the upper caval vein.',
  }),
  term(24, 'inferior sinus venosus atrial septal defect', {
    parents: ['sinus venosus atrial septal defect'],
    definition: 'A sinus venosus opening beside the mouth of the lower caval vein.',
  }),
  term(25, 'unroofed coronary sinus', {
    parents: ['atrial septal defect', 'systemic venous anomaly'],
    definition:
      'Loss of the partition between the coronary sinus and the left atrium, which lets the atria communicate.',
    exact: ['coronary sinus atrial septal defect'],
  }),
  term(26, 'common atrium', {
    parents: ['atrial septal defect'],
    definition: 'Near absence of the wall between the atria.',
  }),
  term(27, 'patent foramen ovale', {
    parents: ['septal defect'],
    definition: 'The flap of the oval fossa closes but does not seal.',
    exact: ['PFO'],
  }),
  term(30, 'ventricular septal defect', {
    parents: ['septal defect', 'left-to-right shunt lesion'],
    definition: 'An opening in the wall between the two ventricles.',
    exact: ['VSD'],
  }),
  term(31, 'perimembranous ventricular septal defect', {
    parents: ['ventricular septal defect'],
    definition: 'A ventricular opening bordered by the membranous septum and the central fibrous body.',
    exact: ['pmVSD'],
    related: ['VSD type 2', 'membranous VSD'],
    formerNumbers: [901],
  }),
  term(32, 'muscular ventricular septal defect', {
    parents: ['ventricular septal defect'],
    definition: 'A ventricular opening with muscle all around its rim.',
    exact: ['mVSD'],
    related: ['VSD type 4'],
  }),
  term(33, 'apical muscular ventricular septal defect', {
    parents: ['muscular ventricular septal defect'],
    definition: 'A muscular opening near the tip of the ventricles.',
  }),
  term(34, 'mid-muscular ventricular septal defect', {
    parents: ['muscular ventricular septal defect'],
    definition: 'A muscular opening in the middle of the trabecular septum.',
  }),
  term(35, 'multiple muscular ventricular septal defects', {
    parents: ['muscular ventricular septal defect'],
    definition: 'Several separate openings in the muscular septum.',
    exact: ['Swiss cheese septum'],
  }),
  term(36, 'inlet ventricular septal defect', {
    parents: ['ventricular septal defect'],
    definition: 'A ventricular opening beneath the atrioventricular valves without a common valve.',
    related: ['VSD type 3', 'canal-type VSD'],
  }),
  term(37, 'doubly committed ventricular septal defect', {
    parents: ['ventricular septal defect', 'conotruncal defect'],
    definition:
      'A ventricular opening roofed by both arterial valves, which meet without muscle between them.',
    exact: ['subarterial VSD'],
    related: ['VSD type 1', 'supracristal VSD'],
  }),
  term(38, 'malalignment ventricular septal defect', {
    parents: ['ventricular septal defect', 'conotruncal defect'],
    definition: 'A ventricular opening caused by an outlet septum that has shifted off the line of the rest.',
    exact: ['conoventricular VSD'],
  }),
  term(39, 'posterior malalignment ventricular septal defect', {
    parents: ['malalignment ventricular septal defect'],
    definition: 'A malalignment opening with the outlet septum pushed back below the aortic valve.',
    related: ['posterior deviation VSD'],
  }),
  term(40, 'left ventricular to right atrial communication', {
    parents: ['ventricular septal defect'],
    definition: 'An opening through the atrioventricular part of the membranous septum.',
    exact: ['Gerbode defect'],
  }),
  term(41, 'atrioventricular septal defect', {
    parents: ['septal defect', 'atrioventricular valve anomaly'],
    definition:
      'Absence of the partition at the crux of the heart, with a single ring for both atrioventricular valves.',
    exact: ['AVSD', 'AV canal'],
    related: ['AVC', 'endocardial cushion defect'],
  }),
  term(42, 'complete atrioventricular septal defect', {
    parents: ['atrioventricular septal defect', 'left-to-right shunt lesion'],
    definition:
      'An atrioventricular septal defect with one common valve orifice and openings above and below it.',
    exact: ['CAVSD', 'CAVC', 'complete AV canal'],
  }),
  term(43, 'complete atrioventricular septal defect, Rastelli type A', {
    parents: ['complete atrioventricular septal defect'],
    definition: 'The superior bridging leaflet is divided and tied to the crest of the septum.',
    exact: ['CAVSD type A'],
  }),
  term(44, 'complete atrioventricular septal defect, Rastelli type B', {
    parents: ['complete atrioventricular septal defect'],
    definition: 'The superior bridging leaflet is tied to a papillary muscle in the right ventricle.',
    exact: ['CAVSD type B'],
  }),
  term(45, 'complete atrioventricular septal defect, Rastelli type C', {
    parents: ['complete atrioventricular septal defect'],
    definition: 'The superior bridging leaflet floats undivided above the septum.',
    exact: ['CAVSD type C'],
  }),
  term(46, 'transitional atrioventricular septal defect', {
    parents: ['atrioventricular septal defect'],
    definition:
      'An atrioventricular septal defect with two orifices and a small restrictive opening between the ventricles.',
    exact: ['transitional AV canal'],
    related: ['intermediate AVSD'],
  }),
  term(47, 'unbalanced atrioventricular septal defect', {
    parents: ['complete atrioventricular septal defect', 'functionally univentricular heart'],
    definition: 'A common valve that opens mostly into one ventricle and leaves the other small.',
    exact: ['uAVSD'],
  }),
  term(48, 'right-dominant unbalanced atrioventricular septal defect', {
    parents: ['unbalanced atrioventricular septal defect'],
    definition: 'An unbalanced defect with a small left ventricle.',
  }),
  term(49, 'left-dominant unbalanced atrioventricular septal defect', {
    parents: ['unbalanced atrioventricular septal defect'],
    definition: 'An unbalanced defect with a small right ventricle.',
  }),
  term(28, 'partial atrioventricular septal defect', {
    parents: ['atrioventricular septal defect', 'atrial septal defect'],
    definition:
      'An atrioventricular septal defect that shunts only between the atria, with a cleft left valve.',
    exact: ['PAVSD', 'ostium primum defect'],
    related: ['ASD1', 'primum ASD'],
  }),
  term(50, 'aortopulmonary window', {
    parents: ['conotruncal defect', 'left-to-right shunt lesion'],
    definition: 'An opening between the ascending aorta and the pulmonary trunk above two separate valves.',
    exact: ['APW', 'AP window'],
    related: ['aortopulmonary septal defect'],
  }),
];
