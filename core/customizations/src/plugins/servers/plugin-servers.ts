import path from 'node:path';
import { isInside } from '@loggia/access';
import type { ServerDefinition } from '@loggia/mcp';
import { parseJsonObject, TextFault, type JsonNode } from '../../files/json-text.ts';
import { uriBelow } from '../../files/names.ts';
import type { DeclaredServer, Environment } from '../loaded.ts';
import { portableVersion, textMember, type Manifest } from '../manifest.ts';
import { locationsOf } from '../part-locations.ts';
import type { PluginTree } from '../tree.ts';
import type { DeclarationRules } from './declaration-rules.ts';
import { serverMapIn, serversIn } from './parse-servers.ts';

function refuseAsPortable(manifest: Manifest, root: JsonNode): void {
  const version = portableVersion(textMember(manifest.content, '$schema'), 'plugin');
  if (portableVersion(textMember(root, '$schema'), 'mcp') !== version) {
    const line = root.member('$schema')?.line ?? root.line;
    const wanted = `https://agent-plugins.org/schemas/${version}/mcp.schema.json`;
    throw new TextFault(line, `Its "$schema" must be "${wanted}", as that of plugin.json.`);
  }
  const other = root.members().find(({ name }) => name !== '$schema' && name !== 'mcpServers');
  if (other !== undefined)
    throw new TextFault(other.line, 'Only "$schema" and "mcpServers" are allowed here. Remove the rest.');
  if (root.member('mcpServers') === undefined)
    throw new TextFault(root.line, '"mcpServers" is missing. Add it.');
}

/** Whether a link on the path leads out of the root. A missing path doesn't. */
async function leadsOut(tree: PluginTree, root: string, target: string): Promise<boolean> {
  if (!isInside(root, target)) return false;
  const parts = path
    .relative(root, target)
    .split(path.sep)
    .filter((part) => part !== '');
  for (let length = 1; length <= parts.length; length += 1) {
    const kind = await tree.kindOf(parts.slice(0, length).join('/'));
    if (kind !== 'directory') return kind === 'unusable';
  }
  return false;
}

async function escapes(
  tree: PluginTree,
  { transport }: ServerDefinition,
): Promise<'command' | 'cwd' | undefined> {
  const root = tree.files.path;
  if (root === undefined || transport.kind !== 'stdio') return undefined;
  if (path.isAbsolute(transport.command) && (await leadsOut(tree, root, transport.command))) return 'command';
  return transport.cwd !== undefined && (await leadsOut(tree, root, transport.cwd)) ? 'cwd' : undefined;
}

class PluginServers {
  readonly #tree: PluginTree;
  readonly #manifest: Manifest;
  readonly #environment: Environment;
  readonly #found = new Map<string, { readonly file: string; readonly server: DeclaredServer }>();

  constructor(tree: PluginTree, manifest: Manifest, environment: Environment) {
    this.#tree = tree;
    this.#manifest = manifest;
    this.#environment = environment;
  }

  list(): readonly DeclaredServer[] {
    return [...this.#found.values()].map(({ server }) => server);
  }

  async readFile(file: string): Promise<void> {
    const text = await this.#tree.read(file);
    if (text === undefined) return;
    const dialect =
      this.#manifest.format === 'agent-plugins' && file === 'mcp.json' ? 'agent-plugins' : 'tolerant';
    try {
      const root = parseJsonObject(text);
      if (dialect === 'agent-plugins') refuseAsPortable(this.#manifest, root);
      const map = serverMapIn(root, 'wrapped-or-bare');
      if (map !== undefined) await this.take(file, map, dialect);
    } catch (error) {
      if (!(error instanceof TextFault)) throw error;
      this.#tree.report(file, error.message, error.line);
    }
  }

  async take(file: string, map: JsonNode, dialect: DeclarationRules['dialect']): Promise<void> {
    const uri = file === this.#manifest.file ? this.#manifest.uri : uriBelow(this.#tree.files.uri, file);
    const from = { file, uri };
    const { servers, problems } = serversIn(map, from, await this.#rules(map, dialect));
    for (const { file: where, message, line } of problems) this.#tree.report(where, message, line);
    for (const server of servers) await this.#add(file, server);
  }

  async #add(file: string, server: DeclaredServer): Promise<void> {
    const { name, definition } = server;
    const line = (server.range?.start.line ?? 0) + 1;
    const first = this.#found.get(name);
    if (first !== undefined) {
      if (JSON.stringify(first.server.definition) === JSON.stringify(definition)) return;
      this.#tree.report(
        file,
        `${first.file} has a server "${name}", too, and comes first. Rename one.`,
        line,
      );
      return;
    }
    const field = definition === undefined ? undefined : await escapes(this.#tree, definition);
    if (field === undefined) {
      this.#found.set(name, { file, server });
      return;
    }
    const message = `The server "${name}": "${field}" is a link that leads out of the plugin. Put the file itself there.`;
    this.#tree.report(file, message, line);
    this.#found.set(name, { file, server: { ...server, definition: undefined } });
  }

  async #rules(map: JsonNode, dialect: DeclarationRules['dialect']): Promise<DeclarationRules> {
    const { path: root, uri } = this.#tree.files;
    const written = JSON.stringify(map.value());
    const needsData = /PLUGIN_DATA/.test(written) || (dialect === 'agent-plugins' && /"stdio"/.test(written));
    return {
      dialect,
      author: 'guest',
      environment: this.#environment,
      pluginRoot: root,
      pluginData: needsData && root !== undefined ? await this.#environment.dataFolder?.(uri) : undefined,
      folder: root,
      startsIn: this.#environment.workspaceFolder ?? root,
    };
  }
}

/** Every server that a plugin declares, in its files or in the manifest itself. */
export async function pluginServers(
  tree: PluginTree,
  manifest: Manifest,
  environment: Environment,
): Promise<readonly DeclaredServer[]> {
  const servers = new PluginServers(tree, manifest, environment);
  const locations = locationsOf(tree, manifest, 'servers');
  const usual: string[] = [];
  for (const location of locations.usual)
    if ((await tree.kindOf(location)) !== undefined) usual.push(location);
  const file = manifest.file ?? '';
  for (const inline of locations.inline) {
    const map = serverMapIn(inline, 'wrapped-or-bare');
    if (map !== undefined) await servers.take(file, map, 'tolerant');
  }
  const read = new Set<string>();
  for (const { path: named, line } of locations.named) {
    if ((await tree.kindOf(named)) === undefined) {
      tree.report(file, `It names "${named}", which is not there. Add it, or remove the name.`, line);
    } else read.add(named);
  }
  if (usual[0] !== undefined) read.add(usual[0]);
  for (const each of read) await servers.readFile(each);
  return servers.list();
}
