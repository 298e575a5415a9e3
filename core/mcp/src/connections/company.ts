/** The other users and processes of a server, as its connection sees them. */
export interface Company {
  /** Resolves when the earlier processes of this server are gone: two of them could conflict. */
  othersEnded(): Promise<void>;
  /** Whether somebody holds the connection for another folder than the one that it was opened for. */
  hasOtherFolders(): boolean;
}

export const alone: Company = { othersEnded: () => Promise.resolve(), hasOtherFolders: () => false };
