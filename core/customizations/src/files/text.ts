import { FileRefused } from './file-refused.ts';

/** Throws FileRefused if it isn't UTF-8. A byte order mark is left out. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new FileRefused('It is not UTF-8 text. Save it as UTF-8.');
  }
}
