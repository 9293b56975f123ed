import { Alert } from '@mantine/core';
import { TriangleAlert } from '../../../ui/icons.ts';

/** Why a filter was not added. */
export const AddFailed = ({ errors }: { readonly errors: readonly string[] }) =>
  errors.length === 0 ? null : (
    <Alert color="red" p="xs" role="alert" icon={<TriangleAlert size={16} />}>
      {errors.join(' ')}
    </Alert>
  );
