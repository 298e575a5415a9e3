/** A folder beyond these isn't followed, and says so. */
export interface FolderLimits {
  /** The most files in a folder that isn't a repository: each of them is copied once. */
  readonly plainFiles: number;
  /** The most files in a repository, which already has a copy of most of them. */
  readonly repositoryFiles: number;
  /** The most bytes of copies. */
  readonly copiedBytes: number;
  /** A larger file is listed when it changes, but its content isn't kept. */
  readonly fileBytes: number;
}

export const defaultLimits: FolderLimits = {
  plainFiles: 20_000,
  repositoryFiles: 50_000,
  copiedBytes: 256 * 1024 * 1024,
  fileBytes: 8 * 1024 * 1024,
};

/** Why a folder isn't followed, as a sentence for users. */
export class NotFollowed extends Error {
  override readonly name = 'NotFollowed';
}
