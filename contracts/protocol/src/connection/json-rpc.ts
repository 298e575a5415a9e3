import { z } from 'zod';
import { openObject } from '../schema.ts';

const version = { jsonrpc: z.literal('2.0') };
const id = z.union([z.number(), z.string()]);
const params = z.record(z.string(), z.unknown()).optional();

const requestSchema = openObject({ ...version, id, method: z.string(), params });
const notificationSchema = openObject({ ...version, method: z.string(), params });
const successSchema = openObject({ ...version, id, result: z.unknown() });
const failureSchema = openObject({
  ...version,
  id: id.nullable(),
  error: openObject({ code: z.number(), message: z.string(), data: z.unknown().optional() }),
});
export const jsonRpcMessageSchema = z.union([
  requestSchema,
  notificationSchema,
  failureSchema,
  successSchema,
]);

export type RequestId = number | string;
export type Request = z.infer<typeof requestSchema>;
export type Notification = z.infer<typeof notificationSchema>;
export type Success = z.infer<typeof successSchema>;
export type Failure = z.infer<typeof failureSchema>;
export type JsonRpcMessage = z.infer<typeof jsonRpcMessageSchema>;
