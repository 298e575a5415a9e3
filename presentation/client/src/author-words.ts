import { readAuthor } from '@loggia/protocol';

/**
 * The author of a version, a commit or a change in words. Everybody who signs in with the host's token has one name, shown
 * as "you". Agents, Views, handlers and API keys act for somebody, and are named first.
 */
export function who(author: string): string {
  const { person, actor } = readAuthor(author);
  const name = person === 'local' ? 'you' : person;
  if (!actor) return name;
  return `${shown[actor.kind](actor)}, for ${name}`;
}

interface Named {
  readonly name?: string;
  readonly server?: string;
}

const shown = {
  agent: ({ name, server }: Named) =>
    `${name === undefined ? 'an agent' : `agent ${name}`}${server === undefined ? '' : ` through ${server}`}`,
  handler: ({ name }: Named) => (name === undefined ? 'a handler' : `handler ${name}`),
  key: ({ name }: Named) => (name === undefined ? 'an API key' : `key “${name}”`),
  view: ({ name, server }: Named) =>
    `${name === undefined ? 'a View' : `View ${name}`}${server === undefined ? '' : ` (${server})`}`,
};
