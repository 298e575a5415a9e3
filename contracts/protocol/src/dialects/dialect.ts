import { isKnownTo } from '../actions.ts';
import { familyOf, type Family, type Version } from '../versions.ts';
import { v03ActionTable } from './v03/actions.ts';

/**
 * How messages are translated for a connection's version: not at all, filtered to the part of the canonical model that
 * existed then, or by a codec.
 */
export const treatmentOf: Readonly<Record<Family, 'canonical' | 'filtered' | 'translated'>> = {
  '1.0': 'canonical',
  '0.9': 'filtered',
  '0.3': 'translated',
};

/** Whether an action with that name may be sent on a connection of that version. */
export function shows(type: string, version: Version): boolean {
  const family = familyOf(version);
  if (family !== '0.3') return family !== undefined && isKnownTo(type, version);
  // Conversations are translated; other channels have kept their actions.
  const translated = type.startsWith('session/') || type.startsWith('chat/');
  return translated ? v03ActionTable.has(type) : isKnownTo(type, version);
}
