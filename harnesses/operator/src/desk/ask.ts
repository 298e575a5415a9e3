import type { HarnessTurn } from '@loggia/sessions/harness';
import type { Phrases } from '../phrases/english.ts';
import type { Act } from './act.ts';

const mostChoices = 50;

type Of<Kind extends Act['kind']> = Extract<Act, { readonly kind: Kind }>;

/** Undefined when the user wants none of them. */
export async function askWhich(
  turn: HarnessTurn,
  { question, options }: Of<'which'>,
  { nothingToChoose }: Phrases,
): Promise<Act | undefined> {
  const offered = options.slice(0, mostChoices);
  if (offered.length === 0) return { kind: 'no', because: nothingToChoose };
  const answer = await turn.ask({
    message: question,
    fields: [
      {
        id: 'choice',
        message: question,
        type: 'choice',
        required: true,
        choices: offered.map(({ id, label, description }) => ({
          id,
          label,
          ...(description !== undefined && { description }),
        })),
      },
    ],
  });
  if (answer.kind === 'declined') return undefined;
  const { choice } = answer.values;
  return offered.find(({ id, label }) => choice === id || choice === label)?.act;
}

export async function askWhat(
  turn: HarnessTurn,
  { question, label }: Of<'what'>,
): Promise<string | undefined> {
  const answer = await turn.ask({
    message: question,
    fields: [{ id: 'text', title: label, message: label, type: 'text', required: true, min: 1, max: 500 }],
  });
  if (answer.kind === 'declined') return undefined;
  const text = String(answer.values['text'] ?? '').trim();
  return text === '' ? undefined : text;
}
