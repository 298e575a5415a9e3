/** The runs of characters that tokenizers never join, with the space before a word. */
const runs = /\p{L}[\p{L}\p{M}]*|\p{N}+|\s+|[^\s\p{L}\p{N}]+/gu;

/** Characters of a token in scripts other than ours. */
const scripts: readonly (readonly [RegExp, number])[] = [
  [/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u, 1.3],
  [/\p{Script=Hangul}/u, 1.5],
  [/[\p{Script=Cyrillic}\p{Script=Greek}]/u, 4.6],
  [/[\p{Script=Arabic}\p{Script=Hebrew}]/u, 3.8],
  [/\p{Script=Latin}/u, 4.6],
];

/**
 * About how many tokens a text is. Tokenizers differ by up to a third, and this is near OpenAI's: compare it with what a
 * provider counted, and scale.
 */
export function estimateTokens(text: string): number {
  let tokens = 0;
  for (const [run] of text.matchAll(runs)) tokens += tokensOfRun(run);
  return Math.ceil(tokens);
}

function tokensOfRun(run: string): number {
  const first = run.charCodeAt(0);
  if (isSpace(first)) return run === ' ' ? 0 : 1;
  if (isDigit(first)) return Math.ceil(run.length / 3);
  if (isLetter(first) && isAscii(run)) return tokensOfWord(run);
  const script = scripts.find(([letters]) => letters.test(run));
  if (script) return Math.max(1, run.length / script[1]);
  return isAscii(run) ? Math.max(1, run.length / 3) : run.length;
}

/** Common words are one token; long ones, and names made of several words, are more. */
function tokensOfWord(word: string): number {
  const humps = word.match(/[A-Z]?[a-z]+|[A-Z]+(?![a-z])/g) ?? [word];
  return humps.reduce((sum, hump) => sum + (hump.length <= 8 ? 1 : 1 + (hump.length - 8) / 5), 0);
}

function isSpace(code: number): boolean {
  return code === 32 || (code >= 9 && code <= 13) || code === 0xa0;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122);
}

function isAscii(text: string): boolean {
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) > 127) return false;
  return true;
}
