import { plainLine } from '../files/names.ts';
import type { DeclaredChild, Environment, LoadedPlugin, PluginFiles } from './loaded.ts';
import { withoutDoubles } from './doubles.ts';
import { describe } from './fields.ts';
import { findManifest, nameByUri, textMember, type Manifest } from './manifest.ts';
import { agentsIn } from './parts/agents.ts';
import { hooksIn, hooksOf } from './parts/hooks.ts';
import { powerIn } from './parts/powers.ts';
import { promptsIn } from './parts/prompts.ts';
import { rulesIn } from './parts/rules.ts';
import { skillsIn } from './parts/skills.ts';
import { locationsOf, type PartKind, type PartLocations } from './part-locations.ts';
import { pluginServers } from './servers/plugin-servers.ts';
import { PluginTree } from './tree.ts';

const childKinds = ['skills', 'agents', 'prompts', 'rules', 'hooks'] as const;
type ChildKind = (typeof childKinds)[number];

const readers: Readonly<
  Record<
    ChildKind,
    (tree: PluginTree, location: string, pluginName: string) => Promise<readonly DeclaredChild[]>
  >
> = {
  skills: skillsIn,
  agents: agentsIn,
  prompts: promptsIn,
  rules: (tree, location) => rulesIn(tree, location),
  hooks: hooksIn,
};

/** The locations that exist. Reports those that the manifest names and that are missing. */
async function presentLocations(
  tree: PluginTree,
  manifestFile: string,
  locations: PartLocations,
): Promise<readonly string[]> {
  const present = new Set<string>();
  for (const location of locations.usual)
    if ((await tree.kindOf(location)) !== undefined) present.add(location);
  for (const { path, line } of locations.named) {
    if ((await tree.kindOf(path)) !== undefined) present.add(path);
    else
      tree.report(manifestFile, `It names "${path}", which is not there. Add it, or remove the name.`, line);
  }
  return [...present];
}

async function childrenOf(
  tree: PluginTree,
  manifest: Manifest,
  kind: ChildKind,
  pluginName: string,
): Promise<readonly DeclaredChild[]> {
  const file = manifest.file ?? '';
  const locations = locationsOf(tree, manifest, kind);
  const present = await presentLocations(tree, file, locations);
  const found: DeclaredChild[] = [];
  for (const location of kind === 'hooks' ? firstUsual(present, locations) : present) {
    const read = await readers[kind](tree, location, pluginName);
    found.push(...(kind === 'skills' ? skillsAllowed(tree, manifest, location, read) : read));
  }
  for (const inline of locations.inline) found.push(...hooksOf(tree, file, inline));
  if (kind === 'skills' && found.length === 0 && manifest.format !== 'agent-plugins') {
    if ((await tree.kindOf('SKILL.md')) === 'file')
      found.push(...(await skillsIn(tree, 'SKILL.md', pluginName)));
  }
  return found;
}

/** The portable format allows skills directly in their folder only. */
function skillsAllowed(
  tree: PluginTree,
  { format }: Manifest,
  location: string,
  skills: readonly DeclaredChild[],
): readonly DeclaredChild[] {
  if (format !== 'agent-plugins') return skills;
  const levels = location.split('/').length + 2;
  return skills.filter(({ file }) => {
    const isAllowed = file.split('/').length <= levels;
    if (!isAllowed)
      tree.report(file, `Agent Plugins reads skills directly in "${location}" only. Move this one there.`);
    return isAllowed;
  });
}

/** Connectors that only work within ChatGPT. */
async function reportApps(tree: PluginTree): Promise<void> {
  if ((await tree.kindOf('.app.json')) !== 'file') return;
  tree.report('.app.json', 'Apps of ChatGPT work only there and are left out. The rest of the plugin works.');
}

/** Only the first of the usual locations of a file counts. */
function firstUsual(present: readonly string[], { usual, named }: PartLocations): readonly string[] {
  const first = usual.find((location) => present.includes(location));
  const paths = new Set(named.map(({ path }) => path));
  return present.filter((location) => location === first || paths.has(location));
}

function identityOf(
  files: PluginFiles,
  { content }: Manifest,
): Pick<LoadedPlugin, 'name' | 'displayName' | 'description' | 'version'> {
  const shown =
    textMember(content, 'displayName') ?? textMember(content?.member('interface')?.value, 'displayName');
  const displayName = plainLine(shown ?? '', 200);
  const version = plainLine(textMember(content, 'version') ?? '', 100);
  return {
    name: plainLine(textMember(content, 'name') ?? '', 200) || nameByUri(files.uri),
    ...(displayName !== '' && { displayName }),
    ...describe(textMember(content, 'description')),
    ...(version !== '' && { version }),
  };
}

function namedLocations(tree: PluginTree, manifest: Manifest): readonly string[] {
  // Their problems are reported when they are used.
  const silent = new PluginTree(tree.files);
  const kinds: readonly PartKind[] = [...childKinds, 'servers'];
  return kinds.flatMap((kind) => locationsOf(silent, manifest, kind).named.map(({ path }) => path));
}

/**
 * Reads a plugin in any of the known formats, or a folder of parts without a manifest. A broken part is reported with
 * its file and line, and the rest works. Rejects only if the root itself can't be listed.
 */
export async function loadPlugin(files: PluginFiles, environment: Environment): Promise<LoadedPlugin> {
  const tree = new PluginTree(files);
  await tree.open();
  const manifest = await findManifest(tree);
  const identity = identityOf(files, manifest);
  const base = { format: manifest.format, ...identity, uri: manifest.uri };
  if (manifest.refused) return { ...base, children: [], servers: [], problems: tree.problems };
  const children: DeclaredChild[] = [];
  for (const kind of childKinds) children.push(...(await childrenOf(tree, manifest, kind, identity.name)));
  children.push(...(await powerIn(tree, identity.name)));
  await reportApps(tree);
  const servers = await pluginServers(tree, manifest, environment);
  if (manifest.file === undefined && children.length + servers.length + tree.problems.length === 0) {
    tree.report('', 'There is no plugin here: neither a manifest, nor skills, agents, commands or servers.');
  }
  const alsoWatch = namedLocations(tree, manifest);
  return {
    ...base,
    children: withoutDoubles(tree, children),
    servers,
    problems: tree.problems,
    ...(alsoWatch.length > 0 && { alsoWatch }),
  };
}
