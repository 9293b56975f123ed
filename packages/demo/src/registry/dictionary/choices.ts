export const anatomies = [
  'Hypoplastic left heart',
  'Tricuspid atresia',
  'Double inlet left ventricle',
  'Unbalanced atrioventricular septal defect',
  'Pulmonary atresia with intact septum',
  'Heterotaxy with single ventricle',
] as const;
export type Anatomy = (typeof anatomies)[number];

export const centers = ['Center A', 'Center B', 'Center C', 'Center D'] as const;
export const ventricles = ['Left', 'Right', 'Indeterminate'] as const;
export const statuses = [
  'Alive with Fontan',
  'Alive before Fontan',
  'Transplanted',
  'Deceased',
  'Lost to follow-up',
];
export const stages = ['Stage 1', 'Stage 2', 'Stage 3', 'Transplant'] as const;
export type StageName = (typeof stages)[number];
export const functionalClasses = ['I', 'II', 'III', 'IV'] as const;
export const settings = ['Room air at rest', 'With oxygen', 'Peak exercise', 'Asleep'] as const;
export const drugClasses = [
  'Antithrombotic',
  'Diuretic',
  'ACE inhibitor',
  'Pulmonary vasodilator',
  'Antiarrhythmic',
];
