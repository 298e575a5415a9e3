import type { Launch } from '@loggia/protocol';
import { printableJson } from '../../output/printable.ts';

/** Exactly what would be started or reached, whole, a line for each kind of fact. Nothing in it is hidden or obeyed. */
export function launchLines({
  command,
  args = [],
  cwd,
  env = [],
  url,
  headers = [],
  sandbox = [],
}: Launch): string[] {
  return [
    ...(command === undefined ? [] : [`command    ${[command, ...args].map(word).join(' ')}`]),
    ...(url === undefined ? [] : [`address    ${word(url)}`]),
    ...(cwd === undefined ? [] : [`folder     ${word(cwd)}`]),
    ...(env.length === 0 ? [] : [`variables  ${env.map(word).join(' ')}`]),
    ...(headers.length === 0 ? [] : [`headers    ${headers.map(word).join(' ')}`]),
    ...(sandbox.length === 0 ? [] : [`sandbox    ${sandbox.map(word).join(' ')}`]),
  ];
}

/** Quoted unless it is plain, so that one can see where each argument begins and ends. */
function word(text: string): string {
  return /^[\w@%+=:,./~$*?&{}-]+$/.test(text) ? text : printableJson(text);
}
