import path from 'node:path';
import { diskFiles } from '../files/disk-files.ts';
import { parseJsonObject, TextFault, type JsonNode } from '../files/json-text.ts';
import { refusalOf } from '../files/file-refused.ts';
import { join, pathBelow, plainLine, uriBelow } from '../files/names.ts';
import { describe } from './fields.ts';
import { loadWith } from './load-plugin.ts';
import type { Environment, LoadedPlugin, PartProblem, PluginFiles } from './loaded.ts';
import { textMember, type Manifest } from './manifest.ts';
import { PluginTree } from './tree.ts';

/** One plugin of a list of plugins. */
export interface MarketplaceEntry {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly source:
    | { readonly kind: 'local'; readonly path: string }
    /** Not on this machine; `from` says where. */
    | { readonly kind: 'remote'; readonly from: string };
  readonly line: number;
  /** Its entry, which serves as its manifest if it has none. */
  readonly written: JsonNode;
}

export interface Marketplace {
  readonly file: string;
  readonly uri: string;
  readonly name: string;
  readonly entries: readonly MarketplaceEntry[];
  readonly problems: readonly PartProblem[];
}

const places = [
  '.claude-plugin/marketplace.json',
  '.plugin/marketplace.json',
  '.github/plugin/marketplace.json',
  '.cursor-plugin/marketplace.json',
  '.agents/plugins/marketplace.json',
];
const mostEntries = 2000;

type Source = MarketplaceEntry['source'];

function isRemote(written: string): boolean {
  return /^[A-Za-z][A-Za-z0-9+.-]*:/.test(written) || written.startsWith('git@');
}

/** A path, or an object that says where to get it from. */
function sourceOf(value: JsonNode | undefined, base: string): Source {
  const written = value?.type === 'string' ? String(value.value()) : undefined;
  const where =
    written ?? textMember(value, 'url') ?? textMember(value, 'repo') ?? textMember(value, 'package');
  const inObject = value?.type === 'object' ? (textMember(value, 'path') ?? where) : undefined;
  const isLocal = written !== undefined ? !isRemote(written) : /^\.{0,2}\//.test(where ?? inObject ?? '');
  const local = written ?? inObject;
  if (isLocal && local !== undefined)
    return { kind: 'local', path: pathBelow(join(base, local.replace(/^\.\//, ''))) };
  return { kind: 'remote', from: plainLine(where ?? inObject ?? 'an unknown place', 300) };
}

function entryOf(node: JsonNode, base: string): MarketplaceEntry {
  const name = plainLine(textMember(node, 'name') ?? '', 200);
  if (name === '') throw new TextFault(node.line, 'A plugin without a name is listed. Add "name".');
  const version = plainLine(textMember(node, 'version') ?? '', 100);
  return {
    name,
    ...describe(textMember(node, 'description')),
    ...(version !== '' && { version }),
    source: sourceOf(node.member('source')?.value, base),
    line: node.line,
    written: node,
  };
}

function entriesIn(tree: PluginTree, file: string, root: JsonNode): readonly MarketplaceEntry[] {
  const list = root.member('plugins')?.value;
  if (list?.type !== 'array') throw new TextFault(list?.line ?? root.line, '"plugins" must be a list.');
  const base = textMember(root.member('metadata')?.value, 'pluginRoot')?.replace(/^\.\/?/, '') ?? '';
  const entries = new Map<string, MarketplaceEntry>();
  for (const node of list.elements().slice(0, mostEntries)) {
    try {
      const entry = entryOf(node, base);
      if (!entries.has(entry.name)) entries.set(entry.name, entry);
      else tree.report(file, `The plugin "${entry.name}" is listed twice. Remove one.`, entry.line);
    } catch (error) {
      tree.report(file, refusalOf(error), error instanceof TextFault ? error.line : node.line);
    }
  }
  return [...entries.values()];
}

/** The list of plugins that a folder holds; undefined when it holds none. What cannot be understood is a problem. */
export async function readMarketplace(files: PluginFiles): Promise<Marketplace | undefined> {
  const tree = new PluginTree(files);
  await tree.open();
  for (const file of places) {
    const text = await tree.readIfListed(file);
    if (text === undefined) continue;
    const uri = uriBelow(files.uri, file);
    try {
      const root = parseJsonObject(text);
      const name = plainLine(textMember(root, 'name') ?? '', 200) || 'marketplace';
      return { file, uri, name, entries: entriesIn(tree, file, root), problems: tree.problems };
    } catch (error) {
      if (!(error instanceof TextFault)) throw error;
      tree.report(file, error.message, error.line);
      return { file, uri, name: 'marketplace', entries: [], problems: tree.problems };
    }
  }
  return undefined;
}

/** The same files, seen from a folder below, and ending there. Undefined when there is no such folder. */
async function filesBelow(files: PluginFiles, folder: string): Promise<PluginFiles | undefined> {
  if (folder === '') return files;
  if ((await new PluginTree(files).kindOf(folder)) !== 'directory') return undefined;
  if (files.path !== undefined) return diskFiles(path.join(files.path, folder), { within: files.path });
  return {
    uri: uriBelow(files.uri, folder),
    path: undefined,
    read: (file) => files.read(join(folder, pathBelow(file))),
    list: (directory) => files.list(directory === '' ? folder : join(folder, pathBelow(directory))),
  };
}

/** Loads one plugin of a list. One that lies elsewhere has nothing but a problem that says so. */
export async function loadMarketplaceEntry(
  files: PluginFiles,
  { file, uri }: Marketplace,
  entry: MarketplaceEntry,
  environment: Environment,
): Promise<LoadedPlugin> {
  const { name, source, line, written } = entry;
  const described = entry.description === undefined ? {} : { description: entry.description };
  const unusable = (message: string): LoadedPlugin => ({
    format: 'bare',
    name,
    ...described,
    uri,
    children: [],
    servers: [],
    problems: [{ file, line, message }],
  });
  if (source.kind === 'remote') {
    return unusable(`The plugin "${name}" is not on this machine. Get it from ${source.from}.`);
  }
  const below = await filesBelow(files, source.path);
  if (below === undefined)
    return unusable(`The plugin "${name}" is not at "${source.path}". Correct its "source".`);
  const otherwise: Manifest = {
    format: 'bare',
    file,
    content: written,
    uri,
    refused: false,
    named: source.path === '' ? 'instead' : 'in-addition',
  };
  return loadWith(below, environment, otherwise);
}
