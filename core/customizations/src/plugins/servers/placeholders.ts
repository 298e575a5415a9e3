import type { Environment } from '../loaded.ts';

/** The values for `${…}` in a declaration. */
export interface PlaceholderContext {
  readonly environment: Environment;
  /** The folder of the plugin that declares it; undefined if it isn't on this machine, or isn't a plugin. */
  readonly pluginRoot: string | undefined;
  readonly pluginData: string | undefined;
}

/** A placeholder without a value. The message says what to do. */
export class Unresolved extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'Unresolved';
  }
}

const placeholder = /\$\{([^${}]*)\}/g;
const variable = /^(?:env:)?([A-Za-z_][A-Za-z0-9_]*)(?::?-(.*))?$/s;
const rootNames = new Set(['CLAUDE_PLUGIN_ROOT', 'PLUGIN_ROOT', 'CURSOR_PLUGIN_ROOT', 'COPILOT_PLUGIN_ROOT']);
const dataNames = new Set(['CLAUDE_PLUGIN_DATA', 'PLUGIN_DATA']);

function rootOf({ pluginRoot }: PlaceholderContext): string {
  if (pluginRoot !== undefined) return pluginRoot;
  throw new Unresolved("It needs files that are on the client, so it can't be started here.");
}

function dataOf({ pluginData }: PlaceholderContext): string {
  if (pluginData !== undefined) return pluginData;
  throw new Unresolved('It needs a folder for its data, and this host has none for it.');
}

function workspaceOf({ environment }: PlaceholderContext): string {
  if (environment.workspaceFolder !== undefined) return environment.workspaceFolder;
  throw new Unresolved('It needs a workspace folder. Use it in a session that has one.');
}

function homeOf({ environment }: PlaceholderContext): string {
  const home = environment.variable('HOME') ?? environment.variable('USERPROFILE');
  if (home !== undefined) return home;
  throw new Unresolved('It names the home folder. Let the host\'s setting "environment" allow HOME.');
}

function variableOf(
  name: string,
  otherwise: string | undefined,
  { environment }: PlaceholderContext,
): string {
  const value = environment.variable(name);
  if (value !== undefined && value !== '') return value;
  if (otherwise !== undefined) return otherwise;
  if (value !== undefined) return value;
  throw new Unresolved(
    `Set the variable ${name} where the host runs, and list it in the host's setting "environment".`,
  );
}

function resolve(inner: string, written: string, context: PlaceholderContext): string {
  if (rootNames.has(inner)) return rootOf(context);
  if (dataNames.has(inner)) return dataOf(context);
  if (/^workspace(?:Folder|Root)(?::.*)?$/.test(inner)) return workspaceOf(context);
  if (inner === 'userHome') return homeOf(context);
  if (inner === 'pathSeparator' || inner === '/') return '/';
  if (inner.startsWith('input:')) {
    throw new Unresolved(
      `It asks for the input "${inner.slice(6)}", which cannot be asked here. Write \${env:NAME} instead, and set that variable.`,
    );
  }
  if (inner.startsWith('user_config.')) {
    throw new Unresolved(
      `It needs the setting "${inner.slice(12)}", which cannot be asked here. Use a variable instead.`,
    );
  }
  if (/^(?:config|command|extensionInstallFolder|workspaceFolderBasename)\b/.test(inner)) {
    throw new Unresolved(`\${${inner}} means something only in an editor. Write the value itself.`);
  }
  const [, name, otherwise] = variable.exec(inner) ?? [];
  return name === undefined ? written : variableOf(name, otherwise, context);
}

/** Replaces every placeholder once, without looking at the result again. Throws Unresolved. */
export function expand(text: string, context: PlaceholderContext): string {
  return text.replace(placeholder, (written, inner: string) => resolve(inner, written, context));
}

/** As in Agent Plugins 1.0: exactly two names. */
export function expandPortable(text: string, context: PlaceholderContext): string {
  return text.replace(/\$\{PLUGIN_(ROOT|DATA)\}/g, (_, name: string) =>
    name === 'ROOT' ? rootOf(context) : dataOf(context),
  );
}
