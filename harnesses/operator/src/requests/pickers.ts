import type { WorkspaceContents, HarnessAttachment, HarnessTool, Named } from '@loggia/sessions/harness';
import { isOwnedBy } from '../desk/owner-tools.ts';
import type { Phrases } from '../phrases/english.ts';
import type { Reading } from '../reading/read-arguments.ts';
import type { Parameter } from '../schema/parameters.ts';

/** A list of titles that is longer is not chosen from any more. */
const mostChoices = 50;

type Noun = keyof Phrases['pickers'];
const nouns: readonly Noun[] = ['artifact', 'server', 'session', 'collection', 'workspace'];
/** The words that may follow such a noun in the name of a parameter. */
const identifying: ReadonlySet<string> = new Set(['id', 'ids', 'uri', 'name']);

/**
 * Where something of the desk is wanted, it is chosen from by its title; where a file is wanted, what is attached is it.
 * Only the host and the servers that own types mean the desk by such names: the `server` of a stranger's tool is
 * something else.
 */
export function withPickers(
  tool: HarnessTool,
  reading: Reading,
  desk: WorkspaceContents | undefined,
  attachments: readonly HarnessAttachment[],
  phrases: Phrases,
): Reading {
  return reading.parameters.reduce<Reading>((soFar, parameter) => {
    const noun = desk && meansDesk(tool, desk) ? nounOf(parameter) : undefined;
    if (desk && noun)
      return withTitles(soFar, parameter, choicesFor(noun, tool, desk), phrases.pickers[noun]);
    return isFile(parameter) ? withFiles(soFar, parameter, attachments) : soFar;
  }, reading);
}

function meansDesk(tool: HarnessTool, desk: WorkspaceContents): boolean {
  return tool.server === desk.tools || desk.types.some(({ servers }) => isOwnedBy(tool, servers));
}

function nounOf({ kind, words }: Parameter): Noun | undefined {
  if (kind !== 'text' && kind !== 'texts') return undefined;
  const [first = '', second, ...more] = words;
  const isNamed = second === undefined || (identifying.has(second) && more.length === 0);
  return isNamed ? nouns.find((noun) => first === noun || first === `${noun}s`) : undefined;
}

function choicesFor(noun: Noun, tool: HarnessTool, desk: WorkspaceContents): readonly Named[] {
  switch (noun) {
    case 'artifact':
      return desk.artifacts.filter(({ type, state }) => {
        const { servers = [] } = desk.types.find(({ id }) => id === type) ?? {};
        return state !== 'archived' && (tool.server === desk.tools || isOwnedBy(tool, servers));
      });
    case 'server':
      return desk.servers;
    case 'session':
      return desk.sessions;
    case 'collection':
      return desk.collections;
    default:
      return desk.workspaces;
  }
}

function withTitles(
  reading: Reading,
  parameter: Parameter,
  fitting: readonly Named[],
  picker: string,
): Reading {
  const { name, kind } = parameter;
  const known = reading.values.get(name);
  const meant = (one: unknown) =>
    fitting.find(({ id, title }) => id === one || title.toLowerCase() === String(one).toLowerCase())?.id;
  const found = Array.isArray(known) ? known.map((one) => meant(one) ?? one) : (meant(known) ?? known);
  const values = known === undefined ? reading.values : new Map([...reading.values, [name, found]]);
  // An id of something that lies elsewhere is the user's to give.
  const isForeign = known !== undefined && [found].flat().some((one) => meant(one) === undefined);
  if (isForeign || fitting.length === 0 || fitting.length > mostChoices) return { ...reading, values };
  const choices = fitting.map(({ id, title }) => ({ value: id, label: title }));
  const picked: Parameter = {
    ...parameter,
    kind: kind === 'texts' ? 'choices' : 'choice',
    choices,
    title: parameter.title ?? picker,
    description: '',
  };
  return replaced({ ...reading, values }, picked);
}

function isFile({ kind, words }: Parameter): boolean {
  return kind === 'text' && words.some((word) => /^(?:file|filename|filepath|path|uri)$/u.test(word));
}

/** The one file that is attached is the one that is meant; of several it is chosen. */
function withFiles(
  reading: Reading,
  parameter: Parameter,
  attachments: readonly HarnessAttachment[],
): Reading {
  if (!parameter.required || reading.values.has(parameter.name)) return reading;
  const files = attachments.flatMap(({ label, uri, view }) => {
    const value = uri === undefined || view ? undefined : fileOf(uri, parameter);
    return value === undefined ? [] : [{ value, label }];
  });
  const [only, ...others] = files;
  if (!only) return reading;
  if (others.length === 0) {
    return { ...reading, values: new Map([...reading.values, [parameter.name, only.value]]) };
  }
  return replaced(reading, { ...parameter, kind: 'choice', choices: files });
}

function fileOf(uri: string, { words }: Parameter): string | undefined {
  if (!uri.startsWith('file:')) return undefined;
  if (words.includes('uri')) return uri;
  try {
    return decodeURIComponent(uri.replace(/^file:\/\/[^/]*/u, ''));
  } catch {
    return undefined;
  }
}

function replaced(reading: Reading, picked: Parameter): Reading {
  const parameters = reading.parameters.map((one) => (one.name === picked.name ? picked : one));
  return { ...reading, parameters };
}
