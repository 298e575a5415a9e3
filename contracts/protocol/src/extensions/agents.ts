import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { closedObject, openEnum, openObject } from '../schema.ts';

const id = z.string().min(1).max(100).describe('The id of the agent, under which sessions store it.');
const variable = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,199}$/);

const settingsSchema = closedObject({
  name: z.string().trim().min(1).max(100).describe('The name for people.'),
  command: z
    .string()
    .min(1)
    .max(4096)
    .describe('The program: a name on the PATH of the host, or an absolute path.'),
  args: z.array(z.string().max(8192)).max(200).describe('Its arguments.').optional(),
  env: z
    .record(variable, z.string().max(65_536))
    .describe('Variables for the program, such as its key. They are encrypted and never returned.')
    .optional(),
  authMethod: z
    .string()
    .min(1)
    .max(200)
    .describe('The sign-in method that the agent wants before a session, by its own id.')
    .optional(),
});
export type AgentSettings = z.infer<typeof settingsSchema>;

const agentSchema = openObject({
  agent: z.string(),
  name: z.string(),
  /** Added with `addAgent`, a connected provider of models, named by a variable or a file, or built in. */
  source: openObject({
    kind: openEnum(['added', 'models', 'environment', 'file', 'builtIn']),
    /** The variable, or the path of the file. */
    name: z.string().optional(),
  }),
  /** The program and its arguments, for an agent that was added. */
  command: z.array(z.string()).optional(),
  /** The names of its variables; the values may be secret. */
  variables: z.array(z.string()).optional(),
  /** Whether new sessions start with it. */
  isDefault: z.boolean(),
});
export type AgentReport = z.infer<typeof agentSchema>;

/** Commands for agents that run as programs of their own and speak the Agent Client Protocol. */
export const agentExtensions = defineExtensions({
  'x-loggia/listAgents': {
    says: 'Lists the agents of this host, and where each comes from.',
    params: {},
    result: openObject({ agents: z.array(agentSchema) }),
  },
  'x-loggia/addAgent': {
    says: 'Adds an agent: a program on the machine of the host that speaks the Agent Client Protocol.',
    params: { settings: settingsSchema.describe('The program to run.') },
    result: openObject({ agent: agentSchema }),
  },
  'x-loggia/testAgent': {
    says: 'Starts an agent, opens a session with it, and explains a failure. The program is run.',
    params: {
      agent: id.optional(),
      settings: settingsSchema.describe('An agent that is not added yet.').optional(),
    },
    result: openObject({
      works: z.boolean(),
      /** As the agent introduces itself. */
      name: z.string().optional(),
      version: z.string().optional(),
      /** Whether it goes on with its sessions after a restart. */
      resumes: z.boolean().optional(),
      /** Whether it can use the tools of sessions. */
      usesTools: z.boolean().optional(),
      durationMs: z.number(),
      /** One sentence on what happened and one on what to do. */
      problem: z.string().optional(),
      /** The end of what the program wrote beside the protocol. */
      output: z.string().optional(),
    }),
  },
  'x-loggia/removeAgent': {
    says: 'Removes an agent that was added and forgets its variables. Turns that run on it end.',
    params: { agent: id },
    result: openObject({}),
  },
});
