import { z } from 'zod';
import { openObject, openUnion, uriSchema } from '../../schema.ts';

/** The holder of a terminal. It always has one. */
export const terminalClaimSchema = openUnion('kind', [
  openObject({ kind: z.literal('client'), clientId: z.string() }),
  openObject({
    kind: z.literal('session'),
    session: uriSchema,
    chat: uriSchema,
    turnId: z.string().optional(),
    toolCallId: z.string().optional(),
  }),
]);
export type TerminalClaim = z.infer<typeof terminalClaimSchema>;

/** A process that was killed may have left no exit code. */
export const terminalLifecycleSchema = openUnion('status', [
  openObject({ status: z.literal('running') }),
  openObject({ status: z.literal('exited'), exitCode: z.number().optional() }),
]);
export type TerminalLifecycle = z.infer<typeof terminalLifecycleSchema>;

/** A terminal in the list on the root channel. */
export const terminalInfoSchema = openObject({
  resource: uriSchema,
  title: z.string(),
  claim: terminalClaimSchema,
  lifecycle: terminalLifecycleSchema,
});
export type TerminalInfo = z.infer<typeof terminalInfoSchema>;

/** Output as the process wrote it, with escape sequences. */
export const terminalPartSchema = openUnion('type', [
  openObject({ type: z.literal('unclassified'), value: z.string() }),
  openObject({
    type: z.literal('command'),
    commandId: z.string(),
    commandLine: z.string(),
    output: z.string(),
    timestamp: z.number(),
    isComplete: z.boolean(),
    exitCode: z.number().optional(),
    durationMs: z.number().optional(),
  }),
]);
export type TerminalPart = z.infer<typeof terminalPartSchema>;

export const terminalStateSchema = openObject({
  title: z.string(),
  cwd: uriSchema.optional(),
  cols: z.number().optional(),
  rows: z.number().optional(),
  content: z.array(terminalPartSchema),
  lifecycle: terminalLifecycleSchema,
  claim: terminalClaimSchema,
  /** Only then do parts of the type "command" occur. */
  supportsCommandDetection: z.boolean().optional(),
  isPty: z.boolean().optional(),
});
export type TerminalState = z.infer<typeof terminalStateSchema>;
