import { parseJsonObject, TextFault, type JsonNode } from '../../files/json-text.ts';
import { refusalOf } from '../../files/file-refused.ts';
import { pathBelow, plainLine, uriBelow } from '../../files/names.ts';
import { isUsableMatcher } from '../../hooks/matcher.ts';
import type { DeclaredChild, HookEvent, HookHandler } from '../loaded.ts';
import { textMember } from '../manifest.ts';
import type { PluginTree } from '../tree.ts';
import { shownName } from './markdown.ts';

type HookChild = Extract<DeclaredChild, { type: 'hook' }>;

const mostEvents = 100;
const mostHandlers = 100;
const defaultSeconds = 60;
const mostSeconds = 600;

/** The names of the events in all formats, in lower case. */
const events: Readonly<Record<string, HookEvent>> = {
  sessionstart: 'SessionStart',
  userpromptsubmit: 'UserPromptSubmit',
  userpromptsubmitted: 'UserPromptSubmit',
  beforesubmitprompt: 'UserPromptSubmit',
  pretooluse: 'PreToolUse',
  posttooluse: 'PostToolUse',
  posttoolusefailure: 'PostToolUseFailure',
  stop: 'Stop',
  agentstop: 'Stop',
};

/** Where problems with a hook are reported. */
interface Place {
  readonly tree: PluginTree;
  readonly file: string;
}

/** One per event that the file names, since users turn these on and off. */
export function hooksOf(tree: PluginTree, file: string, written: JsonNode): readonly HookChild[] {
  const list = written.member('hooks')?.value ?? written;
  if (list.type !== 'object') {
    tree.report(file, 'Write the hooks as an object: a list for each event.', list.line);
    return [];
  }
  const uri = uriBelow(tree.files.uri, file);
  const members = list.members();
  if (members.length > mostEvents) {
    tree.report(file, `It has more than ${mostEvents} events; the rest is left out.`, list.line);
  }
  const unknown: { readonly name: string; readonly line: number }[] = [];
  const hooks = members.slice(0, mostEvents).flatMap(({ name, value, range, line }): HookChild[] => {
    if (value.type !== 'array') {
      if (list !== written) tree.report(file, `The hooks of "${plainLine(name, 50)}" must be a list.`, line);
      return [];
    }
    const child = { type: 'hook', name: shownName(name), uri, file, range } as const;
    const event = Object.hasOwn(events, name.toLowerCase()) ? events[name.toLowerCase()] : undefined;
    if (event === undefined) {
      unknown.push({ name: plainLine(name, 50), line });
      return [child];
    }
    const handlers = handlersIn({ tree, file }, value, undefined).slice(0, mostHandlers);
    if (handlers.length === 0) return [child];
    return [{ ...child, commands: handlers.map(lineOf), hook: { event, written: name, handlers } }];
  });
  const [first, ...others] = unknown;
  if (first) {
    const rest = others.length === 0 ? '' : ` and ${others.length} more`;
    tree.report(file, `Hooks of "${first.name}"${rest} never run: this host has no such event.`, first.line);
  }
  return hooks;
}

/** A hook, or a group of hooks with one matcher. */
function handlersIn(place: Place, list: JsonNode, above: string | undefined): readonly HookHandler[] {
  return list.elements().flatMap((entry) => {
    const matcher = textMember(entry, 'matcher') ?? above;
    if (matcher !== undefined && !isUsableMatcher(matcher)) {
      const message = 'The matcher is not a regular expression, or too complicated. The hook never runs.';
      place.tree.report(place.file, message, entry.line);
      return [];
    }
    const group = entry.member('hooks')?.value;
    return group?.type === 'array' ? handlersIn(place, group, matcher) : handlerOf(place, entry, matcher);
  });
}

function handlerOf(
  { tree, file }: Place,
  entry: JsonNode,
  matcher: string | undefined,
): readonly HookHandler[] {
  const type = textMember(entry, 'type') ?? 'command';
  const bash = textMember(entry, 'bash');
  const command = bash ?? textMember(entry, 'command') ?? '';
  if (type !== 'command' || command.trim() === '') {
    const what = type === 'command' ? 'without a command' : `of the type "${plainLine(type, 50)}"`;
    tree.report(file, `A hook ${what} never runs here. Only commands do.`, entry.line);
    return [];
  }
  if (entry.member('if') !== undefined)
    tree.report(file, '"if" is ignored: the hook runs whenever its matcher fits.', entry.line);
  try {
    const args = entry.member('args')?.value;
    return [
      {
        ...(matcher !== undefined && !['', '*'].includes(matcher) && { matcher }),
        shell: args?.type === 'array' ? undefined : bash === undefined ? 'sh' : 'bash',
        command,
        args: args?.type === 'array' ? args.elements().map((arg) => String(arg.value())) : [],
        env: variablesIn(entry.member('env')?.value),
        folder: pathBelow(textMember(entry, 'cwd') ?? '.'),
        timeoutMs: secondsOf(entry) * 1000,
        inBackground: entry.member('async')?.value.value() === true,
      },
    ];
  } catch (error) {
    tree.report(file, `The folder of a hook: ${refusalOf(error)}`, entry.line);
    return [];
  }
}

function secondsOf(entry: JsonNode): number {
  const written = (entry.member('timeout') ?? entry.member('timeoutSec'))?.value.value();
  const isTime = typeof written === 'number' && written > 0;
  return isTime ? Math.min(written, mostSeconds) : defaultSeconds;
}

function variablesIn(node: JsonNode | undefined): Readonly<Record<string, string>> {
  const members = node?.type === 'object' ? node.members() : [];
  return Object.fromEntries(
    members.flatMap(({ name, value }) => (value.type === 'string' ? [[name, String(value.value())]] : [])),
  );
}

/** As people are shown it before they trust it, and as the audit names it. */
export function lineOf({ command, args }: Pick<HookHandler, 'command' | 'args'>): string {
  return [command, ...args.map((arg) => (/^[\w./:=@%+,-]+$/.test(arg) ? arg : JSON.stringify(arg)))].join(
    ' ',
  );
}

export async function hooksIn(tree: PluginTree, file: string): Promise<readonly HookChild[]> {
  const text = await tree.read(file);
  if (text === undefined) return [];
  try {
    return hooksOf(tree, file, parseJsonObject(text));
  } catch (error) {
    if (!(error instanceof TextFault)) throw error;
    tree.report(file, error.message, error.line);
    return [];
  }
}
