import { plainLine } from '../files/names.ts';
import type { DeclaredChild, Environment, LoadedPlugin, PluginFiles } from './loaded.ts';
import { withoutDoubles } from './doubles.ts';
import { describe } from './fields.ts';
import { findManifest, nameByUri, textMember, type Manifest } from './manifest.ts';
import { agentsIn } from './parts/agents.ts';
import { hooksIn, hooksOf } from './parts/hooks.ts';
import { promptsIn } from './parts/prompts.ts';
import { rulesIn } from './parts/rules.ts';
import { skillsIn } from './parts/skills.ts';
import { placesOf, type PartKind, type Places } from './places.ts';
import { pluginServers } from './servers/plugin-servers.ts';
import { PluginTree } from './tree.ts';

const childKinds = ['skills', 'agents', 'prompts', 'rules', 'hooks'] as const;
type ChildKind = (typeof childKinds)[number];

const readers: Readonly<
  Record<
    ChildKind,
    (tree: PluginTree, place: string, pluginName: string) => Promise<readonly DeclaredChild[]>
  >
> = {
  skills: skillsIn,
  agents: agentsIn,
  prompts: promptsIn,
  rules: (tree, place) => rulesIn(tree, place),
  hooks: hooksIn,
};

/** The places that are there. A place that the manifest names and that is not is reported. */
async function presentPlaces(
  tree: PluginTree,
  manifestFile: string,
  places: Places,
): Promise<readonly string[]> {
  const present = new Set<string>();
  for (const place of places.usual) if ((await tree.kindOf(place)) !== undefined) present.add(place);
  for (const { path, line } of places.named) {
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
  const places = placesOf(tree, manifest, kind);
  const present = await presentPlaces(tree, file, places);
  const found: DeclaredChild[] = [];
  for (const place of kind === 'hooks' ? firstUsual(present, places) : present) {
    found.push(...(await readers[kind](tree, place, pluginName)));
  }
  for (const inline of places.inline) found.push(...hooksOf(tree, file, inline));
  if (kind === 'skills' && found.length === 0 && manifest.format !== 'agent-plugins') {
    if ((await tree.kindOf('SKILL.md')) === 'file')
      found.push(...(await skillsIn(tree, 'SKILL.md', pluginName)));
  }
  return found;
}

/** Of the usual places of a file, only the first counts. */
function firstUsual(present: readonly string[], { usual, named }: Places): readonly string[] {
  const first = usual.find((place) => present.includes(place));
  const paths = new Set(named.map(({ path }) => path));
  return present.filter((place) => place === first || paths.has(place));
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

function namedPlaces(tree: PluginTree, manifest: Manifest): readonly string[] {
  // Their problems are reported where they are used.
  const silent = new PluginTree(tree.files);
  const kinds: readonly PartKind[] = [...childKinds, 'servers'];
  return kinds.flatMap((kind) => placesOf(silent, manifest, kind).named.map(({ path }) => path));
}

/** Reads a plugin; where it has no manifest, `otherwise` counts as one. */
export async function loadWith(
  files: PluginFiles,
  environment: Environment,
  otherwise: Manifest | undefined,
): Promise<LoadedPlugin> {
  const tree = new PluginTree(files);
  await tree.open();
  const manifest = await findManifest(tree, otherwise);
  const identity = identityOf(files, manifest);
  const base = { format: manifest.format, ...identity, uri: manifest.uri };
  if (manifest.refused) return { ...base, children: [], servers: [], problems: tree.problems };
  const children: DeclaredChild[] = [];
  for (const kind of childKinds) children.push(...(await childrenOf(tree, manifest, kind, identity.name)));
  const servers = await pluginServers(tree, manifest, environment);
  if (manifest.file === undefined && children.length + servers.length + tree.problems.length === 0) {
    tree.report('', 'There is no plugin here: neither a manifest, nor skills, agents, commands or servers.');
  }
  const alsoWatch = namedPlaces(tree, manifest);
  return {
    ...base,
    children: withoutDoubles(tree, children),
    servers,
    problems: tree.problems,
    ...(alsoWatch.length > 0 && { alsoWatch }),
  };
}

/**
 * Reads a plugin of any of the known formats, or a folder of parts without a manifest. A broken part is a problem
 * with its file and line, and the rest is there. Rejects only when the root itself cannot be listed.
 */
export function loadPlugin(files: PluginFiles, environment: Environment): Promise<LoadedPlugin> {
  return loadWith(files, environment, undefined);
}
