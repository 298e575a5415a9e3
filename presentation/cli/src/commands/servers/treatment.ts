import type { ServerSettings } from '@loggia/protocol';
import type { OptionTable } from '../../command-line/options.ts';
import { wrongUsage } from '../../failure.ts';

/** How the host treats a server, however it is reached. */
export const treatmentOptions = {
  isolation: {
    kind: 'text',
    value: 'HOW',
    says: '"session" gives every session a process of its own; "shared" is the default',
    example: '--isolation session',
  },
  roots: {
    kind: 'text',
    value: 'WHICH',
    says: '"none" keeps the session’s folder from it; "session" tells it even if the command names folders',
    example: '--roots none',
  },
  'start-within': {
    kind: 'count',
    value: 'SECONDS',
    says: 'How long it can take to start (default: 30)',
    example: '--start-within 120',
  },
  'call-within': {
    kind: 'count',
    value: 'SECONDS',
    says: 'How long a call can take without progress (default: 300)',
    example: '--call-within 900',
  },
} as const satisfies OptionTable;

export interface TypedTreatment {
  readonly isolation: string | undefined;
  readonly roots: string | undefined;
  readonly 'start-within': number | undefined;
  readonly 'call-within': number | undefined;
}

type Treatment = Pick<ServerSettings, 'isolation' | 'roots' | 'startWithinSeconds' | 'callWithinSeconds'>;

/** Throws with what to write instead. */
export function treatmentOf(typed: TypedTreatment): Treatment {
  const { isolation, roots } = typed;
  if (isolation !== undefined && isolation !== 'session' && isolation !== 'shared')
    throw wrongUsage(`--isolation cannot be "${isolation}". Give "session" or "shared".`);
  if (roots !== undefined && roots !== 'session' && roots !== 'none')
    throw wrongUsage(`--roots cannot be "${roots}". Give "session" or "none".`);
  const startWithinSeconds = seconds(typed, 'start-within', 3600);
  const callWithinSeconds = seconds(typed, 'call-within', 86_400);
  return {
    ...(isolation !== undefined && { isolation }),
    ...(roots !== undefined && { roots }),
    ...(startWithinSeconds !== undefined && { startWithinSeconds }),
    ...(callWithinSeconds !== undefined && { callWithinSeconds }),
  };
}

function seconds(
  typed: TypedTreatment,
  name: 'start-within' | 'call-within',
  most: number,
): number | undefined {
  const value = typed[name];
  if (value !== undefined && (value < 1 || value > most))
    throw wrongUsage(`--${name} cannot be ${value}. Give a number of seconds from 1 to ${most}.`);
  return value;
}
