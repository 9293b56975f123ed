/** What the files of one file type have in common. */
export interface FileTypeParts {
  readonly category: string;
  readonly source: string;
  readonly dataType: string;
  readonly experimentType: string;
  readonly fileFormat: string;
}

/** A file type as one text: the column `type` of the catalogue. */
export const fileTypeKey = ({
  category,
  source,
  dataType,
  experimentType,
  fileFormat,
}: FileTypeParts): string => JSON.stringify([category, source, dataType, experimentType, fileFormat]);

/** The parts of a key that `fileTypeKey` made. */
export function partsOfType(key: string): FileTypeParts {
  const parts: unknown = JSON.parse(key);
  const texts = Array.isArray(parts) ? parts.map(String) : [];
  const [category = '', source = '', dataType = '', experimentType = '', fileFormat = ''] = texts;
  if (texts.length !== 5) throw new Error(`${key} is not the key of a file type.`);
  return { category, source, dataType, experimentType, fileFormat };
}
