import { parseJsonObject, TextFault, type JsonNode } from '../files/json-text.ts';
import { refusalOf } from '../files/file-refused.ts';
import { join, pathBelow, plainLine, uriBelow } from '../files/names.ts';
import { describe } from './fields.ts';
import { listedParts, type ListedParts } from './listed-parts.ts';
import type { PartProblem, PluginFiles } from './loaded.ts';
import { textMember } from './manifest.ts';
import { PluginTree } from './tree.ts';

/** One plugin of a list of plugins. */
export interface MarketplaceEntry {
  readonly name: string;
  readonly description?: string;
  readonly version?: string;
  readonly source:
    | { readonly kind: 'local'; readonly path: string }
    /** A repository elsewhere. */
    | {
        readonly kind: 'git';
        readonly address: string;
        readonly ref?: string;
        readonly inside?: string;
      }
    /** Somewhere that it can't be fetched from; `from` says where. */
    | { readonly kind: 'elsewhere'; readonly from: string };
  readonly parts?: ListedParts;
  readonly line: number;
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

/** A path, or an object that describes where to get it. */
function sourceOf(value: JsonNode | undefined, base: string): Source {
  const written = value?.type === 'string' ? String(value.value()) : undefined;
  const where =
    written ?? textMember(value, 'url') ?? textMember(value, 'repo') ?? textMember(value, 'package');
  const inObject = value?.type === 'object' ? (textMember(value, 'path') ?? where) : undefined;
  const isLocal = written !== undefined ? !isRemote(written) : /^\.{0,2}\//.test(where ?? inObject ?? '');
  const local = written ?? inObject;
  if (isLocal && local !== undefined)
    return { kind: 'local', path: pathBelow(join(base, local.replace(/^\.\//, ''))) };
  return (
    repositoryOf(value, where) ?? { kind: 'elsewhere', from: plainLine(where ?? 'an unknown location', 300) }
  );
}

/** Only addresses that anybody could fetch: a list must not choose what the host's own keys are shown to. */
function repositoryOf(value: JsonNode | undefined, where: string | undefined): Source | undefined {
  const repo = textMember(value, 'repo');
  const isOnGitHub = repo !== undefined && /^[\w.-]+\/[\w.-]+$/.test(repo);
  const address = isOnGitHub ? `https://github.com/${repo}.git` : (textMember(value, 'url') ?? where);
  if (address === undefined || !/^https:\/\/[^/@]+\//.test(address)) return undefined;
  const [ref, inside] = [textMember(value, 'ref'), textMember(value, 'path')];
  return {
    kind: 'git',
    address,
    ...(ref !== undefined && { ref }),
    ...(inside !== undefined && { inside: pathBelow(inside.replace(/^\.\//, '')) }),
  };
}

function entryOf(node: JsonNode, base: string): MarketplaceEntry {
  const name = plainLine(textMember(node, 'name') ?? '', 200);
  if (name === '') throw new TextFault(node.line, 'A plugin without a name is listed. Add "name".');
  const version = plainLine(textMember(node, 'version') ?? '', 100);
  const parts = listedParts(node);
  return {
    name,
    ...describe(textMember(node, 'description')),
    ...(version !== '' && { version }),
    source: sourceOf(node.member('source')?.value, base),
    ...(parts && { parts }),
    line: node.line,
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

/** The list of plugins in a folder; undefined if it has none. Invalid entries are reported. */
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
