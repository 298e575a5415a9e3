import { parseJsonObject, TextFault, type JsonNode } from '../files/json-text.ts';
import { nameOf, plainLine, uriBelow } from '../files/names.ts';
import type { PluginFormat } from './loaded.ts';
import type { PluginTree } from './tree.ts';

export interface Manifest {
  readonly format: PluginFormat;
  /** Undefined if there is none. */
  readonly file: string | undefined;
  /** Undefined if there is none, or it can't be read. */
  readonly content: JsonNode | undefined;
  /** The URI of the file, or of the root if there is none. */
  readonly uri: string;
  /** Nothing in the plugin may be used; the reason is reported. */
  readonly refused: boolean;
}

const agentPlugins = /^https:\/\/agent-plugins\.org\/schemas\/([^/]+)\/plugin\.schema\.json$/;

// If a plugin has several manifests, the first counts.
const places: readonly { readonly file: string; readonly format: PluginFormat }[] = [
  { file: '.plugin/plugin.json', format: 'open-plugin' },
  { file: '.claude-plugin/plugin.json', format: 'claude' },
  { file: 'plugin.json', format: 'copilot' },
  { file: '.github/plugin/plugin.json', format: 'copilot' },
  { file: '.cursor-plugin/plugin.json', format: 'open-plugin' },
  { file: '.codex-plugin/plugin.json', format: 'open-plugin' },
  { file: '.kimi-plugin/plugin.json', format: 'open-plugin' },
];

/** Where a manifest is looked for, in this order. */
export const manifestFiles: readonly string[] = places.map(({ file }) => file);

const portableFields = new Set([
  '$schema',
  'name',
  'version',
  'description',
  'author',
  'homepage',
  'repository',
  'license',
  'keywords',
  'extensions',
]);

export function textMember(node: JsonNode | undefined, name: string): string | undefined {
  const value = node?.member(name)?.value;
  return value?.type === 'string' ? String(value.value()) : undefined;
}

function isAgentPlugins(content: JsonNode): boolean {
  return textMember(content, '$schema')?.startsWith('https://agent-plugins.org/') ?? false;
}

/** The version in an Agent Plugins `$schema`. Minor versions are compatible. */
export function portableVersion(schema: string | undefined, kind: 'plugin' | 'mcp'): string | undefined {
  const version = agentPlugins.exec(
    schema?.replace(/\/mcp\.schema\.json$/, '/plugin.schema.json') ?? '',
  )?.[1];
  return schema?.endsWith(`/${kind}.schema.json`) && /^1\.\d+\.\d+$/.test(version ?? '')
    ? version
    : undefined;
}

function isPortableName(name: string | undefined): boolean {
  return name !== undefined && /^[a-z0-9](?:[a-z0-9.-]{0,62}[a-z0-9])?$/.test(name) && !/--|\.\./.test(name);
}

function isAuthor(author: JsonNode): boolean {
  return author
    .members()
    .every(({ name, value }) => ['name', 'email', 'url'].includes(name) && value.type === 'string');
}

/** Problems that make the whole plugin unusable according to the specification. */
function fatalFault(content: JsonNode): { readonly line: number; readonly message: string } | undefined {
  const lineOf = (name: string) => content.member(name)?.line ?? content.line;
  if (portableVersion(textMember(content, '$schema'), 'plugin') === undefined) {
    return {
      line: lineOf('$schema'),
      message:
        'It is made for another version of Agent Plugins than 1.x. Update the host, or get the version for 1.0.0.',
    };
  }
  if (!isPortableName(textMember(content, 'name'))) {
    return {
      line: lineOf('name'),
      message: '"name" must be 1 to 64 of a-z, 0-9, "-" and ".", and start and end with a letter or digit.',
    };
  }
  for (const field of ['version', 'description', 'homepage', 'repository', 'license']) {
    const value = content.member(field)?.value;
    if (value !== undefined && value.type !== 'string')
      return { line: value.line, message: `"${field}" must be text in quotes.` };
  }
  const keywords = content.member('keywords')?.value;
  if (
    keywords !== undefined &&
    (keywords.type !== 'array' || keywords.elements().some(({ type }) => type !== 'string'))
  ) {
    return { line: keywords.line, message: '"keywords" must be a list of texts.' };
  }
  const author = content.member('author')?.value;
  if (author !== undefined && (author.type !== 'object' || !isAuthor(author))) {
    return { line: author.line, message: '"author" must be an object with "name", "email" and "url" only.' };
  }
  return undefined;
}

function manifestAt(
  tree: PluginTree,
  format: PluginFormat,
  file: string,
  content: JsonNode | undefined,
): Manifest {
  const uri = uriBelow(tree.files.uri, file);
  return { format, file, content, uri, refused: false };
}

function portable(tree: PluginTree, file: string, content: JsonNode): Manifest {
  const manifest = manifestAt(tree, 'agent-plugins', file, content);
  const fatal = fatalFault(content);
  if (fatal !== undefined) {
    tree.report(file, fatal.message, fatal.line);
    return { ...manifest, refused: true };
  }
  for (const { name, line } of content.members()) {
    if (!portableFields.has(name))
      tree.report(file, `"${plainLine(name, 50)}" is unknown and is ignored.`, line);
  }
  const extensions = content.member('extensions')?.value;
  if (extensions !== undefined && extensions.type !== 'object') {
    tree.report(file, '"extensions" must be an object; it is ignored.', extensions.line);
  }
  return manifest;
}

async function readManifest(tree: PluginTree, file: string): Promise<JsonNode | undefined> {
  const text = await tree.readIfListed(file);
  if (text === undefined) return undefined;
  try {
    return parseJsonObject(text);
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    tree.report(file, error.message, error.line);
    return undefined;
  }
}

/** Detects the format of a plugin. An unreadable manifest is reported, and the usual paths are used. */
export async function findManifest(tree: PluginTree): Promise<Manifest> {
  const atRoot = await readManifest(tree, 'plugin.json');
  if (atRoot !== undefined && isAgentPlugins(atRoot)) return portable(tree, 'plugin.json', atRoot);
  let broken: Manifest | undefined;
  for (const { file, format } of places) {
    if ((await tree.kindOf(file)) === undefined) continue;
    const content = file === 'plugin.json' ? atRoot : await readManifest(tree, file);
    if (content !== undefined) return manifestAt(tree, format, file, content);
    broken ??= manifestAt(tree, format, file, undefined);
  }
  return broken ?? { ...manifestAt(tree, 'bare', '', undefined), file: undefined };
}

/** The name of a plugin that declares none. */
export function nameByUri(uri: string): string {
  const last = nameOf(uri.replace(/[?#].*$/s, '').replace(/\/+$/, ''));
  try {
    return plainLine(decodeURIComponent(last), 200) || 'plugin';
  } catch {
    return plainLine(last, 200) || 'plugin';
  }
}
