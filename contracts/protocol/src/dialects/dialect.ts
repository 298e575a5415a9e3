import { isKnownTo } from '../actions.ts';
import { familyOf, type Family, type Version } from '../versions.ts';
import { v03ActionTable } from './v03/actions.ts';

/**
 * How a connection is spoken to, by what was negotiated: in the canonical model as it is, in the part of
 * it that was there at the time, or in a language of its own, for which there is a codec.
 */
export const treatmentOf: Readonly<Record<Family, 'canonical' | 'filtered' | 'translated'>> = {
  '1.0': 'canonical',
  '0.9': 'filtered',
  '0.3': 'translated',
};

/** Whether an action of that name may go out on a connection of that version. */
export function shows(type: string, version: Version): boolean {
  const family = familyOf(version);
  if (family !== '0.3') return family !== undefined && isKnownTo(type, version);
  // Conversations are translated; the other channels have kept their actions.
  const translated = type.startsWith('session/') || type.startsWith('chat/');
  return translated ? v03ActionTable.has(type) : isKnownTo(type, version);
}
