import type { operationClasses } from '../dictionary/choices.ts';

type OperationClass = (typeof operationClasses)[number];

/** A heart operation: minutes on bypass (null without), and shares of deaths and of complications. */
export interface Procedure {
  readonly name: string;
  readonly class: OperationClass;
  readonly bypass: readonly [number, number] | null;
  readonly mortality: number;
  readonly complications: number;
}

type Risk = readonly [mortality: number, complications: number];

const palliation = kind('Palliation');
const repair = kind('Repair');
const reintervention = kind('Reintervention');

export const stageOne = [
  palliation('Norwood procedure', [110, 190], [0.11, 0.45]),
  palliation('Hybrid stage 1 palliation', null, [0.13, 0.4]),
  palliation('Systemic-to-pulmonary shunt', null, [0.06, 0.3]),
  palliation('Pulmonary artery banding', null, [0.04, 0.22]),
  palliation('Ductal stent', null, [0.04, 0.2]),
] as const;

/** Every procedure of the demo, in the order in which the dictionary shows them. */
export const procedures: readonly Procedure[] = [
  ...stageOne,
  palliation('Balloon atrial septostomy', null, [0.01, 0.08]),
  palliation('Bidirectional Glenn', [50, 110], [0.02, 0.22]),
  palliation('Fontan completion', [60, 140], [0.012, 0.3]),
  repair('Atrial septal defect closure', [25, 60], [0.002, 0.06]),
  repair('Catheter closure of atrial septal defect', null, [0.001, 0.03]),
  repair('Ventricular septal defect closure', [55, 110], [0.006, 0.12]),
  repair('Partial atrioventricular septal defect repair', [60, 115], [0.006, 0.12]),
  repair('Complete atrioventricular septal defect repair', [90, 170], [0.02, 0.24]),
  repair('Tetralogy of Fallot repair', [80, 160], [0.01, 0.18]),
  repair('Rastelli operation', [120, 220], [0.025, 0.26]),
  repair('Unifocalization of collaterals', [150, 300], [0.03, 0.35]),
  repair('Arterial switch operation', [120, 210], [0.022, 0.25]),
  repair('Double outlet right ventricle repair', [100, 200], [0.025, 0.25]),
  repair('Double switch operation', [180, 320], [0.035, 0.3]),
  repair('Truncus arteriosus repair', [130, 230], [0.06, 0.38]),
  repair('Coarctation repair', null, [0.006, 0.12]),
  repair('Aortic arch repair', [90, 180], [0.025, 0.26]),
  repair('Patent ductus arteriosus ligation', null, [0.006, 0.06]),
  repair('Catheter closure of patent ductus arteriosus', null, [0.001, 0.02]),
  repair('Aortopulmonary window repair', [60, 120], [0.02, 0.15]),
  repair('Total anomalous pulmonary venous return repair', [75, 150], [0.045, 0.25]),
  repair('Partial anomalous pulmonary venous return repair', [55, 110], [0.003, 0.08]),
  repair('Balloon aortic valvuloplasty', null, [0.01, 0.1]),
  repair('Balloon pulmonary valvuloplasty', null, [0.003, 0.05]),
  repair('Surgical pulmonary valvotomy', [45, 90], [0.01, 0.12]),
  repair('Subaortic resection', [45, 100], [0.005, 0.1]),
  repair('Supravalvar aortic stenosis repair', [70, 140], [0.01, 0.14]),
  repair('Ross operation', [150, 260], [0.02, 0.2]),
  repair('Aortic valve repair', [80, 160], [0.008, 0.14]),
  repair('Mitral valve repair', [70, 150], [0.012, 0.16]),
  repair('Tricuspid valve repair', [75, 160], [0.02, 0.2]),
  repair('Vascular ring division', null, [0.002, 0.06]),
  repair('Coronary artery reimplantation', [90, 170], [0.02, 0.2]),
  repair('Coronary artery unroofing', [50, 100], [0.002, 0.06]),
  repair('Septal myectomy', [60, 120], [0.01, 0.14]),
  reintervention('Pulmonary valve replacement', [70, 150], [0.004, 0.1]),
  reintervention('Transcatheter pulmonary valve replacement', null, [0.002, 0.05]),
  reintervention('Right ventricle to pulmonary artery conduit replacement', [90, 180], [0.008, 0.14]),
  reintervention('Pulmonary artery plasty', [60, 130], [0.008, 0.12]),
  reintervention('Balloon angioplasty of recoarctation', null, [0.002, 0.05]),
  reintervention('Aortic valve replacement', [90, 180], [0.012, 0.14]),
  reintervention('Left atrioventricular valve reoperation', [70, 150], [0.015, 0.18]),
  reintervention('Pulmonary vein stenosis repair', [70, 140], [0.05, 0.28]),
  reintervention('Pacemaker implantation', null, [0.002, 0.06]),
  {
    name: 'Heart transplantation',
    class: 'Transplant',
    bypass: [140, 280],
    mortality: 0.05,
    complications: 0.4,
  },
];

const proceduresByName = new Map(procedures.map((procedure) => [procedure.name, procedure]));

/** The procedure of that name; an unknown name is a mistake in this package and throws. */
export function procedureNamed(name: string): Procedure {
  const procedure = proceduresByName.get(name);
  if (procedure === undefined) throw new Error(`no procedure named "${name}"`);
  return procedure;
}

function kind(operationClass: OperationClass) {
  return (name: string, bypass: Procedure['bypass'], [mortality, complications]: Risk): Procedure => ({
    name,
    class: operationClass,
    bypass,
    mortality,
    complications,
  });
}
