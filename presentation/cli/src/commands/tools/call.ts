import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { nearest } from '@loggia/protocol';
import { defineCommand } from '../../command-line/command.ts';
import { CommandFailed, wrongUsage } from '../../failure.ts';
import type { World } from '../../world.ts';
import { sessionOption } from '../session-option.ts';
import { signedIn } from '../signed-in.ts';
import { scopeOf, visitHost, type Visit } from '../visit.ts';
import { shownResult } from './show-result.ts';
import { typedArguments, type ToolArguments } from './typed-arguments.ts';

/** The host ends a call that takes too long; this only keeps our own patience out of the way. */
const answerWithinMs = 24 * 60 * 60_000;

export const callTool = defineCommand({
  path: ['tools', 'call'],
  says: 'Run a tool and print its result.',
  takes: ['SERVER', 'TOOL', 'KEY=VALUE…'],
  options: {
    'json-args': {
      kind: 'text',
      value: 'JSON',
      says: 'All arguments as one object',
      example: `--json-args '{"path":"."}'`,
    },
    'args-file': {
      kind: 'text',
      value: 'FILE',
      says: 'The same from a file; - reads them from standard input',
      example: '--args-file call.json',
    },
    ...sessionOption,
  },
  more: 'KEY=VALUE is converted to the type the tool expects: text, a number, true or false. KEY:=JSON is passed as is, and a repeated key becomes a list. Ctrl-C cancels the call.',
  examples: [
    ['loggia tools call files read_file path=README.md', 'Arguments by name'],
    [`loggia tools call search find query=loggia tags:='["a","b"]'`, 'With a list as JSON'],
  ],
  async run(given, world) {
    const [server = '', tool = '', ...words] = given.words;
    const whole = await wholeArguments(given.options, words, world);
    const { session } = given.options;
    return visitHost(given, world, async (visit) => {
      const args =
        whole ?? (words.length === 0 ? {} : await argumentsFor(visit, { server, tool, session }, words));
      const result = await signedIn(visit, server, session, () =>
        visit.link.ask(
          'x-loggia/callTool',
          { server, tool, arguments: args, ...scopeOf(session) },
          { timeoutMs: answerWithinMs, signal: world.interrupted },
        ),
      );
      visit.printer.document(result);
      for (const text of shownResult(result)) visit.printer.line(text);
      if (result.isError !== true) return 'done';
      visit.printer.note('The tool reported an error.');
      return 'failed';
    });
  },
});

async function wholeArguments(
  options: { readonly 'json-args': string | undefined; readonly 'args-file': string | undefined },
  words: readonly string[],
  world: World,
): Promise<ToolArguments | undefined> {
  const { 'json-args': text, 'args-file': file } = options;
  const ways = [text, file, words[0]].filter((way) => way !== undefined);
  if (ways.length > 1)
    throw wrongUsage('Give the arguments in one way: KEY=VALUE, --json-args or --args-file.');
  if (text !== undefined) return objectIn(text, '--json-args');
  return file === undefined ? undefined : objectIn(await contentOf(file, world), '--args-file');
}

async function contentOf(file: string, world: World): Promise<string> {
  if (file === '-') return world.readInput();
  return readFile(path.resolve(world.workingDirectory, file), 'utf8').catch(
    (error: NodeJS.ErrnoException) => {
      throw new CommandFailed(
        'failed',
        `${file} cannot be read (${error.code ?? error.message}). Check its path.`,
      );
    },
  );
}

function objectIn(text: string, option: string): ToolArguments {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    value = undefined;
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as ToolArguments;
  throw wrongUsage(`${option} has to be one JSON object, such as {"path":"."}.`);
}

/** Asks what the tool takes, since `7` is a number for one and text for another. */
async function argumentsFor(
  visit: Visit,
  {
    server,
    tool,
    session,
  }: { readonly server: string; readonly tool: string; readonly session: string | undefined },
  words: readonly string[],
): Promise<ToolArguments> {
  const { tools, missing } = await signedIn(visit, server, session, () =>
    visit.link.ask('x-loggia/listTools', { server, ...scopeOf(session) }),
  );
  const found = tools.find((entry) => entry.tool.name === tool);
  if (found !== undefined) return typedArguments(words, found.tool.inputSchema);
  // The call itself says best why a server does not answer, and whether a sign-in helps.
  if (missing.length > 0) return typedArguments(words);
  const meant = nearest(
    tool,
    tools.map((entry) => entry.tool.name),
  );
  const hint =
    meant === undefined ? `"loggia tools list ${server}" shows them all.` : `Did you mean "${meant}"?`;
  throw new CommandFailed('failed', `"${server}" has no tool "${tool}". ${hint}`);
}
