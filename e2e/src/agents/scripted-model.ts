import { answers, calls, lastSaid, says, type Answer, type SeenRequest } from '@loggia/testing/providers';

/** The messages that the model understands, wherever an agent puts them among its own words. */
const orders = /Use [\w-]+ now\.|Say hello\.|What did I say first\?/g;

export const say = {
  use: (tool: string): string => `Use ${tool} now.`,
  hello: 'Say hello.',
  first: 'What did I say first?',
};

/** Does what the last message says, with whatever names an agent gives to tools. */
export function answerOf(request: SeenRequest): Answer {
  const schema = wantedSchema(request);
  if (schema) return answers(says(JSON.stringify(valueOf(schema))));
  // Agents also want titles, summaries and suggestions.
  if (request.tools.length === 0) return answers(says('A conversation'));
  const last = request.turns.at(-1);
  const order =
    lastOrder(last?.text) ?? (last?.results.length ? undefined : lastOrder(lastSaid(request).text));
  if (order === undefined) return answers(says(`The tool says ${last?.results.join(' ') ?? 'nothing'}`));
  if (order === say.hello) return answers(says('Hel', 'lo.'));
  if (order === say.first) return answers(says(`You said: ${firstOrder(request) ?? 'nothing'}`));
  const tool = order.split(' ')[1] ?? '';
  const name = offered(request.tools, tool);
  return answers(
    name === undefined ? says(`I have no ${tool}, only ${request.tools.join(', ')}.`) : calls(name, {}),
  );
}

interface Schema {
  readonly enum?: readonly unknown[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
}

/** Codex asks the model in this way for titles, and whether it agrees with a call. */
function wantedSchema({ body }: SeenRequest): Schema | undefined {
  return (body['text'] as { readonly format?: { readonly schema?: Schema } } | undefined)?.format?.schema;
}

/** A value of the schema that agrees with everything. */
function valueOf({ enum: choices, type, properties = {} }: Schema): unknown {
  if (choices) return choices.includes('allow') ? 'allow' : choices[0];
  if (type === 'object')
    return Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, valueOf(each)]));
  return 'A conversation';
}

function lastOrder(text = ''): string | undefined {
  return text.match(orders)?.at(-1);
}

function firstOrder({ turns }: SeenRequest): string | undefined {
  return turns.flatMap(({ role, text }) => (role === 'user' ? (text.match(orders) ?? []) : []))[0];
}

function offered(names: readonly string[], tool: string): string | undefined {
  const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
  const found = names.filter((name) => plain(name).endsWith(plain(tool)));
  // An agent may have a tool of its own with such a name.
  return found.find((name) => name.includes('loggia')) ?? found[0];
}
