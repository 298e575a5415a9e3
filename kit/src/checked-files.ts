import { parseTypeFiles } from '@loggia/content';
import type { TypeDefinition } from './define-type.ts';
import { typeFiles } from './type-files.ts';

/**
 * The files of a type as text, by name, read the way a host reads them: what it would report, the author hears at
 * the start.
 * @throws {Error} that names the files, the places in them, and what to do
 */
export function checkedFiles(type: TypeDefinition): ReadonlyMap<string, string> {
  const files = new Map(
    Object.entries(typeFiles(type)).map(([name, value]) => [name, JSON.stringify(value)]),
  );
  const { problems } = parseTypeFiles(type.mime, files);
  if (problems.length === 0) return files;
  const lines = problems.map(
    ({ file, path, message }) => `  ${file}${path === '' ? '' : ` ${path}`}: ${message}`,
  );
  throw new Error(`The definition of the type ${type.mime} is wrong.\n${lines.join('\n')}`);
}
