import type { DataPackage } from '@atrium/contract/documents/dataPackage';
import { registryTables } from './tables.ts';

export const registryTitle = 'Single Ventricle Registry';

export const registryDescriptor: DataPackage = {
  $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
  name: 'registry',
  title: registryTitle,
  description:
    'Invented follow-up of patients born with one working ventricle. Events are known by age and never by date. No person described here exists.',
  version: '2025.1',
  created: '2025-06-30T00:00:00Z',
  licenses: [{ name: 'CC0-1.0', title: 'Creative Commons Zero 1.0' }],
  resources: registryTables.map((table) => table.resource),
  atrium: {
    root: 'patient',
    categories: [
      { id: 'patient', title: 'Patient' },
      { id: 'patient_background', title: 'Background', parent: 'patient' },
      { id: 'patient_heart', title: 'Heart', parent: 'patient' },
      { id: 'patient_outcome', title: 'Outcome', parent: 'patient' },
      { id: 'care', title: 'Care' },
      { id: 'care_operations', title: 'Operations', parent: 'care' },
      { id: 'care_stays', title: 'Inpatient stays', parent: 'care' },
      { id: 'care_medication', title: 'Medication', parent: 'care' },
      { id: 'follow_up', title: 'Follow-up' },
      { id: 'follow_up_visits', title: 'Clinic visits', parent: 'follow_up' },
      { id: 'follow_up_saturation', title: 'Oxygen saturation', parent: 'follow_up' },
    ],
    defaultColumns: ['reg_patient_id', 'reg_anatomy', 'reg_status', 'reg_age_last_seen'],
    settings: {
      smallCountThreshold: 11,
      siteTitle: registryTitle,
      contactEmail: 'registry@single-ventricle.example',
      overviewConcepts: ['reg_sex', 'reg_anatomy', 'reg_status', 'reg_age_last_seen'],
    },
  },
};
