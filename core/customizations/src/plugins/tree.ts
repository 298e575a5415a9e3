import { FileRefused, refusalOf } from '../files/file-refused.ts';
import { folderOf, nameOf } from '../files/names.ts';
import type { YamlBudget } from './yaml-value.ts';
import type { FileEntry, PartProblem, PluginFiles } from './loaded.ts';

export interface TreeLimits {
  readonly maxReads: number;
  readonly maxEntries: number;
  readonly maxCharacters: number;
  readonly maxYamlCharacters: number;
  readonly maxProblems: number;
}

const defaultLimits: TreeLimits = {
  maxReads: 1000,
  maxEntries: 50_000,
  maxCharacters: 32 * 1024 * 1024,
  maxYamlCharacters: 512 * 1024,
  maxProblems: 200,
};

/**
 * The files of one load: each folder is listed once, unusable files are reported instead of thrown, and the total is
 * limited, so that no plugin keeps the host busy forever.
 */
export class PluginTree {
  readonly files: PluginFiles;
  readonly problems: PartProblem[] = [];
  readonly yaml: YamlBudget;
  readonly #limits: TreeLimits;
  readonly #listed = new Map<string, Promise<readonly FileEntry[]>>();
  #reads = 0;
  #entries = 0;
  #characters = 0;
  #full = false;

  constructor(files: PluginFiles, limits: TreeLimits = defaultLimits) {
    this.files = files;
    this.#limits = limits;
    this.yaml = { characters: limits.maxYamlCharacters };
  }

  report(file: string, message: string, line?: number): void {
    if (this.problems.length > this.#limits.maxProblems) return;
    const last = this.problems.length === this.#limits.maxProblems;
    const told = last ? 'There are more problems than are listed here. Fix these first.' : message;
    this.problems.push({ file, message: told, ...(line !== undefined && { line }) });
  }

  /** Rejects if the root can't be listed: then there is nothing to load. */
  async open(): Promise<void> {
    this.#listed.set('', Promise.resolve(await this.files.list('')));
  }

  entries(folder: string): Promise<readonly FileEntry[]> {
    const listed = this.#listed.get(folder) ?? this.#list(folder);
    this.#listed.set(folder, listed);
    return listed;
  }

  /** The kind of the entry with this name, if there is one. */
  async kindOf(file: string): Promise<FileEntry['type'] | undefined> {
    if (file === '') return 'directory';
    const folder = folderOf(file);
    if ((await this.kindOf(folder)) !== 'directory') return undefined;
    return (await this.entries(folder)).find(({ name }) => name === nameOf(file))?.type;
  }

  /** The text of a file, if it exists and can be read. */
  async read(file: string): Promise<string | undefined> {
    if (this.#isFull(file)) return undefined;
    this.#reads += 1;
    try {
      const text = await this.files.read(file);
      this.#characters += text?.length ?? 0;
      return text;
    } catch (error) {
      this.report(file, refusalOf(error));
      return undefined;
    }
  }

  async readIfListed(file: string): Promise<string | undefined> {
    const kind = await this.kindOf(file);
    return kind === 'file' || kind === 'unusable' ? this.read(file) : undefined;
  }

  #isFull(file: string): boolean {
    const { maxReads, maxEntries, maxCharacters } = this.#limits;
    const before = this.#full;
    this.#full ||=
      this.#reads >= maxReads || this.#entries >= maxEntries || this.#characters >= maxCharacters;
    if (this.#full && !before) {
      this.report(file, 'There are too many files here. This one, and what comes after it, is left out.');
    }
    return this.#full;
  }

  async #list(folder: string): Promise<readonly FileEntry[]> {
    if (this.#isFull(folder)) return [];
    try {
      const entries = await this.files.list(folder);
      // Empty folders count, too: reading them takes time.
      this.#entries += entries.length + 10;
      return entries;
    } catch (error) {
      this.report(folder, error instanceof FileRefused ? error.message : refusalOf(error));
      return [];
    }
  }
}

/** Runs them a few at a time; the results are in the order of `items`. */
export async function fewAtATime<Item, Value>(
  items: readonly Item[],
  use: (item: Item) => Promise<Value>,
): Promise<Value[]> {
  const results: Value[] = [];
  for (let start = 0; start < items.length; start += 16) {
    results.push(...(await Promise.all(items.slice(start, start + 16).map(use))));
  }
  return results;
}
