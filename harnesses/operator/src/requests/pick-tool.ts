import type { HarnessTool, HarnessTurn } from '@loggia/sessions/harness';
import type { Phrases } from '../phrases/english.ts';
import { cut } from '../speech/markdown.ts';

/** Asks the user which one is meant; undefined when none is. */
export async function pickTool(
  turn: HarnessTurn,
  message: string,
  tools: readonly HarnessTool[],
  phrases: Phrases,
): Promise<HarnessTool | undefined> {
  const answer = await turn.ask({
    message,
    fields: [
      {
        id: 'tool',
        title: phrases.tool,
        message: phrases.whichTool,
        type: 'choice',
        required: true,
        choices: tools.map(choiceOf),
      },
    ],
  });
  if (answer.kind === 'declined') return undefined;
  const { tool: chosen } = answer.values;
  return tools.find(({ name, title }) => chosen === name || chosen === title);
}

function choiceOf({ name, title, description = '', server }: HarnessTool): {
  readonly id: string;
  readonly label: string;
  readonly description?: string;
} {
  const label = [title ?? name, server ? `(${server})` : ''].filter(Boolean).join(' ');
  const about = cut(description.replaceAll(/\s+/gu, ' ').trim(), 160);
  return { id: name, label, ...(about !== '' && { description: about }) };
}
