import { visibly } from './foreign-words.ts';

/** A text in pieces, as the host or the palette found it; what matched stands out. Always text, never markup. */
export function Highlighted({
  parts,
}: {
  readonly parts: readonly { readonly text: string; readonly match?: boolean | undefined }[];
}) {
  let at = 0;
  return parts.map(({ text, match }) => {
    const key = at;
    at += text.length;
    return match === true ? <mark key={key}>{visibly(text)}</mark> : visibly(text);
  });
}
