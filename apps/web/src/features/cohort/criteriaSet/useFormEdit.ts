import type { CohortTransformation } from '@atrium/contract/wire/cohortTransformation';
import { useState } from 'react';
import { useEdit } from '../../../api/definition/edits.ts';
import { type FieldErrors, fieldErrors, noErrors, ofWholeForm } from '../../../api/definition/fieldErrors.ts';
import { cohortKind } from '../cohortQueries.ts';
import { messageOf } from '../LoadFailed.tsx';

interface FormEdit {
  readonly errors: FieldErrors;
  readonly isSaving: boolean;
  /** Posts the form as one transformation; `onDone` is called only after success. */
  readonly save: (transformation: CohortTransformation) => void;
}

/** The edit that a form of a criteria set makes, with the server's errors at the fields they name. */
export function useFormEdit(dataset: string, fields: readonly string[], onDone: () => void): FormEdit {
  const edit = useEdit(cohortKind, { dataset });
  const names = Object.fromEntries(fields.map((name) => [name, name]));
  const [errors, setErrors] = useState<FieldErrors>(noErrors);
  const save = (transformation: CohortTransformation) =>
    edit.mutate(transformation, {
      onSuccess: (edited) => {
        if (edited.transformationSuccessful) return onDone();
        const warnings = edited.transformationWarnings.map(ofWholeForm);
        setErrors(fieldErrors([...edited.transformationRefusals, ...warnings], names));
      },
      onError: (error) => setErrors({ fields: {}, rest: [messageOf(error)] }),
    });
  return { errors, isSaving: edit.isPending, save };
}
