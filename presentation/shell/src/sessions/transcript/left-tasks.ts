import { leftTasksIn, type Turn } from '@loggia/protocol';

/** Tells that servers may still work for a turn that was interrupted; undefined if none does. */
export function leftTasksSentence({ responseParts }: Pick<Turn, 'responseParts'>): string | undefined {
  const [first, ...others] = leftTasksIn(responseParts).map(({ displayName }) => `“${displayName}”`);
  if (first === undefined) return undefined;
  const which = others.length === 0 ? first : `${first} and ${others.length} more`;
  const it = others.length === 0 ? 'it' : 'them';
  return `${which} may still be running on the server. Resume to wait for ${it}. To cancel ${it}, resume and then stop.`;
}
