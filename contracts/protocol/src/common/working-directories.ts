import { removeAt, replaceAt } from './objects.ts';

type Directories = readonly string[] | undefined;

/** Each returns the same list if nothing changes, so that the caller can return the same state. */
export function addDirectory(list: Directories, directory: string): Directories {
  return list?.includes(directory) ? list : [...(list ?? []), directory];
}

export function removeDirectory(list: Directories, directory: string): Directories {
  const index = list?.indexOf(directory) ?? -1;
  return list && index >= 0 ? removeAt(list, index) : list;
}

export function replaceDirectory(list: Directories, directory: string, replacement: string): Directories {
  const index = list?.indexOf(directory) ?? -1;
  if (!list || index < 0 || directory === replacement) return list;
  const existing = list.indexOf(replacement);
  if (existing >= 0 && existing < index) return removeAt(list, index);
  const swapped = replaceAt(list, index, replacement);
  return swapped.filter((entry, at) => entry !== replacement || at === index);
}
