// Path separators, characters that file systems reject, and characters that make a name read as another one.
const unwanted =
  /[\p{Cc}\p{Zl}\p{Zp}<>:"/\\|?*\u061c\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;
/** Devices of Windows, with whatever ending. */
const reserved = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)(\..*)?$/i;
/** File systems count bytes; some room is left for what is put before or behind it. */
const mostBytes = 200;

/** A name for a file, made of a title: whatever somebody typed, it stays in the folder that is meant. */
export function safeName(title: string): string {
  const clean = Buffer.from(title)
    .toString()
    .normalize()
    .replaceAll(unwanted, ' ')
    .replaceAll(/\s+/gu, ' ')
    // A dot in front hides a file, a dash makes it an option.
    .replace(/^[. -]+/, '');
  const name = cut(clean).replace(/[. ]+$/, '');
  if (name === '') return 'artifact';
  return reserved.test(name) ? `_${name}` : name;
}

/** No letter is cut in two, and the ending stays. */
function cut(name: string): string {
  if (Buffer.byteLength(name) <= mostBytes) return name;
  const [ending = ''] = /\.[^. ]{1,20}$/u.exec(name) ?? [];
  const room = mostBytes - Buffer.byteLength(ending);
  let kept = '';
  let bytes = 0;
  for (const letter of name) {
    bytes += Buffer.byteLength(letter);
    if (bytes > room) break;
    kept += letter;
  }
  return kept + ending;
}
