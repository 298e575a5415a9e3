import type { HarnessEvent, HarnessTool, HarnessTurn } from '@loggia/sessions/harness';
import type { Command } from '../command-line.ts';
import { choose } from '../ranking/choose.ts';
import { rank } from '../ranking/rank.ts';
import { readArguments } from '../reading/read-arguments.ts';
import type { Phrases } from '../phrases/english.ts';
import { cut, listed, plain } from '../speech/markdown.ts';
import { described } from '../speech/present-call.ts';
import { pickTool } from './pick-tool.ts';
import { useTool } from './use-tool.ts';

export interface InvokedSkill {
  readonly name: string;
  readonly text: string;
  readonly rest: string;
}

const longestText = 6_000;
const mostOffered = 8;

/** A skill that the user may call by this name. */
export async function skillFor(
  turn: HarnessTurn,
  { name, rest }: Command,
): Promise<InvokedSkill | undefined> {
  const wanted = name.toLowerCase();
  const skill = turn.guidance().skills.find((one) => one.forUser && one.name.toLowerCase() === wanted);
  return skill && { name: skill.name, text: await skill.read(rest), rest };
}

/** Shows what the skill says to do, and offers the tools that it names: without a model, the user takes the steps. */
export async function* useSkill(
  turn: HarnessTurn,
  { name, text, rest }: InvokedSkill,
  tools: readonly HarnessTool[],
  phrases: Phrases,
): AsyncGenerator<HarnessEvent> {
  const shown = cut(text.trim(), longestText);
  yield { kind: 'text', text: `${phrases.skillSays(plain(name))}\n\n${shown}\n\n` };
  const named = namedIn(text, tools).slice(0, mostOffered);
  if (named.length === 0) return;
  const decision = rest === '' ? undefined : choose(rank(rest, named));
  const tool =
    decision?.kind === 'sure'
      ? decision.tool
      : await pickTool(turn, phrases.skillNames(plain(name)), named, phrases);
  if (tool)
    yield* useTool(turn, tool, readArguments(tool, { text: rest }), {
      picked: 'by-words',
      sentence: rest,
      phrases,
    });
  else yield { kind: 'text', text: `${phrases.useThemYourself}\n\n${listed(named.map(described))}\n\n` };
}

/** In the order in which the text names them. */
function namedIn(text: string, tools: readonly HarnessTool[]): readonly HarnessTool[] {
  const places = tools.flatMap((tool) => {
    const at = placeOf(text, tool.name);
    return at < 0 ? [] : [{ tool, at }];
  });
  return places.toSorted((one, other) => one.at - other.at).map(({ tool }) => tool);
}

function placeOf(text: string, name: string): number {
  const isPartOfWord = (character: string | undefined) =>
    character !== undefined && /[\p{L}\p{N}_-]/u.test(character);
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    if (!isPartOfWord(text[at - 1]) && !isPartOfWord(text[at + name.length])) return at;
    if (name === '') return -1;
  }
  return -1;
}
