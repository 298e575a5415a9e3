import type { Customization } from '@loggia/protocol';
import { everyCustomization } from '../calls/call-words.ts';

export interface Invocable {
  readonly id: string;
  readonly name: string;
  readonly description: string | undefined;
  readonly kind: 'skill' | 'prompt';
}

export interface Persona {
  readonly uri: string;
  readonly name: string;
  readonly description: string | undefined;
}

function isOn(entry: Customization): boolean {
  if ('enabled' in entry && !entry.enabled) return false;
  return !('enablement' in entry) || entry.enablement?.[0]?.enabled !== false;
}

/** What a message can begin with: skills and prompts that are on and that users may call. */
export function invocablesIn(customizations: readonly Customization[] | undefined): readonly Invocable[] {
  return everyCustomization(customizations?.filter(isOn)).flatMap((entry): readonly Invocable[] => {
    if (entry.type !== 'skill' && entry.type !== 'prompt') return [];
    if (entry.enabled === false || (entry.type === 'skill' && entry.disableUserInvocation === true))
      return [];
    const { id, name, description, type: kind } = entry;
    return [{ id, name, description, kind }];
  });
}

/** Whom a message can be addressed to. */
export function personasIn(customizations: readonly Customization[] | undefined): readonly Persona[] {
  return everyCustomization(customizations?.filter(isOn)).flatMap((entry): readonly Persona[] => {
    if (entry.type !== 'agent' || entry.enabled === false || entry.disableUserInvocation === true) return [];
    return [{ uri: entry.uri, name: entry.name, description: entry.description }];
  });
}

/** What fits the word that is being typed after a slash at the very beginning; undefined while there is none. */
export function suggestions(
  text: string,
  caret: number,
  invocables: readonly Invocable[],
): readonly Invocable[] | undefined {
  const [, typed] = /^\/(\S*)$/.exec(text.slice(0, caret)) ?? [];
  if (typed === undefined) return undefined;
  const wanted = typed.toLocaleLowerCase();
  const starts = invocables.filter(({ name }) => name.toLocaleLowerCase().startsWith(wanted));
  const has = invocables.filter(
    ({ name, description = '' }) =>
      !name.toLocaleLowerCase().startsWith(wanted) &&
      `${name} ${description}`.toLocaleLowerCase().includes(wanted),
  );
  return [...starts, ...has].slice(0, 12);
}

/** The text once a suggestion was taken. What came after the word stays. */
export function completed(text: string, caret: number, { name }: Pick<Invocable, 'name'>): string {
  return `/${name} ${text.slice(caret).trimStart()}`;
}
