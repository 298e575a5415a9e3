import type { HarnessTool } from '@loggia/sessions/harness';
import { parametersOf, type Parameter } from '../schema/parameters.ts';
import { bareName } from '../language/tool-names.ts';
import { wordsOf } from '../language/words.ts';
import { code, plain } from './markdown.ts';

/** How to call the tool in so many words. */
function usage(tool: HarnessTool): string {
  const parameters = parametersOf(tool.inputSchema);
  const needed = parameters.filter(({ required }) => required);
  return code([`/${tool.name}`, ...needed.map(operand)].join(' '), 200);
}

/** One line of a list. */
export function described(tool: HarnessTool): string {
  const about = plain(firstSentence(tool.description ?? tool.title ?? ''));
  return about === '' ? usage(tool) : `${usage(tool)} – ${about}`;
}

function operand(parameter: Parameter): string {
  const { name, kind, choices } = parameter;
  const [first] = choices;
  if (first) return `${name}=${JSON.stringify(first.label)}`;
  switch (kind) {
    case 'number':
    case 'integer':
      return `${name}=${parameter.min ?? 1}`;
    case 'boolean':
      return `${name}=true`;
    case 'json':
      return `${name}:={…}`;
    default:
      return `${name}="…"`;
  }
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/su.exec(text.slice(0, 400))?.[0] ?? text;
}

/** The tool's name for people. */
export function calledBy({ name, title }: HarnessTool): string {
  const words = title ?? wordsOf(bareName(name)).join(' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
