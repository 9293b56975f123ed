import type { ConceptType, DataPackage, PackageField, PackageResource } from '@atrium/contract';

export type { ConceptType, DataPackage, PackageField, PackageResource };
export type PackageFieldExtras = NonNullable<PackageField['atrium']>;
