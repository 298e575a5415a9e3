import { longestText } from '../../limits.ts';

const second = 1000;
const megabyte = 1024 * 1024;

export interface PdfLimits {
  /** Of the file. */
  readonly bytes: number;
  /** From when it is asked until it is ended. */
  readonly timeMs: number;
  /** When it stops by itself, with the words that it has. */
  readonly enoughMs: number;
  /** Of the process that reads, in bytes. Its idle size is about 100 MB. */
  readonly memory: number;
  /** Of that what JavaScript takes, in MB. */
  readonly heapMb: number;
  readonly pages: number;
  /** In UTF-16 code units. */
  readonly text: number;
  /** How many files wait for their turn. */
  readonly waiting: number;
  /** How long the process is kept for the next file. */
  readonly idleMs: number;
}

export const pdfLimits: PdfLimits = {
  bytes: 64 * megabyte,
  timeMs: 20 * second,
  enoughMs: 15 * second,
  memory: 768 * megabyte,
  heapMb: 256,
  pages: 2000,
  text: longestText,
  waiting: 100,
  idleMs: 30 * second,
};
