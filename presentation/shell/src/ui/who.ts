import { readAuthor } from '@loggia/protocol';

/**
 * Who did something, in a word. Whoever enters with the token of the host goes by one name, and is who reads this.
 * Handlers, agents and Views act for somebody, and are named first.
 */
export function who(author: string): string {
  const { person, actor } = readAuthor(author);
  const name = person === 'local' ? 'you' : person;
  if (!actor) return name;
  return `${actor.name ?? unnamed[actor.kind]} (for ${name})`;
}

const unnamed = { agent: 'an agent', handler: 'a handler', view: 'a View' } as const;
