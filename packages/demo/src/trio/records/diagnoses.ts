import { daysOfYears } from '@atrium/contract/calendar/ages';
import { type DayNumber, isoDay } from '@atrium/contract/calendar/dayNumbers';
import { codeOf, termNamed } from '../../ontology/heartTerms.ts';
import type { RandomStream } from '../../random/randomStream.ts';
import { severities } from '../dictionary/choices.ts';
import type { DiagnosisRow } from '../dictionary/heartTables.ts';
import { type Person, type Proband, participantId, recordId } from '../person.ts';

interface Report {
  readonly lesion: string;
  readonly isPrimary: boolean;
  readonly day: DayNumber;
  readonly severity: string | null;
  readonly source: string;
}

const obsoleteCushion = 'obsolete endocardial cushion defect';
const localCodes = ['LOCAL:1187', 'LOCAL:2040', 'LOCAL:2041', 'LOCAL:3309', 'LOCAL:7450', 'LOCAL:SHUNT'];

const sides: Readonly<Record<string, readonly (readonly [side: string, weight: number])[]>> = {
  'right aortic arch': [['Right', 1]],
  'persistent left superior vena cava': [['Left', 1]],
  'left atrial isomerism': [['Left', 1]],
  'right atrial isomerism': [['Right', 1]],
  'scimitar syndrome': [['Right', 1]],
  dextrocardia: [['Right', 1]],
  mesocardia: [['Midline', 1]],
  'partial anomalous pulmonary venous return': [
    ['Right', 7],
    ['Left', 2],
    ['Bilateral', 1],
  ],
  'peripheral pulmonary artery stenosis': [
    ['Bilateral', 5],
    ['Left', 3],
    ['Right', 2],
  ],
  'discontinuous pulmonary arteries': [
    ['Left', 7],
    ['Right', 3],
  ],
  'pulmonary vein stenosis': [
    ['Left', 5],
    ['Right', 3],
    ['Bilateral', 3],
  ],
};

/** The day on which the main lesion was first reported: before enrolment and before any operation. */
export function firstReportDay(proband: Proband, random: RandomStream): DayNumber {
  if (proband.prenatal) return proband.birth;
  const [mild, , severe, critical] = proband.profile.severity;
  const latest = severe + critical > 40 ? 120 : mild > 30 ? daysOfYears(12) : daysOfYears(4);
  const onset = proband.birth + Math.floor(random.early(0, latest) * random.fraction());
  return Math.min(onset, proband.enrolment, proband.operations[0]?.day ?? proband.end);
}

export function probandDiagnoses(
  proband: Proband,
  firstDay: DayNumber,
  random: RandomStream,
): DiagnosisRow[] {
  const { profile, lesion } = proband;
  const severity = random.weighted(
    severities.map((name, index) => [name, profile.severity[index] ?? 0] as const),
  );
  const source = proband.prenatal ? 'Fetal echocardiogram' : 'Echocardiogram';
  const primary: Report = { lesion: lesion.name, isPrimary: true, day: firstDay, severity, source };
  const associated = profile.associated
    .filter(([name, share]) => name !== lesion.name && random.chance(share))
    .map(([name]) => associatedReport(name, primary, random));
  const reports = [primary, ...associated, ...laterReports(proband, primary, random)]
    .map((report) => ({ ...report, day: Math.min(report.day, proband.end) }))
    .toSorted((a, b) => a.day - b.day);
  return reports.map((report, index) => diagnosisRow(proband, { report, index }, random));
}

export function parentDiagnoses(parent: Person, random: RandomStream): DiagnosisRow[] {
  if (parent.lesion === null) return [];
  const report: Report = {
    lesion: parent.lesion.name,
    isPrimary: true,
    day: random.integer(parent.birth, parent.enrolment),
    severity: random.weighted([
      ['Mild', 7],
      ['Moderate', 3],
    ]),
    source: random.weighted([
      ['Echocardiogram', 5],
      ['Outside record', 5],
    ]),
  };
  return [diagnosisRow(parent, { report, index: 0 }, random)];
}

function associatedReport(lesion: string, primary: Report, random: RandomStream): Report {
  return {
    lesion,
    isPrimary: false,
    day: primary.day + random.early(0, 90),
    severity: random.weighted([
      ['Mild', 5],
      ['Moderate', 4],
      ['Severe', 2],
    ]),
    source: random.weighted([
      ['Echocardiogram', 14],
      ['Cardiac catheterization', 3],
      ['Cardiac MRI', 2],
      ['Outside record', 2],
    ]),
  };
}

/** The main lesion once more, as the surgeon or a later study names it. */
function laterReports(proband: Proband, primary: Report, random: RandomStream): Report[] {
  const reports: Report[] = [];
  const operation = proband.operations[0];
  if (operation !== undefined && random.chance(0.5)) {
    reports.push({ ...primary, day: operation.day, source: 'Operative note' });
  }
  if (random.chance(0.25)) {
    const source = random.pick(['Cardiac catheterization', 'Cardiac MRI', 'Outside record']);
    reports.push({ ...primary, day: primary.day + random.early(1, 2000), source });
  }
  return reports;
}

function diagnosisRow(
  person: Person,
  { report, index }: { report: Report; index: number },
  random: RandomStream,
): DiagnosisRow {
  const side = sides[report.lesion];
  return {
    diagnosis_id: recordId('DX', person, index),
    participant_id: participantId(person),
    code: reportedCode(report, random),
    is_primary: report.isPrimary,
    date: isoDay(report.day),
    age: report.day - person.birth,
    severity: random.unless(0.06, report.severity),
    laterality: side === undefined ? null : random.unless(0.05, random.weighted(side)),
    source: random.unless(0.03, report.source),
  };
}

/** Sites do not always send the current code: some send a former one, one of their own, or none. */
function reportedCode(report: Report, random: RandomStream): string | null {
  const term = termNamed(report.lesion);
  const former = term.formerCodes[0];
  if (random.chance(0.008)) return random.pick(localCodes);
  if (!report.isPrimary && random.chance(0.012)) return null;
  if (former !== undefined && random.chance(0.03)) return former;
  if (report.lesion.startsWith('complete atrioventricular') && random.chance(0.03))
    return codeOf(obsoleteCushion);
  return codeOf(report.lesion);
}
