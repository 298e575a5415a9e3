import type { Customization } from '@loggia/protocol';
import { trustOf } from '../plugins/trust.ts';

/** Something that a person has to decide about before it runs. */
export interface Waiting {
  readonly source: string;
  readonly name: string;
  /** A server that was registered, or a folder or plugin that was trusted and has changed. */
  readonly kind: 'registered' | 'changed';
}

/**
 * Sources that wait for a decision the user hasn't been asked for yet. Sources that were never trusted ask on their
 * own.
 */
export function waitingIn(customizations: readonly Customization[]): readonly Waiting[] {
  const found = customizations.flatMap((entry): readonly Waiting[] => {
    const trust = trustOf(entry);
    if (trust?.decision !== 'undecided') return [];
    if (entry.type === 'mcpServer') return [{ source: trust.source, name: entry.name, kind: 'registered' }];
    return trust.changed ? [{ source: trust.source, name: entry.name, kind: 'changed' }] : [];
  });
  return [...new Map(found.map((one) => [one.source, one])).values()];
}
