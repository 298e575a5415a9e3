/** Has the browser save the file at an address. The host's file name takes precedence over `name`. */
export function saveFrom(href: string, name = ''): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = name;
  link.rel = 'noopener';
  link.click();
}

/** Hands a file to the browser to save. The name is taken from data, so nothing but a name is left of it. */
export function save(name: string, parts: BlobPart[]): void {
  const url = URL.createObjectURL(new Blob(parts));
  saveFrom(url, fileName(name));
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

function fileName(name: string): string {
  return (
    name
      .replace(/[^\p{L}\p{N}._-]+/gu, '-')
      .replace(/^[.-]+/, '')
      .slice(0, 120) || 'download'
  );
}
