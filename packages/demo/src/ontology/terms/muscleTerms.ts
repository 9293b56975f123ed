import { type Term, term } from '../term.ts';

export const muscleTerms: readonly Term[] = [
  term(220, 'anomalous left coronary artery from the pulmonary artery', {
    parents: ['coronary artery anomaly'],
    definition: 'The left coronary artery arises from the pulmonary trunk.',
    exact: ['ALCAPA', 'Bland-White-Garland syndrome'],
  }),
  term(221, 'anomalous aortic origin of a coronary artery', {
    parents: ['coronary artery anomaly'],
    definition: 'A coronary artery arises from the wrong aortic sinus.',
    exact: ['AAOCA'],
  }),
  term(222, 'anomalous aortic origin of the left coronary artery', {
    parents: ['anomalous aortic origin of a coronary artery'],
    definition: 'The left coronary artery arises from the right sinus.',
    exact: ['AAOLCA'],
  }),
  term(223, 'anomalous aortic origin of the right coronary artery', {
    parents: ['anomalous aortic origin of a coronary artery'],
    definition: 'The right coronary artery arises from the left sinus.',
    exact: ['AAORCA'],
  }),
  term(224, 'coronary artery fistula', {
    parents: ['coronary artery anomaly', 'left-to-right shunt lesion'],
    definition: 'A coronary artery empties straight into a chamber or vessel.',
    exact: ['CAF'],
  }),
  term(225, 'single coronary artery', {
    parents: ['coronary artery anomaly'],
    definition: 'One coronary artery supplies the whole heart.',
  }),
  term(230, 'hypertrophic cardiomyopathy', {
    parents: ['congenital myocardial disease'],
    definition: 'Thick ventricular muscle without a load that explains it.',
    exact: ['HCM'],
  }),
  term(231, 'dilated cardiomyopathy', {
    parents: ['congenital myocardial disease'],
    definition: 'A wide and weak ventricle without a load that explains it.',
    exact: ['DCM'],
  }),
  term(232, 'left ventricular noncompaction', {
    parents: ['congenital myocardial disease'],
    definition: 'Deep recesses between coarse trabeculae of the left ventricle.',
    exact: ['LVNC'],
  }),
  term(235, 'endocardial fibroelastosis', {
    parents: ['congenital myocardial disease'],
    definition: 'A thick white fibrous lining of a ventricle.',
    exact: ['EFE'],
  }),
  term(240, 'congenital complete heart block', {
    parents: ['congenital rhythm disorder'],
    definition: 'No impulse passes from atria to ventricles from birth.',
    exact: ['CCHB'],
    related: ['third-degree AV block'],
  }),
  term(241, 'ventricular pre-excitation', {
    parents: ['congenital rhythm disorder'],
    definition: 'An extra pathway excites part of the ventricles early.',
    exact: ['WPW pattern'],
    related: ['Wolff-Parkinson-White'],
  }),
  term(242, 'long QT syndrome', {
    parents: ['congenital rhythm disorder'],
    definition: 'Inborn delay of ventricular repolarisation.',
    exact: ['LQTS'],
  }),
  term(243, 'congenital sinus node dysfunction', {
    parents: ['congenital rhythm disorder'],
    definition: 'A natural pacemaker that is absent or too slow from birth.',
    related: ['SND'],
  }),
];
