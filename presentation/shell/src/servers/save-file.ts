/** Hands a file to the browser to save. The name is taken from data, so nothing but a name is left of it. */
export function save(name: string, parts: BlobPart[]): void {
  const link = document.createElement('a');
  const url = URL.createObjectURL(new Blob(parts));
  link.href = url;
  link.download = fileName(name);
  link.click();
  // The browser has taken it by the time that the next task runs.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

function fileName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 120) || 'download'
  );
}
