import { type Term, term } from '../term.ts';

export const positionTerms: readonly Term[] = [
  term(170, 'heterotaxy syndrome', {
    parents: ['laterality defect of the heart'],
    definition: 'Organs of chest and belly arranged neither in the usual way nor in its mirror image.',
    exact: ['HTX'],
    related: ['situs ambiguus'],
  }),
  term(171, 'right atrial isomerism', {
    parents: ['heterotaxy syndrome'],
    definition: 'Heterotaxy with two atria of right form, most often without a spleen.',
    exact: ['RAI', 'asplenia syndrome'],
    related: ['Ivemark syndrome'],
  }),
  term(172, 'left atrial isomerism', {
    parents: ['heterotaxy syndrome'],
    definition: 'Heterotaxy with two atria of left form, most often with several small spleens.',
    exact: ['LAI', 'polysplenia syndrome'],
  }),
  term(173, 'dextrocardia', {
    parents: ['laterality defect of the heart'],
    definition: 'A heart whose apex points to the right.',
    related: ['DXC'],
  }),
  term(174, 'situs inversus totalis', {
    parents: ['laterality defect of the heart'],
    definition: 'All organs arranged as a mirror image.',
    exact: ['SIT'],
  }),
  term(175, 'mesocardia', {
    parents: ['laterality defect of the heart'],
    definition: 'A heart that lies in the midline.',
  }),
  term(177, 'criss-cross heart', {
    parents: ['laterality defect of the heart'],
    definition: 'Inflow streams of the two ventricles cross because the ventricular mass is twisted.',
  }),
  term(180, 'thoracic aortic anomaly', {
    parents: ['great artery anomaly'],
    definition: 'A fault in the course, calibre or branches of the thoracic aorta.',
  }),
  term(181, 'patent ductus arteriosus', {
    parents: ['great artery anomaly', 'left-to-right shunt lesion'],
    definition: 'An arterial duct that stays open after the newborn period.',
    exact: ['PDA'],
    related: ['persistent arterial duct'],
  }),
  term(182, 'right aortic arch', {
    parents: ['thoracic aortic anomaly'],
    definition: 'An arch that crosses to the right of the windpipe.',
    exact: ['RAA'],
  }),
  term(183, 'vascular ring', {
    parents: ['thoracic aortic anomaly'],
    definition: 'Vessels that encircle the windpipe and gullet.',
  }),
  term(184, 'double aortic arch', {
    parents: ['vascular ring'],
    definition: 'Two arches that join behind the gullet.',
    exact: ['DAA'],
  }),
  term(185, 'right aortic arch with aberrant left subclavian artery', {
    parents: ['right aortic arch', 'vascular ring'],
    definition: 'A right arch whose last branch runs behind the gullet to the left arm.',
    exact: ['RAA/ALSCA'],
  }),
  term(186, 'aberrant right subclavian artery', {
    parents: ['thoracic aortic anomaly'],
    definition: 'The artery to the right arm arises last and runs behind the gullet.',
    exact: ['ARSA'],
  }),
  term(187, 'pulmonary artery anomaly', {
    parents: ['great artery anomaly'],
    definition: 'A fault in the origin, course or calibre of the pulmonary arteries.',
  }),
  term(188, 'pulmonary artery sling', {
    parents: ['pulmonary artery anomaly', 'vascular ring'],
    definition: 'The left pulmonary artery arises from the right one and loops behind the windpipe.',
    exact: ['LPA sling'],
  }),
  term(189, 'discontinuous pulmonary arteries', {
    parents: ['pulmonary artery anomaly'],
    definition: 'Branch pulmonary arteries that do not join.',
  }),
  term(190, 'major aortopulmonary collateral arteries', {
    parents: ['pulmonary artery anomaly'],
    definition: 'Large arteries from the aorta that feed the lungs.',
    exact: ['MAPCA', 'MAPCAs'],
  }),
  term(191, 'congenital dilation of the ascending aorta', {
    parents: ['thoracic aortic anomaly'],
    definition: 'An ascending aorta wide for body size without an acquired cause.',
    related: ['aortopathy'],
  }),
];
