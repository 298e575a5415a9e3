import type { HarnessTool } from '@loggia/sessions/harness';
import { parametersOf, type Parameter } from '../schema/parameters.ts';
import { code, plain } from './markdown.ts';

/** How every announcement begins; a turn that is taken up again is told from it how far it had come. */
const opening = 'I will use **';

export function announce(tool: HarnessTool, values: ReadonlyMap<string, unknown>): string {
  const whose = tool.server ? ` of ${plain(tool.server)}` : '';
  const given = [...values].map(([name, value]) => `${plain(name)}: ${code(shown(value))}`);
  return `${opening}${plain(tool.name)}**${whose}${given.length > 0 ? ` with ${given.join(', ')}` : ''}.\n\n`;
}

export function isAnnouncement(text: string): boolean {
  return text.trimStart().startsWith(opening);
}

/** How to call the tool in so many words. */
export function usage(tool: HarnessTool): string {
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

export function shown(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/su.exec(text.slice(0, 400))?.[0] ?? text;
}
