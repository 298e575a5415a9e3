import path from 'node:path';
import { ProtocolError, type PluginFrom, type PluginMarketplace } from '@loggia/protocol';
import type { AddedFrom, ListedPlugin, PluginAtHand, PluginPlace } from '../decisions/added-plugins.ts';
import { diskFiles } from '../files/disk-files.ts';
import { join } from '../files/names.ts';
import { readMarketplace, type Marketplace, type MarketplaceEntry } from '../plugins/marketplace.ts';
import { problemLine } from './plugin-reading.ts';

/** The list of plugins in the place; undefined if it has none. */
export function marketplaceIn({
  root,
  within,
}: Pick<PluginPlace, 'root' | 'within'>): Promise<Marketplace | undefined> {
  return readMarketplace(diskFiles(root, within === undefined ? {} : { within }));
}

/** The declaration of the plugin in the list of newly fetched files; the earlier one if there is none now. */
export async function listedNow(listed: ListedPlugin, files: string): Promise<ListedPlugin> {
  const { name, list } = listed;
  if (list === undefined) return listed;
  const market = await marketplaceIn({ root: path.join(files, list), within: files }).catch(() => undefined);
  const parts = market?.entries.find((entry) => entry.name === name)?.parts;
  return parts ? { name, list, ...parts } : listed;
}

/** For people to choose from. */
export function shownMarketplace(
  { name, entries, problems }: Marketplace,
  from: AddedFrom,
): PluginMarketplace {
  return {
    name,
    plugins: entries.map((entry) => {
      const { description, version } = entry;
      const problem = hindrance(entry, from);
      return {
        name: entry.name,
        ...(description !== undefined && { description }),
        ...(version !== undefined && { version }),
        source: sourceWords(entry),
        ...(problem !== undefined && { problem }),
      };
    }),
    problems: problems.map(problemLine),
  };
}

/** The chosen plugin: in the files that are at hand, or to be fetched. Throws ProtocolError if it can't be added. */
export function chosenFrom(
  market: Marketplace,
  plugin: string,
  atHand: PluginAtHand,
): { readonly atHand: PluginAtHand } | { readonly from: PluginFrom; readonly listed?: ListedPlugin } {
  const entry = market.entries.find(({ name }) => name === plugin);
  if (!entry) {
    const names = market.entries.map(({ name }) => name);
    const known = names.length > 20 ? `${names.slice(0, 20).join(', ')}, …` : names.join(', ');
    throw new ProtocolError('NotFound', `"${market.name}" doesn't list "${plugin}". It lists: ${known}.`);
  }
  const problem = hindrance(entry, atHand.from);
  if (problem !== undefined) throw new ProtocolError('InvalidParams', problem);
  const { source, name, parts } = entry;
  if (source.kind === 'git') return { from: source, ...(parts && { listed: { name, ...parts } }) };
  const below = source.kind === 'local' ? source.path : '';
  const { from } = atHand;
  if (from.kind === 'folder')
    return {
      atHand: { ...atHand, from: { kind: 'folder', path: path.join(from.path, ...below.split('/')) } },
    };
  const list = from.inside ?? '';
  const inside = join(list, below);
  return {
    atHand: {
      ...atHand,
      from: { ...from, ...(inside !== '' && { inside }) },
      ...(parts && { listed: { name, list, ...parts } }),
    },
  };
}

/** Several plugins in the same folder are told apart by the list alone, which needs a copy of the folder for each. */
function hindrance({ name, source, parts }: MarketplaceEntry, from: AddedFrom): string | undefined {
  if (source.kind === 'elsewhere')
    return `"${name}" can't be fetched from ${source.from}: only folders of this list and repositories over https can.`;
  if (source.kind !== 'local') return undefined;
  if (parts && from.kind === 'folder' && (parts.isWhole || source.path === ''))
    return `The parts of "${name}" are named in the list alone. Add it from its repository, or as a .zip file.`;
  if (source.path === '' && !parts)
    return `"${name}" has no folder of its own. Its repository can only be added as a whole, if it is a plugin.`;
  return undefined;
}

function sourceWords({ source }: MarketplaceEntry): string {
  if (source.kind === 'local') return source.path;
  if (source.kind === 'elsewhere') return source.from;
  return [source.address, source.ref, source.inside].filter((part) => part !== undefined).join(' ');
}
