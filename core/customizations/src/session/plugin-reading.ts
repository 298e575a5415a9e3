import { ProtocolError, type PluginOrigin } from '@loggia/protocol';
import type { AddedFrom, AddedPlugins, PluginAtHand } from '../decisions/added-plugins.ts';
import { refusalOf } from '../files/file-refused.ts';
import { gitAddress } from '../fetched/git-address.ts';
import type { LoadedPlugin } from '../plugins/loaded.ts';
import { manifestFiles } from '../plugins/manifest.ts';
import { usualPartPlaces } from '../plugins/part-locations.ts';
import { folderUri } from './folders.ts';
import { diskPlugin } from './plan.ts';
import type { PlannedPlugin } from './planned.ts';
import type { SourceCache } from './source-cache.ts';

/** A plugin as its files are at this moment. */
export interface ReadPlugin {
  readonly plugin: LoadedPlugin;
  readonly entry: PlannedPlugin;
}

/** Reads an added plugin, or one that may be, from the disk. Throws ProtocolError where there is none. */
export async function readAtHand(
  services: { readonly plugins: AddedPlugins; readonly sourceCache: SourceCache },
  atHand: PluginAtHand,
): Promise<ReadPlugin> {
  const { root, within, trust } = services.plugins.placeOf(atHand);
  try {
    const value = await services.sourceCache.readPlugin(root, within);
    const entry = diskPlugin({ uri: folderUri(root), trust, reading: { kind: 'read', value } });
    return { plugin: value.plugin, entry };
  } catch (error) {
    throw new ProtocolError('InvalidParams', refusalOf(error));
  }
}

/** Throws ProtocolError for a folder with nothing in it that a plugin consists of. */
export function assertRecognized({ format, children, servers, problems }: LoadedPlugin): void {
  if (format !== 'bare' || children.length + servers.length > 0) return;
  // The last one only says that nothing is there.
  const faults = problems.filter(({ file }) => file !== '').map(problemLine);
  const looked = `There is no plugin here. These manifests were looked for: ${manifestFiles.join(', ')}; and without one, these parts: ${usualPartPlaces.join(', ')}.`;
  const advice = 'If the plugin lies in a folder further inside, name that folder.';
  throw new ProtocolError('InvalidParams', [looked, ...faults, advice].join(' '));
}

export function problemLine({ file, line, message }: LoadedPlugin['problems'][number]): string {
  const where = [file, line].filter((part) => part !== undefined && part !== '').join(':');
  return where === '' ? message : `${where}: ${message}`;
}

export function identityOf({ name, displayName, version, description, format, problems }: LoadedPlugin) {
  return {
    name: displayName ?? name,
    ...(version !== undefined && { version }),
    ...(description !== undefined && { description }),
    format,
    problems: problems.map(problemLine),
  };
}

/** For clients: without the name of a user, which may be a token. */
export function originOf(from: AddedFrom): PluginOrigin {
  if (from.kind === 'folder') return { kind: 'folder', path: from.path };
  const inside = from.inside === undefined ? {} : { inside: from.inside };
  if (from.kind === 'zip')
    return { kind: 'zip', ...(from.name !== undefined && { name: from.name }), ...inside };
  const { address, ref, commit } = from;
  return {
    kind: 'git',
    address: gitAddress(address).shown,
    ...(ref !== undefined && { ref }),
    ...inside,
    commit,
  };
}
