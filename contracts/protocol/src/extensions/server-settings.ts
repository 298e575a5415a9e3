import { z } from 'zod';
import { closedObject } from '../schema.ts';

const text = z.string().max(65_536);
const texts = z.record(z.string().max(1024), text);

/** The limits of a server's process; `true` means the session's folder for writing, and no network. */
const sandboxSchema = z.union([
  z.boolean(),
  closedObject({
    folders: z
      .array(
        closedObject({
          path: text.describe('The path of the folder.'),
          access: z.enum(['read', 'write']).describe('Reading (the default), or writing as well.').optional(),
        }),
      )
      .max(100)
      .describe('The folders that it reaches; without it, the working directory of the session, for writing.')
      .optional(),
    network: z
      .enum(['none', 'host'])
      .describe('No network (the default), or that of the machine.')
      .optional(),
  }),
]);

/** The transport of a server, as in configuration files. */
export const serverSettingsSchema = closedObject({
  type: z
    .enum(['stdio', 'http', 'sse'])
    .describe('The transport; without it, told from the other settings.')
    .optional(),
  command: text.describe('The program to run.').optional(),
  args: z.array(text).max(1000).describe('The arguments of the program.').optional(),
  env: texts.describe('Environment variables of the program.').optional(),
  cwd: text.describe('The folder to run it in.').optional(),
  url: text.describe('The address of a remote server.').optional(),
  headers: texts.describe('Headers to send to a remote server with each request.').optional(),
  era: z
    .enum(['auto', 'legacy', 'modern'])
    .describe('The revision of MCP to speak; "auto" finds out.')
    .optional(),
  isolation: z
    .enum(['shared', 'session'])
    .describe('One connection for all sessions (the default), or one for each.')
    .optional(),
  roots: z
    .enum(['session', 'none'])
    .describe("Whether it is told the session's folders (the default), or none.")
    .optional(),
  startWithinSeconds: z.number().positive().max(3600).describe('How long it may take to start.').optional(),
  callWithinSeconds: z.number().positive().max(86_400).describe('How long a call may take.').optional(),
  sampling: z
    .enum(['ask', 'allow', 'deny'])
    .describe('Whether it may ask the model: after asking the user, always, or never.')
    .optional(),
  sandbox: sandboxSchema
    .describe("Limits of the program; true for the session's folder and no network.")
    .optional(),
  oauth: closedObject({
    clientId: text.describe('The id of a client that is registered at its authorization server.'),
    clientSecret: text
      .describe('The secret of that client. It is encrypted, and stays on the host.')
      .optional(),
  })
    .describe('How to sign in to it.')
    .optional(),
});
export type ServerSettings = z.infer<typeof serverSettingsSchema>;
