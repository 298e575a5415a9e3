import type { TerminalAction, TerminalClaim, TerminalInfo, TerminalState } from '@loggia/protocol';
import * as fc from 'fast-check';
import { actionArbitraries, type ActionArbitraries } from './action-arbitraries.ts';
import { flag, object, text } from './values.ts';

const claim: fc.Arbitrary<TerminalClaim> = fc.oneof(
  object({ kind: fc.constant('client' as const), clientId: text }),
  object(
    {
      kind: fc.constant('session' as const),
      session: fc.constant('ahp-session:/1'),
      chat: fc.constant('ahp-chat:/1'),
    },
    { turnId: text, toolCallId: text },
  ),
);
const lifecycle: fc.Arbitrary<TerminalState['lifecycle']> = fc.oneof(
  object({ status: fc.constant('running' as const) }),
  object({ status: fc.constant('exited' as const) }, { exitCode: fc.nat(255) }),
);
const size = fc.integer({ min: 1, max: 200 });
const cwd = fc.constantFrom('file:///project', 'file:///project/src');
const commandId = fc.constantFrom('c1', 'c2');
/** Now and then enough to pass the bound. */
const output = fc.oneof(
  { weight: 9, arbitrary: text },
  { weight: 1, arbitrary: fc.nat(300_000).map((length) => '\u001B[?1049hx\n'.repeat(length / 10)) },
);

export const terminalInfos: fc.Arbitrary<TerminalInfo[]> = fc.array(
  object({ resource: fc.constant('ahp-terminal:/1'), title: text, claim, lifecycle }),
  { maxLength: 2 },
);

const part: fc.Arbitrary<TerminalState['content'][number]> = fc.oneof(
  object({ type: fc.constant('unclassified' as const), value: text }),
  object(
    {
      type: fc.constant('command' as const),
      commandId,
      commandLine: text,
      output: text,
      timestamp: fc.nat(9),
      isComplete: flag,
    },
    { exitCode: fc.nat(255), durationMs: fc.nat(9) },
  ),
);

export const terminalStates: fc.Arbitrary<TerminalState> = object(
  { title: text, content: fc.array(part, { maxLength: 3 }), lifecycle, claim },
  { cwd, cols: size, rows: size, supportsCommandDetection: flag, isPty: flag },
);

export const terminalActions: ActionArbitraries<TerminalAction> = actionArbitraries({
  'terminal/data': object({ data: output }),
  'terminal/input': object({ data: text }),
  'terminal/resized': object({ cols: size, rows: size }),
  'terminal/claimed': object({ claim }),
  'terminal/titleChanged': object({ title: text }),
  'terminal/cwdChanged': object({ cwd }),
  'terminal/exited': object({}, { exitCode: fc.nat(255) }),
  'terminal/cleared': object({}),
  'terminal/commandDetectionAvailable': object({}),
  'terminal/commandExecuted': object({ commandId, commandLine: text, timestamp: fc.nat(9) }),
  'terminal/commandFinished': object({ commandId }, { exitCode: fc.nat(255), durationMs: fc.nat(9) }),
});
