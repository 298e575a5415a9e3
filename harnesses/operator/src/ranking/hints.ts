import { tokenise } from '../language/sentence.ts';

const textFiles =
  /\.(?:md|txt|json|ya?ml|toml|csv|log|xml|html?|css|[cm]?[jt]sx?|py|rs|go|java|sh|ini|conf)$/iu;
const mediaFiles = /\.(?:png|jpe?g|gif|webp|svg|mp3|wav|ogg|mp4|mov|webm)$/iu;

/** Stems that nobody said, but that what was written stands for: `a.md` is a file, and `files` are in a directory. */
export function hintsIn(sentence: string): readonly string[] {
  const hints = new Set<string>();
  const tokens = tokenise(sentence);
  // With `to` in the sentence, the second path is a destination, so the tool need not take multiple files.
  const isMove = tokens.some(({ text }) => /^(?:to|into|as)$/iu.test(text));
  if (!isMove && tokens.filter(({ kind }) => kind === 'path').length > 1) hints.add('multiple');
  for (const { kind, text } of tokens) {
    if (kind === 'url') hints.add('url').add('link');
    if (kind === 'email') hints.add('email');
    if (kind === 'date') hints.add('date');
    if (kind === 'path') {
      hints.add(text.endsWith('/') ? 'directory' : 'file');
      if (textFiles.test(text)) hints.add('text');
      if (mediaFiles.test(text)) hints.add('media').add('image');
    }
    if (kind === 'word' && /^files$/iu.test(text)) hints.add('directory');
  }
  return [...hints];
}
