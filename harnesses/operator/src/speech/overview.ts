import type { HarnessTool } from '@loggia/sessions/harness';
import { bareName } from '../language/tool-names.ts';
import { wordsOf } from '../language/words.ts';
import { parametersOf, type Parameter } from '../schema/parameters.ts';
import { counted, listed, plain } from './markdown.ts';
import { groupsOf, howToAdd, noTools, titleOf } from './listing.ts';
import { usage } from './present-call.ts';

const greeting =
  /^(?:hi|hello|hey|help|good (?:morning|afternoon|evening)|greetings|start|what can (?:you|i) do(?: here| for me)?|who are you|what are you|how (?:does this|do you|do i) (?:work|use (?:this|you)|start)|help me)(?: there| operator| please)?$/u;

/** Whether the user wants to know what there is rather than something done. */
export function isGreeting(text: string): boolean {
  return (
    text.length < 80 &&
    greeting.test(
      text
        .toLowerCase()
        .replaceAll(/[^\p{L} ]/gu, '')
        .trim(),
    )
  );
}

/** What can be done here, with examples from the tools that there are. */
export function overview(tools: readonly HarnessTool[]): string {
  const opening =
    'I find the tool that fits what you write, ask for what is missing, and run it. I use no model.';
  if (tools.length === 0) return [opening, noTools, commands].join('\n\n');
  const groups = groupsOf(tools).slice(0, 12);
  const there = groups.map(({ name, tools: own }) => `${plain(titleOf(name))} (${own.length})`).join(', ');
  return [
    opening,
    `There ${tools.length === 1 ? 'is' : 'are'} ${counted(tools.length, 'tool')}: ${there}. You could write:`,
    listed(examplesFrom(tools)),
    commands,
    howToAdd,
  ].join('\n\n');
}

const commands = [
  'Besides plain words you can write',
  listed([
    '`/NAME key=value …`, `/NAME {"key": "value"}` or `/NAME words` to run a tool at once,',
    '`/tools [words]` to list tools, `/servers` for where they come from,',
    '`/skills` to list skills and `/SKILL` to read one, `/help` for this.',
  ]),
].join('\n\n');

/** The simplest of three different servers where there are as many. */
function examplesFrom(tools: readonly HarnessTool[]): readonly string[] {
  const groups = groupsOf(tools).map((group) =>
    group.tools.toSorted((one, other) => needs(one) - needs(other)),
  );
  const picked: HarnessTool[] = [];
  for (let round = 0; picked.length < 3 && groups.some((group) => round < group.length); round++) {
    for (const group of groups) {
      const tool = group[round];
      if (tool && picked.length < 3) picked.push(tool);
    }
  }
  return picked.map((tool) => `“${plain(sentenceFor(tool))}” or ${usage(tool)}`);
}

function needs({ inputSchema }: HarnessTool): number {
  return parametersOf(inputSchema).filter(({ required }) => required).length;
}

function sentenceFor(tool: HarnessTool): string {
  const words = wordsOf(bareName(tool.name)).join(' ');
  const needed = parametersOf(tool.inputSchema).filter(({ required }) => required);
  return [words, ...needed.slice(0, 2).map(sample)].join(' ');
}

function sample({ kind, name, choices, min }: Parameter): string {
  const [first] = choices;
  if (first) return first.label;
  return kind === 'number' || kind === 'integer' ? String(min ?? 2) : `${wordsOf(name).join(' ')} …`;
}
