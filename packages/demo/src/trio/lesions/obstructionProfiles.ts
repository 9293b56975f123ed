import type { LesionProfile } from './lesionProfile.ts';

const left = {
  group: 'Left-sided obstruction',
  prenatal: 0.3,
  male: 0.62,
  severity: [15, 40, 40, 5],
  lateDeaths: 0.01,
  eldest: 48,
} as const;

const right = {
  group: 'Right-sided obstruction',
  prenatal: 0.25,
  male: 0.5,
  severity: [30, 40, 25, 5],
  lateDeaths: 0.006,
  eldest: 48,
} as const;

export const obstructionProfiles: readonly LesionProfile[] = [
  {
    ...left,
    weight: 7.5,
    primary: [
      ['coarctation of the aorta', 82],
      ['hypoplastic aortic arch', 12],
      ['aortic arch obstruction', 6],
    ],
    associated: [
      ['bicuspid aortic valve', 0.5],
      ['perimembranous ventricular septal defect', 0.16],
      ['muscular ventricular septal defect', 0.1],
      ['patent ductus arteriosus', 0.3],
      ['congenital mitral stenosis', 0.08],
    ],
    syndromes: [
      ['turner', 0.06],
      ['kabuki', 0.015],
    ],
    course: 'coarctation',
    echo: { 'Aortic isthmus (mm)': -3.2, 'Aortic annulus (mm)': -0.8, 'Mitral annulus (mm)': -0.8 },
  },
  {
    ...left,
    weight: 4,
    primary: [
      ['aortic valve stenosis', 80],
      ['critical aortic stenosis', 12],
      ['unicuspid aortic valve', 8],
    ],
    associated: [
      ['bicuspid aortic valve', 0.6],
      ['congenital aortic regurgitation', 0.2],
      ['congenital dilation of the ascending aorta', 0.15],
      ['endocardial fibroelastosis', 0.04],
    ],
    syndromes: [['turner', 0.02]],
    course: 'aorticValve',
    male: 0.75,
    echo: { 'Peak aortic gradient (mmHg)': 14, 'Aortic annulus (mm)': -0.9, 'Aortic root (mm)': 1 },
  },
  {
    ...left,
    weight: 5,
    primary: [
      ['bicuspid aortic valve', 30],
      ['bicuspid aortic valve with right-left coronary cusp fusion', 48],
      ['bicuspid aortic valve with right-noncoronary cusp fusion', 22],
    ],
    associated: [
      ['congenital dilation of the ascending aorta', 0.35],
      ['congenital aortic regurgitation', 0.25],
      ['secundum atrial septal defect', 0.05],
    ],
    syndromes: [['turner', 0.03]],
    course: 'bicuspidValve',
    prenatal: 0.03,
    male: 0.72,
    severity: [62, 30, 8, 0],
    echo: { 'Aortic root (mm)': 1.6, 'Peak aortic gradient (mmHg)': 3 },
  },
  {
    ...left,
    weight: 1.8,
    primary: [
      ['discrete subaortic membrane', 6],
      ['subaortic stenosis', 3],
      ['tunnel subaortic stenosis', 1],
    ],
    associated: [
      ['perimembranous ventricular septal defect', 0.3],
      ['congenital aortic regurgitation', 0.3],
    ],
    syndromes: [],
    course: 'subaortic',
    prenatal: 0.03,
    echo: { 'Peak aortic gradient (mmHg)': 12 },
  },
  {
    ...left,
    weight: 0.9,
    primary: [['supravalvar aortic stenosis', 1]],
    associated: [
      ['peripheral pulmonary artery stenosis', 0.5],
      ['supravalvar pulmonary stenosis', 0.15],
    ],
    syndromes: [['williams', 0.62]],
    course: 'supravalvar',
    prenatal: 0.04,
    male: 0.5,
    echo: { 'Peak aortic gradient (mmHg)': 13, 'Aortic root (mm)': -1.6 },
  },
  {
    ...left,
    weight: 1,
    primary: [
      ['Shone complex', 8],
      ['hypoplastic left heart complex', 2],
    ],
    associated: [
      ['parachute mitral valve', 0.55],
      ['supravalvar mitral ring', 0.4],
      ['coarctation of the aorta', 0.8],
      ['subaortic stenosis', 0.4],
      ['bicuspid aortic valve', 0.6],
    ],
    syndromes: [
      ['turner', 0.03],
      ['kabuki', 0.03],
    ],
    course: 'shone',
    severity: [0, 20, 65, 15],
    lateDeaths: 0.03,
    echo: { 'Mitral annulus (mm)': -2.4, 'Aortic annulus (mm)': -2, 'Aortic isthmus (mm)': -2.8 },
  },
  {
    ...right,
    weight: 5,
    primary: [
      ['pulmonary valve stenosis', 78],
      ['critical pulmonary stenosis', 8],
      ['dysplastic pulmonary valve', 10],
      ['supravalvar pulmonary stenosis', 4],
    ],
    associated: [
      ['secundum atrial septal defect', 0.16],
      ['patent foramen ovale', 0.25],
      ['hypertrophic cardiomyopathy', 0.03],
    ],
    syndromes: [
      ['noonan', 0.11],
      ['alagille', 0.01],
    ],
    course: 'pulmonaryValve',
    echo: { 'Peak pulmonary gradient (mmHg)': 12, 'RV systolic pressure (mmHg)': 4 },
  },
  {
    ...right,
    weight: 1,
    primary: [['peripheral pulmonary artery stenosis', 1]],
    associated: [['secundum atrial septal defect', 0.15]],
    syndromes: [
      ['alagille', 0.3],
      ['williams', 0.12],
      ['noonan', 0.04],
    ],
    course: 'none',
    echo: { 'RV systolic pressure (mmHg)': 3 },
  },
  {
    ...right,
    weight: 0.8,
    primary: [
      ['double-chambered right ventricle', 3],
      ['subpulmonary stenosis', 2],
    ],
    associated: [['perimembranous ventricular septal defect', 0.7]],
    syndromes: [['down', 0.03]],
    course: 'ventricularSeptum',
    echo: { 'RV systolic pressure (mmHg)': 7, 'Peak pulmonary gradient (mmHg)': 10 },
  },
];
