import path from 'node:path';
import { parseJsonObject, TextFault, type JsonNode } from '../files/json-text.ts';
import { pathBelow, uriBelow } from '../files/names.ts';
import { refusalOf } from '../files/file-refused.ts';
import type { TextRange } from '@loggia/protocol';
import type { DeclaredServer, Environment, PartProblem, PluginFiles } from '../plugins/loaded.ts';
import type { DeclarationRules } from '../plugins/servers/declaration-rules.ts';
import { serverMapIn, serversIn, type Wrapping } from '../plugins/servers/parse-servers.ts';
import { PluginTree } from '../plugins/tree.ts';
import { directoriesIn, type WorkspaceDirectory } from './directories.ts';
import { workspaceLayout, type FolderLayout } from './layouts.ts';

/** A plugin that a workspace names. */
export interface WorkspacePlugin {
  /** Absolute if the workspace is on this machine, otherwise relative to it. */
  readonly path: string;
  readonly uri: string;
  /** The file that names it. */
  readonly file: string;
  readonly range: TextRange;
}

export interface WorkspaceConfiguration {
  readonly servers: readonly DeclaredServer[];
  readonly plugins: readonly WorkspacePlugin[];
  readonly directories: readonly WorkspaceDirectory[];
  readonly problems: readonly PartProblem[];
  /** The existing configuration files, in order of precedence. */
  readonly files: readonly string[];
}

class Reader {
  readonly servers = new Map<string, { readonly file: string; readonly server: DeclaredServer }>();
  readonly plugins = new Map<string, WorkspacePlugin>();
  readonly tree: PluginTree;
  readonly #rules: DeclarationRules;

  constructor(tree: PluginTree, environment: Environment, { isProject }: FolderLayout) {
    this.tree = tree;
    const folder = isProject ? tree.files.path : environment.workspaceFolder;
    const context = folder === undefined ? environment : within(environment, folder);
    this.#rules = {
      dialect: 'tolerant',
      author: 'guest',
      environment: context,
      pluginRoot: undefined,
      pluginData: undefined,
      folder,
      startsIn: folder,
    };
  }

  read(file: string, text: string, wrapping: Wrapping): void {
    try {
      const root = parseJsonObject(text);
      const map = serverMapIn(root, wrapping);
      if (map !== undefined) this.#takeServers(file, map);
      if (wrapping === 'wrapped') this.#takePlugins(file, root.member('plugins')?.value);
    } catch (error) {
      if (!(error instanceof TextFault)) throw error;
      this.tree.report(file, error.message, error.line);
    }
  }

  #takeServers(file: string, map: JsonNode): void {
    const { servers, problems } = serversIn(
      map,
      { file, uri: uriBelow(this.tree.files.uri, file) },
      this.#rules,
    );
    for (const { file: where, message, line } of problems) this.tree.report(where, message, line);
    for (const server of servers) {
      const first = this.servers.get(server.name);
      if (first === undefined) this.servers.set(server.name, { file, server });
      else this.#shadowed(file, server, first.file);
    }
  }

  #shadowed(file: string, { name, range }: DeclaredServer, first: string): void {
    const message = `${first} has a server "${name}", too, and is used instead of this one. Rename or remove one.`;
    this.tree.report(file, message, (range?.start.line ?? 0) + 1);
  }

  #takePlugins(file: string, value: JsonNode | undefined): void {
    if (value === undefined || value.type === 'null') return;
    if (value.type !== 'array') {
      this.tree.report(file, '"plugins" must be a list of paths.', value.line);
      return;
    }
    for (const element of value.elements().slice(0, 200)) this.#takePlugin(file, element);
  }

  #takePlugin(file: string, element: JsonNode): void {
    const named = element.type === 'object' ? element.member('path')?.value : element;
    if (named?.type !== 'string') {
      this.tree.report(file, 'Name a plugin by its path in quotes.', element.line);
      return;
    }
    try {
      const relative = pathBelow(String(named.value()).replace(/^\$\{workspaceFolder\}\/?/, './'));
      const { uri, path: root } = this.tree.files;
      if (this.plugins.has(relative)) return;
      this.plugins.set(relative, {
        path: root === undefined ? relative : path.join(root, relative),
        uri: uriBelow(uri, relative),
        file,
        range: element.range,
      });
    } catch (error) {
      this.tree.report(file, `"plugins": ${refusalOf(error)}`, element.line);
    }
  }
}

function within(environment: Environment, workspaceFolder: string): Environment {
  const { sandboxed } = environment;
  return {
    workspaceFolder,
    variable: (name) => environment.variable(name),
    ...(sandboxed && { sandboxed }),
  };
}

/**
 * Reads a workspace's own files: servers, plugins, and folders of skills, agents, prompts and rules. A broken part is
 * reported with its file and line, and the rest works. Rejects only if the folder itself can't be listed.
 */
export async function readWorkspace(
  files: PluginFiles,
  environment: Environment,
  layout: FolderLayout = workspaceLayout,
): Promise<WorkspaceConfiguration> {
  const tree = new PluginTree(files);
  await tree.open();
  const reader = new Reader(tree, environment, layout);
  const read: string[] = [];
  for (const { file, wrapping } of layout.servers) {
    const text = await tree.readIfListed(file);
    if (text === undefined) continue;
    read.push(file);
    reader.read(file, text, wrapping);
  }
  return {
    servers: [...reader.servers.values()].map(({ server }) => server),
    plugins: [...reader.plugins.values()],
    directories: await directoriesIn(files, layout),
    problems: tree.problems,
    files: read,
  };
}
