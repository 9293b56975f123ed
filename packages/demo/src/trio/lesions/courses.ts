import { daysOfYears as years } from '@atrium/contract';
import { type Procedure, procedureNamed, stageOne } from './procedures.ts';

/** A step of surgical care: one of the options, for that share of those whom an earlier step has prepared. */
export interface Stage {
  readonly options: readonly (readonly [Procedure, number])[];
  readonly share: number;
  /** At least one of these must have been done before; empty: no condition. */
  readonly after: readonly Procedure[];
  /** Age in days, the early part of the range more likely. */
  readonly age: readonly [number, number];
}

export type Course = readonly Stage[];

type Options = readonly (readonly [name: string, weight: number])[];

const months = (count: number) => Math.floor(count * 30.4);

function stage(what: string | Options, share: number, age: readonly [number, number]): Stage {
  const options: Options = typeof what === 'string' ? [[what, 1]] : what;
  return {
    options: options.map(([name, weight]) => [procedureNamed(name), weight]),
    share,
    after: [],
    age,
  };
}

function after(names: readonly string[], step: Stage): Stage {
  return { ...step, after: names.map(procedureNamed) };
}

const glenn = { ...stage('Bidirectional Glenn', 0.93, [months(3.5), months(10)]), after: stageOne };
const fontan = after(['Bidirectional Glenn'], stage('Fontan completion', 0.9, [years(2), years(5)]));
const transplant = after(
  ['Bidirectional Glenn'],
  stage('Heart transplantation', 0.04, [years(2), years(20)]),
);
const pulmonaryValve = stage(
  [
    ['Pulmonary valve replacement', 2],
    ['Transcatheter pulmonary valve replacement', 1],
  ],
  0.45,
  [years(8), years(30)],
);
const conduit = stage('Right ventricle to pulmonary artery conduit replacement', 0.6, [years(4), years(16)]);
const arch = stage('Aortic arch repair', 0.95, [3, 40]);

export const courses = {
  none: [],
  leftHypoplasia: [
    stage(
      [
        ['Norwood procedure', 9],
        ['Hybrid stage 1 palliation', 1],
      ],
      0.95,
      [2, 14],
    ),
    glenn,
    fontan,
    transplant,
  ],
  singleVentricle: [
    stage(
      [
        ['Systemic-to-pulmonary shunt', 6],
        ['Pulmonary artery banding', 3],
        ['Ductal stent', 1],
        ['Norwood procedure', 1],
      ],
      0.92,
      [3, 50],
    ),
    glenn,
    fontan,
    transplant,
  ],
  heterotaxy: [
    stage(
      [
        ['Systemic-to-pulmonary shunt', 5],
        ['Pulmonary artery banding', 4],
      ],
      0.7,
      [3, 60],
    ),
    glenn,
    fontan,
    stage('Pacemaker implantation', 0.08, [years(1), years(18)]),
  ],
  atrialSeptum: [
    stage(
      [
        ['Catheter closure of atrial septal defect', 6],
        ['Atrial septal defect closure', 4],
      ],
      0.7,
      [years(2), years(16)],
    ),
  ],
  sinusVenosus: [stage('Partial anomalous pulmonary venous return repair', 0.85, [years(2), years(18)])],
  ventricularSeptum: [
    stage('Pulmonary artery banding', 0.04, [14, 60]),
    stage('Ventricular septal defect closure', 0.62, [months(2), years(3)]),
  ],
  muscularSeptum: [
    stage('Pulmonary artery banding', 0.08, [14, 70]),
    stage('Ventricular septal defect closure', 0.22, [months(3), years(4)]),
  ],
  partialCushion: [
    stage('Partial atrioventricular septal defect repair', 0.92, [months(9), years(5)]),
    after(
      ['Partial atrioventricular septal defect repair'],
      stage('Left atrioventricular valve reoperation', 0.08, [years(3), years(18)]),
    ),
  ],
  completeCushion: [
    stage('Pulmonary artery banding', 0.07, [7, 60]),
    stage('Complete atrioventricular septal defect repair', 0.94, [months(2.5), months(9)]),
    after(
      ['Complete atrioventricular septal defect repair'],
      stage('Left atrioventricular valve reoperation', 0.1, [years(1), years(16)]),
    ),
    stage('Pacemaker implantation', 0.02, [months(5), years(10)]),
  ],
  tetralogy: [
    stage('Systemic-to-pulmonary shunt', 0.14, [4, 60]),
    stage('Tetralogy of Fallot repair', 0.97, [months(2), months(14)]),
    after(['Tetralogy of Fallot repair'], stage('Pulmonary artery plasty', 0.08, [years(1), years(12)])),
    after(['Tetralogy of Fallot repair'], pulmonaryValve),
  ],
  pulmonaryAtresia: [
    stage(
      [
        ['Systemic-to-pulmonary shunt', 7],
        ['Ductal stent', 3],
      ],
      0.7,
      [2, 30],
    ),
    stage('Rastelli operation', 0.92, [months(4), years(2)]),
    after(['Rastelli operation'], conduit),
  ],
  collaterals: [
    stage('Unifocalization of collaterals', 0.9, [months(3), months(12)]),
    after(['Unifocalization of collaterals'], stage('Rastelli operation', 0.6, [months(9), years(4)])),
    after(['Rastelli operation'], conduit),
  ],
  intactSeptumAtresia: [
    stage(
      [
        ['Balloon pulmonary valvuloplasty', 4],
        ['Surgical pulmonary valvotomy', 2],
      ],
      0.5,
      [1, 10],
    ),
    stage(
      [
        ['Systemic-to-pulmonary shunt', 2],
        ['Ductal stent', 1],
      ],
      0.65,
      [4, 30],
    ),
    { ...glenn, share: 0.55 },
    { ...fontan, share: 0.75 },
  ],
  transposition: [
    stage('Balloon atrial septostomy', 0.6, [0, 3]),
    stage('Arterial switch operation', 0.97, [3, 21]),
    after(['Arterial switch operation'], stage('Pulmonary artery plasty', 0.09, [months(8), years(10)])),
  ],
  transpositionStenosis: [
    stage('Balloon atrial septostomy', 0.4, [0, 4]),
    stage('Systemic-to-pulmonary shunt', 0.55, [4, 60]),
    stage('Rastelli operation', 0.92, [months(6), years(4)]),
    after(['Rastelli operation'], conduit),
  ],
  corrected: [
    stage('Pulmonary artery banding', 0.25, [20, years(3)]),
    stage('Double switch operation', 0.3, [months(8), years(6)]),
    stage('Pacemaker implantation', 0.22, [years(1), years(30)]),
  ],
  doubleOutlet: [
    stage(
      [
        ['Systemic-to-pulmonary shunt', 1],
        ['Pulmonary artery banding', 1],
      ],
      0.3,
      [5, 60],
    ),
    stage('Double outlet right ventricle repair', 0.88, [months(1.5), months(16)]),
  ],
  truncus: [stage('Truncus arteriosus repair', 0.97, [4, 60]), after(['Truncus arteriosus repair'], conduit)],
  archInterruption: [
    arch,
    after(['Aortic arch repair'], stage('Ventricular septal defect closure', 0.3, [months(2), years(1)])),
    after(['Aortic arch repair'], stage('Subaortic resection', 0.2, [years(1), years(10)])),
  ],
  coarctation: [
    stage(
      [
        ['Coarctation repair', 4],
        ['Aortic arch repair', 1],
      ],
      0.88,
      [4, months(14)],
    ),
    after(
      ['Coarctation repair', 'Aortic arch repair'],
      stage('Balloon angioplasty of recoarctation', 0.12, [months(5), years(12)]),
    ),
  ],
  aorticValve: [
    stage('Balloon aortic valvuloplasty', 0.4, [2, years(10)]),
    stage(
      [
        ['Aortic valve repair', 2],
        ['Ross operation', 2],
        ['Aortic valve replacement', 1],
      ],
      0.35,
      [years(1), years(30)],
    ),
  ],
  bicuspidValve: [
    stage(
      [
        ['Aortic valve repair', 2],
        ['Aortic valve replacement', 2],
        ['Ross operation', 1],
      ],
      0.16,
      [years(8), years(45)],
    ),
  ],
  subaortic: [
    stage('Subaortic resection', 0.75, [years(2), years(14)]),
    after(['Subaortic resection'], stage('Aortic valve repair', 0.08, [years(6), years(25)])),
  ],
  supravalvar: [stage('Supravalvar aortic stenosis repair', 0.65, [years(1), years(9)])],
  shone: [
    stage('Coarctation repair', 0.9, [4, 90]),
    stage('Mitral valve repair', 0.35, [months(8), years(8)]),
    stage('Subaortic resection', 0.35, [years(2), years(12)]),
  ],
  pulmonaryValve: [
    stage(
      [
        ['Balloon pulmonary valvuloplasty', 8],
        ['Surgical pulmonary valvotomy', 1],
      ],
      0.65,
      [2, years(5)],
    ),
    after(['Balloon pulmonary valvuloplasty', 'Surgical pulmonary valvotomy'], {
      ...pulmonaryValve,
      share: 0.1,
    }),
  ],
  ebstein: [
    stage('Systemic-to-pulmonary shunt', 0.1, [3, 30]),
    stage('Tricuspid valve repair', 0.42, [years(2), years(30)]),
  ],
  mitralValve: [stage('Mitral valve repair', 0.5, [months(8), years(14)])],
  totalVeins: [
    stage('Total anomalous pulmonary venous return repair', 0.98, [1, 75]),
    after(
      ['Total anomalous pulmonary venous return repair'],
      stage('Pulmonary vein stenosis repair', 0.12, [months(4), years(2)]),
    ),
  ],
  duct: [
    stage(
      [
        ['Catheter closure of patent ductus arteriosus', 7],
        ['Patent ductus arteriosus ligation', 3],
      ],
      0.88,
      [months(1), years(6)],
    ),
  ],
  window: [stage('Aortopulmonary window repair', 0.98, [14, 150])],
  ring: [stage('Vascular ring division', 0.9, [months(3), years(6)])],
  leftCoronary: [stage('Coronary artery reimplantation', 0.97, [months(2), months(14)])],
  coronaryOrigin: [stage('Coronary artery unroofing', 0.5, [years(8), years(20)])],
  muscle: [
    stage('Septal myectomy', 0.1, [years(5), years(25)]),
    stage('Heart transplantation', 0.08, [years(1), years(20)]),
  ],
  conduction: [stage('Pacemaker implantation', 0.8, [1, years(12)])],
} as const satisfies Record<string, Course>;

export type CourseName = keyof typeof courses;
