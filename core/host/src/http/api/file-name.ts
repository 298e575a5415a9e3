/** Characters that file systems refuse, that separate paths, or that make a name read as another one. */
// oxlint-disable-next-line no-control-regex -- they are what is to be found
const unwanted = /[\u0000-\u001f\u007f-\u009f<>:"/\\|?*\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu;
/** Leaves room for additions by the browser. */
const mostBytes = 240;

/** The header that names a download. A title can contain anything; none of it may end the header or a path. */
export function contentDisposition(kind: 'inline' | 'attachment', title: string): string {
  const name = fileName(title);
  const plain = name.replaceAll(/[^\x20-\x7e]|[%;]/gu, '_');
  const encoded = encodeURIComponent(name).replaceAll(
    /['()*!]/g,
    (letter) => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${encoded}`;
}

function fileName(title: string): string {
  const clean = wellFormed(title).normalize().replaceAll(unwanted, ' ').replaceAll(/\s+/gu, ' ');
  const name = shortened(clean.replace(/^[. ]+/, '')).replace(/[. ]+$/, '');
  return name === '' ? 'artifact' : name;
}

/** Keeps the extension after the last dot. */
function shortened(name: string): string {
  const ending = /\.[^. ]{1,16}$/.exec(name)?.[0] ?? '';
  return cut(name.slice(0, name.length - ending.length), mostBytes - Buffer.byteLength(ending)) + ending;
}

/** File systems count bytes, and no character may be cut in two. */
function cut(name: string, most: number): string {
  let bytes = 0;
  let end = 0;
  for (const letter of name) {
    bytes += Buffer.byteLength(letter);
    if (bytes > most) break;
    end += letter.length;
  }
  return name.slice(0, end);
}

/** Replaces unpaired surrogates, which can't be encoded. */
function wellFormed(text: string): string {
  return Buffer.from(text).toString();
}
