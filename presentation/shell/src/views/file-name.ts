const longest = 120;
/** Names that Windows keeps for devices. */
const devices = /^(?:con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/**
 * A file name for a file that a View saves, from the end of its URI: one name, no path, nothing hidden or invisible.
 */
export function fileNameOf(uri: unknown): string {
  const text = typeof uri === 'string' ? uri : '';
  const path = text.replace(/[?#].*$/s, '').replace(/^[a-z][a-z\d+.-]*:(?:\/\/)?/i, '');
  const last =
    decoded(path)
      .split(/[/\\]/)
      .findLast((part) => part.trim() !== '') ?? '';
  const clean = last
    // Control and format characters, among them direction overrides.
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '')
    .replace(/[<>:"|?*]/g, '_')
    .replace(/^[.\s]+|[.\s]+$/g, '')
    .replace(devices, '_$&');
  return shortened(clean) || 'download';
}

/** The extension tells the type, so it stays. */
function shortened(name: string): string {
  if (name.length <= longest) return name;
  const ending = /\.[^.]{1,16}$/.exec(name)?.[0] ?? '';
  return `${name.slice(0, longest - ending.length)}${ending}`;
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
