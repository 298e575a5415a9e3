/** The file can't be used, and nothing in it was changed. The message says what to do. */
export class UnusableDatabase extends Error {
  readonly code: 'foreign' | 'corrupt' | 'from-the-future' | 'cannot-open';
  readonly path: string;

  private constructor(code: UnusableDatabase['code'], path: string, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'UnusableDatabase';
    this.code = code;
    this.path = path;
  }

  static foreign(path: string, cause?: unknown): UnusableDatabase {
    const message = `${path} is not a database of this host. Move it away, or choose another data directory.`;
    return new UnusableDatabase('foreign', path, message, { cause });
  }

  static corrupt(path: string, cause: unknown): UnusableDatabase {
    const why = cause instanceof Error ? cause.message : String(cause);
    const message =
      `${path} is damaged (${short(why)}). Restore a backup with \`loggia restore\`, or save what can be read with ` +
      `\`sqlite3 loggia.db .recover\`. \`loggia doctor --deep\` says what is damaged. ` +
      'To start empty, move the file away together with its -wal and -shm files.';
    return new UnusableDatabase('corrupt', path, message, { cause });
  }

  static fromTheFuture(path: string, version: number, newest: number): UnusableDatabase {
    const message =
      `${path} was written by a newer version of this host (schema ${version}; this one knows ${newest}). ` +
      'Start that version or a later one, or choose another data directory.';
    return new UnusableDatabase('from-the-future', path, message);
  }

  static cannotOpen(path: string, cause: unknown): UnusableDatabase {
    const why = cause instanceof Error ? cause.message : String(cause);
    const message =
      `${path} cannot be opened (${why}). Check that its directory exists, has room, ` +
      'and that this user may read and write it.';
    return new UnusableDatabase('cannot-open', path, message, { cause });
  }
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 200 ? `${line.slice(0, 199)}…` : line;
}
