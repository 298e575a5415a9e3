/** The author of a version, a commit or a change. */
export interface Author {
  /** On whose behalf. */
  readonly person: string;
  /** The handler, agent or View that acted for the person; absent if the person did it herself. */
  readonly actor?: AuthorActor;
}

export interface AuthorActor {
  readonly kind: 'handler' | 'agent' | 'view';
  /** As people know it; may be missing. */
  readonly name?: string;
}

const longestName = 80;
const pattern = /^(.*?) via (handler|agent|view)(?: (.*))?$/su;

/** As one line of text, which is what versions, commits and events carry: `local`, or `local via handler notes`. */
export function writeAuthor({ person, actor }: Author): string {
  if (!actor) return person;
  const name = (actor.name ?? '').replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  const shown = Array.from(name).slice(0, longestName).join('');
  return [person, 'via', actor.kind, ...(shown === '' ? [] : [shown])].join(' ');
}

export function readAuthor(text: string): Author {
  const [, person, kind, name] = pattern.exec(text) ?? [];
  if (person === undefined || !isActorKind(kind)) return { person: text };
  return { person, actor: { kind, ...(name !== undefined && { name }) } };
}

function isActorKind(kind: string | undefined): kind is AuthorActor['kind'] {
  return kind === 'handler' || kind === 'agent' || kind === 'view';
}
