import type { ServerDefinition } from '@loggia/mcp';
import type { DeclarationRules } from './declaration-rules.ts';
import { Fault } from './fault.ts';
import { choice, seconds, textMap, type Entry } from './values.ts';

/** The optional settings for how to treat the server. */
export function treatment(
  entry: Entry,
  { author }: DeclarationRules,
): Omit<ServerDefinition, 'name' | 'transport'> {
  const sampling = choice(entry, 'sampling', ['ask', 'allow', 'deny']);
  if (sampling === 'allow' && author === 'guest') {
    throw new Fault('Only the host\'s own configuration may allow "sampling". Remove it.', 'sampling');
  }
  const era = choice(entry, 'era', ['auto', 'legacy', 'modern']);
  const isolation = choice(entry, 'isolation', ['shared', 'session']);
  const roots = choice(entry, 'roots', ['session', 'none']);
  const startWithinMs = seconds(entry, 'startWithinSeconds', 3600);
  const callWithinMs = seconds(entry, 'callWithinSeconds', 86_400);
  const oauth = textMapOrNone(entry, 'oauth');
  const clientId = oauth?.get('clientId');
  const clientSecret = oauth?.get('clientSecret');
  return {
    ...(sampling !== undefined && { sampling }),
    ...(era !== undefined && { era }),
    ...(isolation !== undefined && { isolation }),
    ...(roots !== undefined && { roots }),
    ...(startWithinMs !== undefined && { startWithinMs }),
    ...(callWithinMs !== undefined && { callWithinMs }),
    ...(clientId !== undefined && {
      oauthClient: { clientId, ...(clientSecret !== undefined && { clientSecret }) },
    }),
  };
}

/** Other hosts also allow lists and numbers here: only texts count. */
function textMapOrNone(entry: Entry, field: string): ReadonlyMap<string, string> | undefined {
  const value = entry.get(field);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const own = Object.entries(value).filter(([, each]) => typeof each === 'string');
  return textMap(new Map([[field, Object.fromEntries(own)]]), field);
}
