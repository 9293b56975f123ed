/** The closed lists of values that the dictionary shows and the stories draw from. */
export const roles = ['Proband', 'Mother', 'Father'] as const;
export const sexes = ['Female', 'Male'] as const;
export const ethnicities = ['Not Hispanic or Latino', 'Hispanic or Latino'] as const;
/** The race of a person as one of these, for tables whose columns add up. */
export const raceGroups = [
  'Asian',
  'Black or African American',
  'White',
  'American Indian or Alaska Native',
  'Native Hawaiian or Pacific Islander',
  'Other',
  'More than one race',
  'Not reported',
] as const;
export const dbgapStates = ['Published', 'Submitted', 'Not submitted'] as const;
export const vitalStatuses = ['Alive', 'Deceased'] as const;
export const sites = [
  'Harbor Children’s Hospital',
  'Lakeside Heart Institute',
  'Northgate University',
  'Prairie Regional Medical Center',
  'Red Rock Children’s Hospital',
  'Three Rivers Heart Center',
] as const;

export const lesionGroups = [
  'Conotruncal',
  'Left-sided obstruction',
  'Right-sided obstruction',
  'Septal defect',
  'Atrioventricular septal defect',
  'Single ventricle',
  'Heterotaxy',
  'Venous return',
  'Valve, coronary or other',
] as const;
export type LesionGroup = (typeof lesionGroups)[number];

export const severities = ['Mild', 'Moderate', 'Severe', 'Critical'] as const;
export const lateralities = ['Left', 'Right', 'Bilateral', 'Midline'] as const;
export const diagnosisSources = [
  'Fetal echocardiogram',
  'Echocardiogram',
  'Cardiac catheterization',
  'Cardiac MRI',
  'Operative note',
  'Outside record',
] as const;

export const operationClasses = ['Palliation', 'Repair', 'Reintervention', 'Transplant'] as const;
export const operationOutcomes = [
  'Discharged without complication',
  'Discharged after complication',
  'Transferred',
  'Died before discharge',
] as const;

export const stayUnits = ['Cardiac intensive care', 'Cardiac ward', 'General ward', 'Short stay'] as const;
export const dispositions = ['Home', 'Home with nursing care', 'Other hospital', 'Died'] as const;

export const echoQualities = ['Good', 'Adequate', 'Limited'] as const;

export const consequences = [
  'Missense',
  'Synonymous',
  'Frameshift',
  'Stop gained',
  'Splice site',
  'In-frame indel',
  'Copy number loss',
  'Copy number gain',
] as const;
export type Consequence = (typeof consequences)[number];
export const inheritances = ['De novo', 'Maternal', 'Paternal', 'Biparental', 'Not determined'] as const;
export const zygosities = ['Heterozygous', 'Homozygous', 'Hemizygous', 'Mosaic'] as const;
export const pathogenicities = [
  'Pathogenic',
  'Likely pathogenic',
  'Uncertain significance',
  'Likely benign',
  'Benign',
] as const;

export const assayKinds = [
  'Whole genome',
  'Whole exome',
  'Molecular inversion probes',
  'RNA sequencing',
] as const;
export type AssayKind = (typeof assayKinds)[number];
export const sampleTypes = ['Blood', 'Saliva', 'Cardiac tissue'] as const;
export const sequencingCenters = ['Granite Genome Center', 'Coastal Sequencing Core'] as const;

export const organSystems = [
  'Chromosome',
  'Syndrome',
  'Neurodevelopment',
  'Central nervous system',
  'Craniofacial',
  'Eye and ear',
  'Respiratory',
  'Gastrointestinal',
  'Kidney and urinary tract',
  'Skeletal',
  'Endocrine and growth',
  'Immune and blood',
  'Spleen and situs',
] as const;
/** Says of a finding that it was looked for and is not there. */
export const ruledOut = 'Ruled out';
export const certainties = ['Confirmed', 'Probable', 'Suspected', ruledOut] as const;
