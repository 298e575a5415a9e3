import { longestText } from '../../limits.ts';

const second = 1000;
const megabyte = 1024 * 1024;

export interface PdfLimits {
  /** The size of the file. */
  readonly bytes: number;
  /** The time from the request until the process is killed. */
  readonly timeMs: number;
  /** The time after which it stops by itself, with the words it has. */
  readonly enoughMs: number;
  /** The memory of the reading process, in bytes. Its idle size is about 100 MB. */
  readonly memory: number;
  /** The part of it for the JavaScript heap, in MB. */
  readonly heapMb: number;
  readonly pages: number;
  /** In UTF-16 code units. */
  readonly text: number;
  /** The length of the queue. */
  readonly waiting: number;
  /** How long the process waits for the next file. */
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
