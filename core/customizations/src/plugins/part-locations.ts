import type { JsonNode } from '../files/json-text.ts';
import { pathBelow } from '../files/names.ts';
import { refusalOf } from '../files/file-refused.ts';
import type { Manifest } from './manifest.ts';
import type { PluginFormat } from './loaded.ts';
import { powerPlaces } from './parts/powers.ts';
import type { PluginTree } from './tree.ts';

export type PartKind = 'skills' | 'agents' | 'prompts' | 'rules' | 'hooks' | 'servers';

/** The locations of the parts of one kind. */
export interface PartLocations {
  /** Ignored if missing. */
  readonly usual: readonly string[];
  /** Named by the manifest: they must exist. */
  readonly named: readonly { readonly path: string; readonly line: number }[];
  /** Inside the manifest itself. */
  readonly inline: readonly JsonNode[];
}

const usual: Readonly<Record<PartKind, readonly string[]>> = {
  skills: ['skills'],
  agents: ['agents'],
  prompts: ['commands', 'prompts'],
  rules: ['rules', 'instructions'],
  hooks: ['hooks/hooks.json', 'hooks.json'],
  servers: ['.mcp.json'],
};

/** Where parts are looked for in a folder without a manifest. */
export const usualPartPlaces: readonly string[] = [
  ...new Set([...Object.values(usual).flat(), 'mcp.json', ...powerPlaces]),
];

/** The fields of a manifest that name parts, the usual one first. */
export const partFields: Readonly<Record<PartKind, readonly string[]>> = {
  skills: ['skills'],
  agents: ['agents'],
  prompts: ['commands', 'prompts'],
  rules: ['rules', 'instructions'],
  hooks: ['hooks'],
  servers: ['mcpServers'],
};

/** The Agent Plugins namespace whose fields and folder are read here, as in Copilot's own format. */
const namespace = 'com.github.copilot';

function usualLocations(kind: PartKind, format: PluginFormat): readonly string[] {
  if (format === 'agent-plugins') {
    if (kind === 'skills') return usual.skills;
    // Many plugins have the file name that most other hosts read.
    if (kind === 'servers') return ['mcp.json', '.mcp.json'];
    return usual[kind].flatMap((location) => [location, `${namespace}/${location}`]);
  }
  if (kind === 'servers' && format !== 'claude') return ['.mcp.json', 'mcp.json'];
  return usual[kind];
}

const rootPlaceholder = /^\$\{(?:CLAUDE_PLUGIN_ROOT|PLUGIN_ROOT)\}\/?/;

const mostNamed = 200;

interface Named {
  readonly path: string;
  readonly line: number;
}

class Collector {
  readonly named: Named[] = [];
  readonly inline: JsonNode[] = [];
  exclusive = false;
  #full = false;
  readonly #tree: PluginTree;
  readonly #file: string;
  readonly #takesInline: boolean;

  constructor(tree: PluginTree, file: string, kind: PartKind) {
    this.#tree = tree;
    this.#file = file;
    this.#takesInline = kind === 'hooks' || kind === 'servers';
  }

  /** A path, a list of paths, an object with `paths`, or the parts themselves. */
  take(field: string, value: JsonNode): void {
    if (value.type === 'string') return this.#path(field, value);
    if (value.type === 'array') {
      for (const element of value.elements()) this.take(field, element);
      return undefined;
    }
    const paths = value.member('paths')?.value;
    if (paths !== undefined) {
      if (value.member('exclusive')?.value.value() === true) this.exclusive = true;
      return this.take(field, paths);
    }
    if (value.type === 'object' && this.#takesInline) this.inline.push(value);
    else this.#tree.report(this.#file, `"${field}" must be a path, or a list of paths.`, value.line);
    return undefined;
  }

  #isFull(field: string, line: number): boolean {
    if (this.named.length < mostNamed) return false;
    if (!this.#full)
      this.#tree.report(
        this.#file,
        `"${field}" names more than ${mostNamed} locations; the rest is left out.`,
        line,
      );
    this.#full = true;
    return true;
  }

  #path(field: string, { line, ...node }: JsonNode): void {
    if (this.#isFull(field, line)) return;
    try {
      this.named.push({ path: pathBelow(String(node.value()).replace(rootPlaceholder, './')), line });
    } catch (error) {
      this.#tree.report(this.#file, `"${field}": ${refusalOf(error)}`, line);
    }
  }
}

function holders({ format, content }: Manifest): readonly JsonNode[] {
  if (content === undefined) return [];
  if (format !== 'agent-plugins') return [content];
  const own = content.member('extensions')?.value.member(namespace)?.value;
  return own === undefined ? [] : [own];
}

export function locationsOf(tree: PluginTree, manifest: Manifest, kind: PartKind): PartLocations {
  const collector = new Collector(tree, manifest.file ?? '', kind);
  for (const holder of holders(manifest)) {
    for (const field of partFields[kind]) {
      const value = holder.member(field)?.value;
      if (value !== undefined && value.type !== 'null') collector.take(field, value);
    }
  }
  const { named, inline } = collector;
  return { usual: collector.exclusive ? [] : usualLocations(kind, manifest.format), named, inline };
}
