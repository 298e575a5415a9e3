import type { LastWords } from './last-words.ts';

/** Codes of failures that may be over at the next attempt. */
const passing =
  /^(?:ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONN\w+|ENETUNREACH|EHOSTUNREACH|ERR_SOCKET\w*|E429|E5\d\d)$/;
/** Lines that only name a place, or give general advice. */
const facts =
  /^(?:(?:code|errno|syscall|path|dest|cwd|command) |\d+$|\d+ Not Found - |\d+ (?:Note that|tarball,)|notarget (?:In most|a package|It was)|network (?:This is|In most|If you|'proxy')|engine Unsupported|A complete log|gyp )/;
const tag = /^(?:\d{3}|notarget|notsup|engine|network|enoent|nospc|invalid)\s+/i;

/** The gist of npm's error report: its code and the package. */
export function npmFailure(lines: readonly string[]): LastWords | undefined {
  const said = lines
    .flatMap((line) => /^npm (?:error|ERR!) (.*)$/.exec(line)?.[1] ?? [])
    .map((line) => line.trim())
    .filter((line) => line !== '');
  if (said.length === 0) return undefined;
  const damage = damagedCache(lines, said);
  if (damage !== undefined) return { text: damage, lasting: true };
  const code = valueOf(said, 'code');
  const label = code === undefined || /^\d+$/.test(code) ? 'npm error' : `npm error ${code}`;
  return { text: `${label}: ${detailOf(said)}`, lasting: code === undefined || !passing.test(code) };
}

const missingPackage = /Cannot find (?:package|module) '[^./'][^']*'/;

/** Node's words for a package that is missing in npx's own folder. A missing file can be the package's own mistake. */
export function incompletePackage(lines: readonly string[]): LastWords | undefined {
  const at = lines.findIndex((line) => missingPackage.test(line));
  if (at === -1) return undefined;
  const folder = lines.slice(at).flatMap((line) => npxFolder.exec(line)?.[0] ?? [])[0];
  if (folder === undefined) return undefined;
  const [missing = ''] = missingPackage.exec(lines[at] ?? '') ?? [];
  return { text: damaged(missing, folder), lasting: true };
}

/** Only npx's folders: the sentence advises to delete it, and its path is in the words of the server. */
const npxFolder = /(?<![\w.@~+-])\/(?:(?!\.\.?\/)[\w.@~+-]+\/)*_npx\/[0-9a-f]{8,}(?=\/|'|$)/;

function damagedCache(lines: readonly string[], said: readonly string[]): string | undefined {
  const sign = said.find((line) =>
    /^Invalid Version:?(?: undefined| null)?$|^Cannot read propert.* (?:null|undefined)|^Lock compromised|^ENOTEMPTY: .*_npx/.test(
      line,
    ),
  );
  if (sign === undefined) return undefined;
  const folder = lines.flatMap((line) => npxFolder.exec(line)?.[0] ?? [])[0];
  const logs = lines.flatMap(
    (line) => /(?<![\w.@~+-])(\/(?:(?!\.\.?\/)[\w.@~+-]+\/)+)_logs\//.exec(line)?.[1] ?? [],
  )[0];
  const cache = logs === undefined ? '"$(npm config get cache)/_npx"' : `${logs}_npx`;
  return damaged(`npm error ${sign.replace(/:$/, '')}`, folder ?? cache);
}

function damaged(sign: string, folder: string): string {
  return `npx's copy of the package is damaged (${sign}), as after an installation that was cut off. Delete it with \`rm -rf ${folder}\`, then start the server again.`;
}

function detailOf(said: readonly string[]): string {
  if (said.includes('command failed')) {
    const [folder] = (valueOf(said, 'path') ?? '').split('/node_modules/').slice(-1);
    const what = folder ? `The install script of ${folder} failed` : 'An install script failed';
    return `${what}: ${valueOf(said, 'command sh -c') ?? 'see the log of the server'}.`;
  }
  const telling = said.filter((line) => !facts.test(line)).map((line) => line.replace(tag, ''));
  const required = telling.find((line) => line.startsWith('Required:'));
  const detail = telling[0] ?? said[0] ?? '';
  return required === undefined || required === detail ? detail : `${detail}. ${required}`;
}

function valueOf(said: readonly string[], name: string): string | undefined {
  return said.find((line) => line.startsWith(`${name} `))?.slice(name.length + 1);
}
