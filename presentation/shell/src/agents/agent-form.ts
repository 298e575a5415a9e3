import type { AgentCatalogEntry, AgentReport, AgentSettings } from '@loggia/protocol';
import { joinCommand, readPairs, splitCommand } from '../servers/add/split-command.ts';
import type { Fates } from '../servers/edit/edited-server.ts';

/** The values in the fields of the dialog. */
export interface AgentForm {
  readonly name: string;
  /** The program and its arguments, as one would type them. */
  readonly line: string;
  readonly folder: string;
  /** One `NAME=value` to a line. */
  readonly variables: string;
  /** The variables that the catalog asks for, by name. */
  readonly keys: Readonly<Record<string, string>>;
  /** The variables that the host has, and what becomes of each. */
  readonly stored: Fates;
  readonly authMethod: string;
}

export const emptyForm: AgentForm = {
  name: '',
  line: '',
  folder: '',
  variables: '',
  keys: {},
  stored: {},
  authMethod: '',
};

export function formFor({ name, settings, keys }: AgentCatalogEntry): AgentForm {
  const { command = '', args = [], env = {} } = settings ?? {};
  return {
    ...emptyForm,
    name,
    line: joinCommand([command, ...args]),
    variables: Object.entries(env)
      .map(([variable, value]) => `${variable}=${value ?? ''}`)
      .join('\n'),
    keys: Object.fromEntries(keys.map((key) => [key.name, ''])),
  };
}

export function formOf({ name, command = [], variables = [], folder, authMethod }: AgentReport): AgentForm {
  return {
    ...emptyForm,
    name,
    line: joinCommand(command),
    folder: folder ?? '',
    stored: Object.fromEntries(variables.map((variable) => [variable, 'keep'])),
    authMethod: authMethod ?? '',
  };
}

/** The subject of trust: the program, its arguments, and its folder. Undefined while it can't be read. */
export function programIn(form: AgentForm): string | undefined {
  try {
    const words = splitCommand(form.line.trim());
    return words.length === 0 ? undefined : JSON.stringify([...words, form.folder.trim()]);
  } catch {
    return undefined;
  }
}

/** The names of the variables that the program would get. */
export function variableNames(form: AgentForm): readonly string[] {
  const kept = Object.entries(form.stored).flatMap(([name, fate]) => (fate === 'remove' ? [] : [name]));
  const filled = Object.entries(form.keys).flatMap(([name, value]) => (value.trim() === '' ? [] : [name]));
  const typed = form.variables.split('\n').flatMap((line) => /^\s*([^\s=]+)\s*=/.exec(line)?.[1] ?? []);
  return [...new Set([...kept, ...filled, ...typed])];
}

/** The form starts from an entry of the catalog, or an agent that is changed. */
export interface FormOrigin {
  readonly entry?: AgentCatalogEntry | undefined;
  readonly edited?: AgentReport | undefined;
}

/** The settings as the host takes them. Throws a sentence that says what to enter. */
export function settingsIn(form: AgentForm, { entry, edited }: FormOrigin): AgentSettings {
  const [command, ...args] = splitCommand(form.line.trim());
  if (command === undefined)
    throw new Error('Enter the command that starts the agent, such as “opencode acp”.');
  const name = form.name.trim();
  if (name === '') throw new Error('Enter a name for the agent.');
  const env = { ...storedIn(form), ...filledIn(form), ...readPairs(form.variables, '=') };
  const folder = form.folder.trim();
  const authMethod = form.authMethod.trim() || methodFor(form, entry);
  const { install, node } = needsOf(form, { entry, edited });
  return {
    name,
    command,
    args,
    ...((edited !== undefined || Object.keys(env).length > 0) && { env }),
    ...(folder !== '' && { folder }),
    ...(authMethod !== undefined && authMethod !== '' && { authMethod }),
    ...(install !== undefined && { install }),
    ...(node !== undefined && { node }),
  };
}

/** `null` keeps the stored value. */
function storedIn({ stored }: AgentForm): Record<string, string | null> {
  return Object.fromEntries(
    Object.entries(stored).flatMap(([name, fate]) =>
      fate === 'remove' ? [] : [[name, fate === 'keep' ? null : fate.value] as const],
    ),
  );
}

function filledIn({ keys }: AgentForm): Record<string, string> {
  return Object.fromEntries(
    Object.entries(keys).flatMap(([name, value]) =>
      value.trim() === '' ? [] : [[name, value.trim()] as const],
    ),
  );
}

/** The sign-in method that belongs to a key that is filled in. */
function methodFor(form: AgentForm, entry: AgentCatalogEntry | undefined): string | undefined {
  return entry?.keys.find(({ name, authMethod }) => authMethod !== undefined && form.keys[name]?.trim())
    ?.authMethod;
}

/** Another command isn't the one that the catalog describes, so what it needs isn't known. */
function needsOf(form: AgentForm, { entry, edited }: FormOrigin): Pick<AgentSettings, 'install' | 'node'> {
  const before = entry ? formFor(entry) : edited && formOf(edited);
  return before?.line === form.line.trim() ? (entry?.settings ?? edited ?? {}) : {};
}
