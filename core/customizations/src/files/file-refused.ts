/** A file or folder that exists but must not or can't be used. The message is a sentence for the user. */
export class FileRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileRefused';
  }
}

/** The failure in words that can be shown to the user. */
export function refusalOf(error: unknown): string {
  if (error instanceof FileRefused) return error.message;
  return error instanceof Error && error.message !== '' ? error.message : 'It cannot be read.';
}
