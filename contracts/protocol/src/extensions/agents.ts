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
  folder: z
    .string()
    .min(1)
    .max(4096)
    .describe('The folder in which the program starts, as an absolute path; otherwise that of the session.')
    .optional(),
  env: z
    .record(variable, z.string().max(65_536).nullable())
    .describe(
      'Variables for the program, such as its key. They are encrypted and never returned. `null` keeps the stored value.',
    )
    .optional(),
  authMethod: z
    .string()
    .min(1)
    .max(200)
    .describe('The sign-in method that the agent wants before a session, by its own id.')
    .optional(),
  install: z
    .string()
    .min(1)
    .max(500)
    .describe('The command with which a person installs the program. It is only shown.')
    .optional(),
  node: z
    .string()
    .regex(/^\d{1,4}(\.\d{1,4}){0,2}$/)
    .describe('The oldest version of Node that runs the program.')
    .optional(),
});
export type AgentSettings = z.infer<typeof settingsSchema>;

const authMethodSchema = openObject({
  id: z.string(),
  name: z.string(),
  description: z.string().optional(),
  /** `agent`: the agent signs in by itself. `terminal`: its program asks in a terminal. */
  kind: openEnum(['agent', 'terminal']),
});
export type AgentAuthMethod = z.infer<typeof authMethodSchema>;

const agentSchema = openObject({
  agent: z.string(),
  name: z.string(),
  /** Added with `addAgent`, a connected provider of models, named by a variable or a file, or built in. */
  source: openObject({
    kind: openEnum(['added', 'models', 'environment', 'file', 'builtIn']),
    /** The variable, or the path of the file. */
    name: z.string().optional(),
  }),
  /** `untested`: it wasn't tested since the host started, and its program is there. */
  state: openEnum(['ready', 'untested', 'missing', 'signedOut', 'failing']),
  /** One sentence on what is wrong and one on what to do. */
  problem: z.string().optional(),
  /** The program and its arguments, for an agent that runs as a program of its own. */
  command: z.array(z.string()).optional(),
  folder: z.string().optional(),
  /** The names of its variables; the values may be secret. */
  variables: z.array(z.string()).optional(),
  authMethod: z.string().optional(),
  install: z.string().optional(),
  node: z.string().optional(),
  /** The ways to sign in that it named when it was tested last. */
  authMethods: z.array(authMethodSchema).optional(),
  /** Whether new sessions start with it. */
  isDefault: z.boolean(),
});
export type AgentReport = z.infer<typeof agentSchema>;

const testedSchema = openObject({
  works: z.boolean(),
  /** As the agent introduces itself. */
  name: z.string().optional(),
  version: z.string().optional(),
  /** Whether it goes on with its sessions after a restart. */
  resumes: z.boolean().optional(),
  /** The attachments that it can read besides text. */
  accepts: z.array(openEnum(['image', 'audio', 'embeddedContext'])).optional(),
  authMethods: z.array(authMethodSchema).optional(),
  /** Whether the problem is that nobody is signed in. */
  needsSignIn: z.boolean().optional(),
  durationMs: z.number(),
  /** One sentence on what happened and one on what to do. */
  problem: z.string().optional(),
  /** The end of what the program wrote beside the protocol. */
  output: z.string().optional(),
});
export type TestedAgent = z.infer<typeof testedSchema>;

const catalogEntrySchema = openObject({
  id: z.string(),
  name: z.string(),
  version: z.string().optional(),
  description: z.string().optional(),
  license: z.string().optional(),
  website: z.string().optional(),
  /** The catalog that has the entry. */
  source: openObject({
    kind: openEnum(['builtIn', 'file', 'address']),
    name: z.string().optional(),
  }),
  /** The package from which it is installed, with its version. */
  package: z.string().optional(),
  /** Whether its program is on the PATH of the host already; otherwise running it downloads the package first. */
  isInstalled: z.boolean(),
  /** The settings to add it with; absent if it can't be run here. */
  settings: settingsSchema.optional(),
  /** The variables that a person fills in. */
  keys: z.array(
    openObject({
      name: z.string(),
      description: z.string().optional(),
      /** The sign-in method to use with this key. */
      authMethod: z.string().optional(),
    }),
  ),
  node: z.string().optional(),
  /** The reason why it can't be run here, or wouldn't start, and what to do. */
  problem: z.string().optional(),
});
export type AgentCatalogEntry = z.infer<typeof catalogEntrySchema>;

/** Commands for agents that run as programs of their own and speak the Agent Client Protocol. */
export const agentExtensions = defineExtensions({
  'x-loggia/listAgents': {
    says: 'Lists the agents of this host, where each comes from, and what is wrong with it.',
    params: {},
    result: openObject({ agents: z.array(agentSchema) }),
  },
  'x-loggia/listAgentCatalog': {
    says: 'Lists the agents that can be added here, from the catalogs that the host is configured with.',
    params: {},
    result: openObject({
      agents: z.array(catalogEntrySchema),
      /** One sentence for each catalog or entry that could not be read. */
      problems: z.array(z.string()),
    }),
  },
  'x-loggia/addAgent': {
    says: 'Adds an agent: a program on the machine of the host that speaks the Agent Client Protocol.',
    params: { settings: settingsSchema.describe('The program to run.') },
    result: openObject({ agent: agentSchema }),
  },
  'x-loggia/updateAgent': {
    says: 'Replaces the settings of an agent that was added. Its processes end; chats start it again.',
    params: { agent: id, settings: settingsSchema.describe('The program to run.') },
    result: openObject({ agent: agentSchema }),
  },
  'x-loggia/testAgent': {
    says: 'Starts an agent, opens a session with it, and explains a failure. The program is run.',
    params: {
      agent: id.optional(),
      settings: settingsSchema
        .describe('An agent that is not added yet, or other settings for the one that is.')
        .optional(),
    },
    result: testedSchema,
  },
  'x-loggia/signInAgent': {
    says: 'Starts an agent that was added and signs in with one of its own methods. It may open a browser on the machine of the host.',
    params: {
      agent: id,
      method: z.string().min(1).max(200).describe('The id of the method, as the agent names it.'),
    },
    result: testedSchema,
  },
  'x-loggia/removeAgent': {
    says: 'Removes an agent that was added and forgets its variables. Turns that run on it end.',
    params: { agent: id },
    result: openObject({}),
  },
});
