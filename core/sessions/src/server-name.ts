import type { SessionState } from '@loggia/protocol';

/** What users call a server of the session; its id where the session does not list it. */
export function serverName({ customizations = [] }: SessionState, id: string): string {
  for (const entry of customizations) {
    if (entry.id === id) return entry.name;
    const child = 'children' in entry ? entry.children?.find((candidate) => candidate.id === id) : undefined;
    if (child) return child.name;
  }
  return id;
}
