/** What the operator allows in the rooms for data. */
export interface DataRoomSettings {
  /** Where files that staff send are kept; null: none are taken. */
  readonly uploadFolder: string | null;
  /** The largest file that is taken, in bytes. */
  readonly maxUpload: number;
  /** Folders below which packages may be imported; none unless the operator names them. */
  readonly packageFolders: readonly string[];
}

export const closedDataRooms: DataRoomSettings = {
  uploadFolder: null,
  maxUpload: 0,
  packageFolders: [],
};
