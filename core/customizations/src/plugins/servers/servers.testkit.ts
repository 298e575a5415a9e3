import type { Environment } from '../loaded.ts';
import type { DeclarationRules } from './declaration-rules.ts';

export function environmentWith(
  variables: Readonly<Record<string, string>>,
  more: Omit<Environment, 'variable'> = {},
): Environment {
  const values = new Map(Object.entries(variables));
  return { ...more, variable: (name) => values.get(name) };
}

/** For a plugin at `/plugins/sample`, used in the workspace `/project`. */
export const pluginRules: DeclarationRules = {
  dialect: 'tolerant',
  author: 'guest',
  environment: environmentWith({ TOKEN: 'secret', EMPTY: '' }, { workspaceFolder: '/project' }),
  pluginRoot: '/plugins/sample',
  pluginData: '/data/sample',
  folder: '/plugins/sample',
  startsIn: '/project',
};

/** The same plugin, with files on a client. */
export const clientRules: DeclarationRules = {
  ...pluginRules,
  pluginRoot: undefined,
  pluginData: undefined,
  folder: undefined,
};
