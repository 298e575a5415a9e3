import type { HarnessTool } from '@loggia/sessions/harness';
import { synonymsOf } from '../language/synonyms.ts';
import { bareName } from '../language/tool-names.ts';
import { stemsOf } from '../language/words.ts';
import type { Problem } from '../schema/coerce.ts';
import { parametersOf, type Parameter } from '../schema/parameters.ts';
import { Draft } from './draft.ts';
import { readChoices, readSwitches } from './read-choices.ts';
import { readFreeText, readQuoted } from './read-free-text.ts';
import { readMentions } from './read-mentions.ts';
import { readNumbers } from './read-numbers.ts';
import { readDirections, readPlaces } from './read-places.ts';

export interface Reading {
  readonly parameters: readonly Parameter[];
  readonly values: ReadonlyMap<string, unknown>;
  /** About what was written and does not fit, by parameter. */
  readonly problems: ReadonlyMap<string, Problem>;
  /** Those whose value is what nothing else wanted; the others were recognized. */
  readonly leftovers: ReadonlySet<string>;
}

export interface Sentence {
  readonly text: string;
  /** Text that came with the message. */
  readonly attached?: string | undefined;
}

/** Reads the arguments of a tool from a sentence that asks for it. */
export function readArguments(tool: HarnessTool, sentence: Sentence): Reading {
  return read(tool, sentence, toolStemsOf(tool));
}

/** The same where the tool was named apart, so that every word is about its arguments. */
export function readOperands(tool: HarnessTool, sentence: Sentence): Reading {
  return read(tool, sentence, new Set());
}

/** Needed, and not known. */
export function missingIn({
  parameters,
  values,
}: Pick<Reading, 'parameters' | 'values'>): readonly Parameter[] {
  return parameters.filter(({ name, required }) => required && !values.has(name));
}

/** Every stem that may stand for the tool in a sentence. */
function toolStemsOf({ name, title = '' }: HarnessTool): ReadonlySet<string> {
  const own = stemsOf(`${bareName(name)} ${title.slice(0, 200)}`);
  return new Set(own.flatMap((stem) => [stem, ...synonymsOf(stem)]));
}

/** In this order, because what is said plainly goes before what is guessed. */
function read(tool: HarnessTool, { text, attached }: Sentence, toolStems: ReadonlySet<string>): Reading {
  const parameters = parametersOf(tool.inputSchema);
  const draft = new Draft(text, parameters, toolStems);
  readMentions(draft);
  readDirections(draft);
  readPlaces(draft);
  readChoices(draft);
  readSwitches(draft);
  readNumbers(draft);
  readQuoted(draft);
  readFreeText(draft, attached);
  const { values, problems, leftovers } = draft;
  return { parameters, values, problems, leftovers };
}
