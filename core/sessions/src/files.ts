import type { AttachedFile } from '@loggia/protocol';
import type { TurnFiles } from './harness.ts';

/** The bytes of files that are attached to messages, or that a call would write. Reads reject where there are none. */
export interface Files {
  /** Does the work while nobody removes these bytes, and resolves when it is durable. */
  holding<T>(hashes: readonly string[], work: () => Promise<T>): Promise<T>;
  /** Undefined where there are none. */
  size(hash: string): Promise<number | undefined>;
  /** At most `length` bytes from the start. */
  read(hash: string, length: number): Promise<Uint8Array>;
  /** The words in a file that isn't text itself, such as a document; undefined where none are known. */
  wordsIn(file: {
    readonly hash: string;
    readonly size: number;
    readonly contentType: string;
  }): Promise<string | undefined>;
  /**
   * Takes over a file of this machine that a message names, for a session that works in these folders; of a folder, a
   * text that tells what is in it. Undefined if it stays a reference. Rejects with a reason for everything outside of the
   * folders.
   */
  take(uri: string, folders: readonly string[]): Promise<AttachedFile | undefined>;
  /** Stores bytes. They stay for as long as a chat names them. */
  keep(bytes: Uint8Array): Promise<{ readonly hash: string; readonly size: number }>;
  /** The type of a file, by its name, else by its first bytes. */
  typeOf(file: {
    readonly workspace: string;
    readonly fileName: string;
    readonly hash: string;
  }): Promise<string>;
}

/** For a host without content. */
export const noFiles: Files = {
  holding: (_hashes, work) => work(),
  size: async () => undefined,
  read: async () => {
    throw new Error('This host keeps no files.');
  },
  wordsIn: async () => undefined,
  take: async () => undefined,
  keep: async () => {
    throw new Error('This host keeps no files.');
  },
  typeOf: async () => '',
};

const noFolders = async (): Promise<never> => {
  throw new Error('This host has no folders for agents.');
};

/** The same for agents. */
export const noTurnFiles: TurnFiles = { folders: noFolders, read: noFolders, write: noFolders };
