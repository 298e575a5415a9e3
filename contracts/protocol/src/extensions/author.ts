/** The author of a version, a commit or a change. */
export interface Author {
  /** The person behind it. */
  readonly person: string;
  /** The handler, agent or View that acted for the person; absent if they acted themselves. */
  readonly actor?: AuthorActor;
}

export interface AuthorActor {
  readonly kind: 'handler' | 'agent' | 'view' | 'key';
  /** The name for people; may be missing. A View's is its title, and an API key's the one it was created under. */
  readonly name?: string;
  /** The name of the server that an agent or a View acted through. */
  readonly server?: string;
}

const longestName = 80;
const pattern =
  /^(.*?) via (?:(handler|key)(?: (.*))?|(agent|view)(?: (?!through )(.*?))?(?: through (.*))?)$/su;

/**
 * The author as one line of text for versions, commits and events: `local`, `local via handler notes`,
 * `local via key ci`, or `local via view Board through Boards`.
 */
export function writeAuthor({ person, actor }: Author): string {
  if (!actor) return person;
  const name = short(actor.name);
  const isAlone = actor.kind === 'handler' || actor.kind === 'key';
  const server = isAlone ? '' : short(actor.server);
  const plain = isAlone ? name : withoutServer(name);
  return [
    person,
    'via',
    actor.kind,
    ...(plain === '' ? [] : [plain]),
    ...(server === '' ? [] : ['through', server]),
  ].join(' ');
}

export function readAuthor(text: string): Author {
  const [, person, alone, ownName, kind, name, server] = pattern.exec(text) ?? [];
  if (person === undefined) return { person: text };
  if (alone === 'handler' || alone === 'key')
    return { person, actor: { kind: alone, ...(ownName !== undefined && { name: ownName }) } };
  if (kind !== 'agent' && kind !== 'view') return { person: text };
  return {
    person,
    actor: { kind, ...(name !== undefined && { name }), ...(server !== undefined && { server }) },
  };
}

function short(name = ''): string {
  const line = name.replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  return Array.from(line).slice(0, longestName).join('');
}

/** A name can't claim to come through another server. */
function withoutServer(name: string): string {
  return name.replaceAll(/(?<= |^)through(?= )/gu, 'thru');
}
