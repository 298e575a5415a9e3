/** A file or folder that is there and must not or cannot be used. The message is a sentence for the user. */
export class FileRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'FileRefused';
  }
}

/** The failure, as far as it may be shown to the user. */
export function refusalOf(error: unknown): string {
  if (error instanceof FileRefused) return error.message;
  return error instanceof Error && error.message !== '' ? error.message : 'It cannot be read.';
}
