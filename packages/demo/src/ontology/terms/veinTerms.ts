import { type Term, term } from '../term.ts';

export const veinTerms: readonly Term[] = [
  term(200, 'pulmonary venous anomaly', {
    parents: ['anomaly of venous return'],
    definition: 'A fault in how lung veins reach the left atrium.',
  }),
  term(201, 'total anomalous pulmonary venous return', {
    parents: ['pulmonary venous anomaly'],
    definition: 'None of the lung veins joins the left atrium.',
    exact: ['TAPVR', 'TAPVC'],
    related: ['TAPVD'],
  }),
  term(202, 'supracardiac total anomalous pulmonary venous return', {
    parents: ['total anomalous pulmonary venous return'],
    definition: 'The lung veins drain upward into a systemic vein.',
    exact: ['TAPVR type 1'],
  }),
  term(203, 'cardiac total anomalous pulmonary venous return', {
    parents: ['total anomalous pulmonary venous return'],
    definition: 'The lung veins drain into the coronary sinus or right atrium.',
    exact: ['TAPVR type 2'],
  }),
  term(204, 'infracardiac total anomalous pulmonary venous return', {
    parents: ['total anomalous pulmonary venous return'],
    definition: 'The lung veins drain below the diaphragm.',
    exact: ['TAPVR type 3'],
  }),
  term(205, 'mixed total anomalous pulmonary venous return', {
    parents: ['total anomalous pulmonary venous return'],
    definition: 'The lung veins drain at two or more levels.',
    exact: ['TAPVR type 4'],
  }),
  term(206, 'partial anomalous pulmonary venous return', {
    parents: ['pulmonary venous anomaly', 'left-to-right shunt lesion'],
    definition: 'Some but not all lung veins miss the left atrium.',
    exact: ['PAPVR', 'PAPVC'],
  }),
  term(207, 'scimitar syndrome', {
    parents: ['partial anomalous pulmonary venous return'],
    definition: 'The veins of a small right lung drain to the lower caval vein.',
  }),
  term(208, 'pulmonary vein stenosis', {
    parents: ['pulmonary venous anomaly'],
    definition: 'Narrowing of one or more lung veins.',
    exact: ['PVS'],
  }),
  term(209, 'cor triatriatum sinister', {
    parents: ['pulmonary venous anomaly', 'left heart obstructive lesion'],
    definition: 'A membrane splits the left atrium and holds back lung venous blood.',
    related: ['cor triatriatum'],
  }),
  term(210, 'systemic venous anomaly', {
    parents: ['anomaly of venous return'],
    definition: 'A fault in how body veins reach the right atrium.',
  }),
  term(211, 'persistent left superior vena cava', {
    parents: ['systemic venous anomaly'],
    definition: 'A left upper caval vein that stays open, most often draining to the coronary sinus.',
    exact: ['LSVC', 'PLSVC'],
  }),
  term(212, 'interrupted inferior vena cava', {
    parents: ['systemic venous anomaly'],
    definition: 'The liver segment of the lower caval vein is missing and the azygos vein carries its flow.',
    exact: ['IIVC'],
    related: ['azygos continuation'],
  }),
];
