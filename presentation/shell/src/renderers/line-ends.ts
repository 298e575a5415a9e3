/** Text fields only know one kind of line end; a file keeps the kind that it came with. */
export function withFieldEnds(text: string): string {
  return text.replaceAll('\r\n', '\n').replaceAll('\r', '\n');
}

/** Restores the line endings that most lines of the earlier text had. */
export function withEndsOf(text: string, before: string): string {
  const windows = before.split('\r\n').length - 1;
  const others = before.split('\n').length - 1 - windows;
  return windows > others ? text.replaceAll('\n', '\r\n') : text;
}
