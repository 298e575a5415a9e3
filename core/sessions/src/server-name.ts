import type { SessionState } from '@loggia/protocol';
import { hostToolsId } from './equipment.ts';

/** The name of a server in the session; its id if the session doesn't list it. */
export function serverName({ customizations = [] }: SessionState, id: string): string {
  for (const entry of customizations) {
    if (entry.id === id) return entry.name;
    const child = 'children' in entry ? entry.children?.find((candidate) => candidate.id === id) : undefined;
    if (child) return child.name;
  }
  return id === hostToolsId ? 'Loggia' : id;
}
