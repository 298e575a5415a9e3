import { fileURLToPath } from 'node:url';

const mostAlternatives = 64;

/**
 * Whether the globs of a rule name the file: one does, and none with `!` does. `*` and `?` stay within a folder, `**`
 * spans any number, `{a,b}` are alternatives, `[a-z]` is one character. A glob without a slash is about the file's name
 * in any folder. The time is bounded by the lengths, whatever the glob.
 */
export function matchesGlobs(globs: readonly string[], name: string): boolean {
  const path = name.split('/');
  const matches = (glob: string): boolean => alternatives(glob).some((one) => matchesOne(one, path));
  const [excluded, included] = [globs.filter(isExclusion), globs.filter((glob) => !isExclusion(glob))];
  return included.some(matches) && !excluded.some((glob) => matches(glob.slice(1)));
}

/**
 * The name of a touched file as globs see it: relative to the folder of the session that it is in. Undefined if it
 * isn't the name of a file.
 */
export function nameWithin(file: string, folders: readonly string[]): string | undefined {
  const path = pathOf(file);
  const inside = folders.map((folder) => `${pathOf(folder)?.replace(/\/+$/, '')}/`);
  const folder = inside.find((each) => path?.startsWith(each)) ?? '';
  const parts = path
    ?.slice(folder.length)
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  return parts === undefined || parts.length === 0 || parts.includes('..') ? undefined : parts.join('/');
}

function pathOf(file: string): string | undefined {
  if (!/^[a-z][a-z0-9+.-]+:/i.test(file)) return file.replaceAll('\\', '/');
  try {
    return fileURLToPath(file).replaceAll('\\', '/');
  } catch {
    return undefined;
  }
}

function isExclusion(glob: string): boolean {
  return glob.startsWith('!');
}

/** Without braces: every alternative written out, up to a limit. */
function alternatives(glob: string): readonly string[] {
  let done: string[] = [glob];
  for (;;) {
    const next = done.flatMap((one) => {
      const [whole, inner] = /\{([^{}]*)\}/.exec(one) ?? [];
      if (whole === undefined || inner === undefined) return [one];
      return inner.split(',').map((choice) => one.replace(whole, () => choice));
    });
    if (next.length === done.length && next.every((one, at) => one === done[at])) return done;
    done = next.slice(0, mostAlternatives);
  }
}

function matchesOne(glob: string, path: readonly string[]): boolean {
  const written = glob.replace(/^\.?\//, '').replace(/\/$/, '/**');
  const isAnywhere = !written.includes('/') && !glob.startsWith('/');
  const segments = (isAnywhere ? `**/${written}` : written).split('/');
  return inOrder(
    segments.map((segment) => (segment === '**' ? 'any' : charactersOf(segment))),
    path,
    (pattern, name) => inOrder(pattern, Array.from(name), (one, character) => one(character)),
  );
}

type CharacterTest = (character: string) => boolean;

function charactersOf(segment: string): readonly (CharacterTest | 'any')[] {
  const parts = segment.match(/\*+|\?|\[[^\]]+\]|[\s\S]/gu) ?? [];
  return parts.map((part) => {
    if (part.startsWith('*')) return 'any';
    if (part === '?') return () => true;
    if (part.length > 2 && part.startsWith('[')) return characterClass(part.slice(1, -1));
    return (character) => character === part;
  });
}

function characterClass(written: string): CharacterTest {
  const isNegated = /^[!^]/.test(written);
  const ranges = (isNegated ? written.slice(1) : written).match(/[\s\S]-[\s\S]|[\s\S]/gu) ?? [];
  return (character) =>
    isNegated !==
    ranges.some((range) => {
      const [from = '', , to = from] = Array.from(range);
      return character >= from && character <= to;
    });
}

/** Greedy with one place to go back to, so it takes at most the product of both lengths. */
function inOrder<One, Item>(
  pattern: readonly (One | 'any')[],
  items: readonly Item[],
  test: (one: One, item: Item) => boolean,
): boolean {
  let [at, item, back, backItem] = [0, 0, -1, 0];
  while (item < items.length) {
    const one = pattern[at];
    if (one === 'any') {
      back = at++;
      backItem = item;
    } else if (one !== undefined && test(one, items[item] as Item)) {
      at++;
      item++;
    } else if (back >= 0) {
      at = back + 1;
      item = ++backItem;
    } else return false;
  }
  return pattern.slice(at).every((one) => one === 'any');
}
