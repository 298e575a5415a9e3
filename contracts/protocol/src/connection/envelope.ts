import { z } from 'zod';
import { stateActionSchema } from '../actions.ts';
import { openObject, uriSchema } from '../schema.ts';

export const originSchema = openObject({ clientId: z.string(), clientSeq: z.number() });
export type Origin = z.infer<typeof originSchema>;

export const actionEnvelopeSchema = openObject({
  channel: uriSchema,
  action: stateActionSchema,
  serverSeq: z.number(),
  origin: originSchema.optional(),
  rejectionReason: z.string().optional(),
});
export type ActionEnvelope = z.infer<typeof actionEnvelopeSchema>;

/** `state` is that of the channel's kind; unknown kinds are passed through. */
export const snapshotSchema = openObject({
  resource: uriSchema,
  state: z.record(z.string(), z.unknown()),
  fromSeq: z.number(),
});
export interface Snapshot<State = Record<string, unknown>> {
  resource: string;
  state: State;
  fromSeq: number;
}
