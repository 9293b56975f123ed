import type { LesionProfile } from './lesionProfile.ts';

const single = {
  group: 'Single ventricle',
  prenatal: 0.68,
  male: 0.57,
  severity: [0, 0, 35, 65],
  lateDeaths: 0.07,
  eldest: 34,
} as const;

export const ventricleProfiles: readonly LesionProfile[] = [
  {
    ...single,
    weight: 8.5,
    primary: [
      ['hypoplastic left heart syndrome', 16],
      ['hypoplastic left heart syndrome with mitral and aortic atresia', 36],
      ['hypoplastic left heart syndrome with mitral stenosis and aortic atresia', 20],
      ['hypoplastic left heart syndrome with mitral and aortic stenosis', 28],
    ],
    associated: [
      ['coarctation of the aorta', 0.55],
      ['endocardial fibroelastosis', 0.14],
      ['patent ductus arteriosus', 0.5],
      ['secundum atrial septal defect', 0.25],
      ['persistent left superior vena cava', 0.04],
    ],
    syndromes: [
      ['turner', 0.025],
      ['kabuki', 0.012],
    ],
    course: 'leftHypoplasia',
    male: 0.64,
    eldest: 24,
    echo: {
      'Mitral annulus (mm)': -5,
      'Aortic annulus (mm)': -5,
      'LV end-diastolic dimension (mm)': -4.5,
      'Tricuspid annulus (mm)': 2.2,
      'TAPSE (mm)': -1.5,
    },
  },
  {
    ...single,
    weight: 2.6,
    primary: [
      ['tricuspid atresia with normally related great arteries', 65],
      ['tricuspid atresia with transposed great arteries', 25],
      ['tricuspid atresia', 10],
    ],
    associated: [
      ['ventricular septal defect', 0.6],
      ['secundum atrial septal defect', 0.5],
      ['pulmonary valve stenosis', 0.3],
    ],
    syndromes: [],
    course: 'singleVentricle',
    echo: { 'Mitral annulus (mm)': 2, 'LV end-diastolic dimension (mm)': 1.8 },
  },
  {
    ...single,
    weight: 2,
    primary: [
      ['double inlet left ventricle', 8],
      ['double inlet right ventricle', 1],
      ['single ventricle of indeterminate morphology', 1],
      ['functionally univentricular heart', 1],
    ],
    associated: [
      ['transposition of the great arteries', 0.6],
      ['pulmonary valve stenosis', 0.35],
      ['coarctation of the aorta', 0.12],
    ],
    syndromes: [],
    course: 'singleVentricle',
    echo: { 'LV end-diastolic dimension (mm)': 2.2, 'LV ejection fraction (%)': -0.6 },
  },
  {
    ...single,
    weight: 1.4,
    primary: [
      ['right-dominant unbalanced atrioventricular septal defect', 6],
      ['left-dominant unbalanced atrioventricular septal defect', 3],
      ['unbalanced atrioventricular septal defect', 1],
    ],
    associated: [
      ['hypoplastic aortic arch', 0.3],
      ['pulmonary valve stenosis', 0.25],
    ],
    syndromes: [['down', 0.2]],
    course: 'singleVentricle',
    male: 0.5,
    echo: { 'LV end-diastolic dimension (mm)': -2.5, 'LV ejection fraction (%)': -0.5 },
  },
  {
    ...single,
    weight: 0.9,
    primary: [
      ['mitral atresia', 5],
      ['hypoplastic right ventricle', 4],
      ['straddling atrioventricular valve', 2],
    ],
    associated: [
      ['ventricular septal defect', 0.6],
      ['secundum atrial septal defect', 0.4],
    ],
    syndromes: [],
    course: 'singleVentricle',
    echo: { 'LV ejection fraction (%)': -0.4 },
  },
  {
    ...single,
    weight: 1.6,
    primary: [
      ['pulmonary atresia with intact ventricular septum', 80],
      ['pulmonary atresia with right ventricle dependent coronary circulation', 20],
    ],
    associated: [
      ['secundum atrial septal defect', 0.5],
      ['patent ductus arteriosus', 0.6],
      ['tricuspid stenosis', 0.35],
    ],
    syndromes: [],
    course: 'intactSeptumAtresia',
    group: 'Right-sided obstruction',
    echo: { 'Tricuspid annulus (mm)': -2.8, 'RV systolic pressure (mmHg)': 9, 'TAPSE (mm)': -2 },
  },
  {
    ...single,
    weight: 2.8,
    primary: [
      ['heterotaxy syndrome', 20],
      ['right atrial isomerism', 42],
      ['left atrial isomerism', 38],
    ],
    associated: [
      ['unbalanced atrioventricular septal defect', 0.5],
      ['double outlet right ventricle', 0.4],
      ['pulmonary atresia', 0.25],
      ['total anomalous pulmonary venous return', 0.3],
      ['interrupted inferior vena cava', 0.35],
      ['dextrocardia', 0.3],
      ['persistent left superior vena cava', 0.4],
      ['common atrium', 0.25],
    ],
    syndromes: [['heterotaxy', 0.95]],
    course: 'heterotaxy',
    group: 'Heterotaxy',
    male: 0.54,
    lateDeaths: 0.09,
    echo: { 'LV ejection fraction (%)': -0.6, 'TAPSE (mm)': -0.8 },
  },
];
