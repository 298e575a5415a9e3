import { z } from 'zod';
import { enablementSchema, mcpServerStateSchema } from '../channels/session/customizations.ts';
import { toolDefinitionSchema } from '../common/tools.ts';
import { defineExtensions } from '../define-commands.ts';
import { closedObject, metaSchema, openEnum, openObject, openUnion, uriSchema } from '../schema.ts';
import { serverSettingsSchema } from './server-settings.ts';

const name = z.string().min(1).max(200);
const text = z.string().max(65_536);
const address = z.string().min(1).max(4096);

/** The content types of OAuth's requests and responses. */
export const oauthBodies = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

/**
 * Where the endpoints of a server are that signs people in itself and has no metadata about that, as MCP had it until
 * 2025-03-26.
 */
export const assumedOAuthPaths = {
  authorization: '/authorize',
  token: '/token',
  registration: '/register',
} as const;

export const sessionScope = uriSchema
  .describe(
    'The URI of a session or of the channel of a workspace; without it, all servers that the host knows outside sessions.',
  )
  .optional();
const scope = { session: sessionScope };
const anyServer = name.describe('The id of the server, or its name if it is unique.');
const server = { server: anyServer, ...scope };
const source = uriSchema.describe('The URI of the workspace, plugin or registered server.');

/**
 * The program or address that a declaration leads to. Only the names of variables and headers: their values may be secret.
 */
const launchSchema = openObject({
  kind: openEnum(['stdio', 'http', 'sse']),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  cwd: z.string().optional(),
  env: z.array(z.string()).optional(),
  url: z.string().optional(),
  headers: z.array(z.string()).optional(),
  /**
   * The limits of a sandboxed program, such as `write:/srv/notes` and `network:none`. Absent: everything the user can
   * reach.
   */
  sandbox: z.array(z.string()).optional(),
});
export type Launch = z.infer<typeof launchSchema>;

const serverReportSchema = openObject({
  id: z.string(),
  name: z.string(),
  /**
   * The source of the declaration: the host's configuration, `addServer`, a file of the workspace, a plugin, a client.
   */
  source: openObject({
    kind: openEnum(['host', 'added', 'workspace', 'plugin', 'client']),
    uri: uriSchema.optional(),
    name: z.string().optional(),
    /** The artifact whose handler added it, if it wasn't a person. */
    artifact: z.string().optional(),
    /** The only workspace that has it; absent if every workspace has it. */
    workspace: z.string().optional(),
  }),
  transport: openUnion('kind', [
    openObject({
      kind: z.literal('stdio'),
      command: z.string(),
      args: z.array(z.string()),
      cwd: z.string().optional(),
      /** Names of variables. */
      env: z.array(z.string()).optional(),
      /** Absent: it runs with all permissions of the host. */
      sandbox: openObject({
        folders: z.array(openObject({ path: z.string(), access: openEnum(['read', 'write']) })),
        /** Whether it can also write to the session's working directory. */
        workspace: z.boolean(),
        network: openEnum(['none', 'host']),
      }).optional(),
    }),
    openObject({ kind: z.literal('http'), url: z.string() }),
    openObject({ kind: z.literal('sse'), url: z.string() }),
  ]),
  /** Whether it, and the plugin that it is part of, is turned on. */
  enabled: z.boolean(),
  /** The decisions about it that apply here, the narrowest first. */
  enablement: z.array(enablementSchema).optional(),
  trusted: z.boolean(),
  /** The decision that a person must make before it may start; absent if there is none to make. */
  approval: openObject({
    source: uriSchema,
    decision: openEnum(['waiting', 'declined']),
    /** It was approved, but has changed since. */
    changed: z.boolean().optional(),
  }).optional(),
  state: mcpServerStateSchema,
  /** It isn't running because nobody uses the workspace or session; it starts when somebody does. */
  idle: z.boolean().optional(),
  /** While it starts: a program gets its package first, and the last line that it printed. */
  installing: openObject({ by: z.string(), said: z.string().optional() }).optional(),
  /** Whether this user has a token stored for it. */
  signedIn: z.boolean().optional(),
  protocolVersion: z.string().optional(),
  title: z.string().optional(),
  version: z.string().optional(),
  tools: z.number().optional(),
  pid: z.number().optional(),
  restarts: z.number().optional(),
  /** The number of sessions that use its connection. */
  users: z.number().optional(),
});
export type ServerReport = z.infer<typeof serverReportSchema>;

const logEntrySchema = openObject({
  seq: z.number(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** The process's output, its MCP log messages, or the host's remarks. */
  from: openEnum(['stderr', 'server', 'host']),
  level: z.string().optional(),
  text: z.string(),
});
export type ServerLogEntry = z.infer<typeof logEntrySchema>;

const auditRecordSchema = openObject({
  id: z.string(),
  at: z.string(),
  session: z.string().optional(),
  server: z.string(),
  serverName: z.string(),
  /** The kind of caller: a person through a client, an agent, a View, the host on behalf of a handler, or an API key. */
  by: openEnum(['person', 'agent', 'view', 'handler', 'key']).optional(),
  /** The person and the actor: `local`, or `local via agent operator`. */
  principal: z.string(),
  clientId: z.string(),
  /** The View that sent it, if the client says so. */
  view: z.string().optional(),
  method: z.string(),
  /** The tool or resource that it names. */
  target: z.string().optional(),
  decision: openEnum(['allowed', 'refused', 'failed']),
  /**
   * Why it was allowed. `request`: the person made the call, or named the tool to the agent; `asked`: they were asked
   * and allowed it; `session` and `always`: they allowed the tool before, in the session or everywhere; `readOnly`: the
   * tool only reads; `policy`: the host is configured not to ask; `opener`: a call of that tool opened the View;
   * `view`: they allowed the tool to the View; `appOnly`: the tool is for Views alone; `client`: the View's client
   * decides.
   */
  allowedBy: openEnum([
    'request',
    'asked',
    'session',
    'always',
    'readOnly',
    'policy',
    'opener',
    'view',
    'appOnly',
    'client',
  ]).optional(),
  reason: z.string().optional(),
  /** The sizes of the parameters and of the result, as JSON. */
  requestBytes: z.number(),
  responseBytes: z.number().optional(),
  durationMs: z.number().optional(),
});
export type AuditRecord = z.infer<typeof auditRecordSchema>;

const trustSchema = openObject({
  source: uriSchema,
  /** The name of a server that was added or registered. */
  name: z.string().optional(),
  decision: openEnum(['trusted', 'denied']),
  at: z.string(),
});

const reviewedPartSchema = openObject({
  kind: openEnum(['mcpServer', 'skill', 'agent', 'prompt', 'rule', 'hook']),
  name: z.string(),
  /** Relative to the source; only for texts. */
  file: z.string().optional(),
  /** Compared with the last approval. */
  change: openEnum(['same', 'new', 'changed', 'removed']),
  /** The program or address of a server, now and as approved. */
  now: launchSchema.optional(),
  before: launchSchema.optional(),
  /** The command lines of a hook. */
  commands: z.array(z.string()).optional(),
});
export type ReviewedPart = z.infer<typeof reviewedPartSchema>;

export const reviewSchema = openObject({
  source: uriSchema,
  decision: openEnum(['trusted', 'denied', 'undecided']),
  /** The operator's configuration trusts it, whatever it contains. */
  byOperator: z.boolean().optional(),
  /** The fingerprint of everything that would be approved. */
  fingerprint: z.string(),
  parts: z.array(reviewedPartSchema),
});
export type SourceReview = z.infer<typeof reviewSchema>;

/** A remedy that clients can offer, each in its own words. */
const remedySchema = openObject({
  kind: openEnum(['addServer', 'signIn', 'start', 'restart', 'readLog', 'trust', 'approve']),
  /** The source to trust. */
  source: z.string().optional(),
});
export type Remedy = z.infer<typeof remedySchema>;

export const findingSchema = openObject({
  server: z.string().optional(),
  /** `note`: worth knowing, but nothing is wrong. */
  level: openEnum(['ok', 'note', 'warning', 'error']),
  /** A sentence. */
  problem: z.string(),
  /** The next step for the reader, independent of the client. */
  advice: z.string().optional(),
  remedy: remedySchema.optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Our own commands besides the protocol's: `x-` is reserved for this, and other clients never see them. */
export const serverExtensions = defineExtensions({
  'x-loggia/listServers': {
    params: scope,
    result: openObject({ servers: z.array(serverReportSchema) }),
  },
  'x-loggia/addServer': {
    params: {
      name: name.describe('The name of the server, for people.'),
      settings: serverSettingsSchema.describe('How to start or reach it.'),
      workspace: name
        .describe(
          'The only workspace that has it, and whose sessions have it; without it, every workspace and session.',
        )
        .optional(),
      start: z
        .boolean()
        .describe('Whether to start it now; if false, it starts when somebody uses it.')
        .optional(),
    },
    result: openObject({ id: z.string() }),
  },
  'x-loggia/removeServer': { params: { server: anyServer }, result: openObject({}) },
  'x-loggia/startServer': { params: server, result: openObject({ server: serverReportSchema }) },
  'x-loggia/stopServer': { params: server, result: openObject({ server: serverReportSchema }) },
  'x-loggia/restartServer': { params: server, result: openObject({ server: serverReportSchema }) },
  'x-loggia/serverLogs': {
    params: {
      ...server,
      after: z.number().int().describe('Only entries after the one with this "seq".').optional(),
      limit: z
        .number()
        .int()
        .positive()
        .max(10_000)
        .describe('The largest number of entries, newest last.')
        .optional(),
    },
    result: openObject({ entries: z.array(logEntrySchema), dropped: z.number() }),
  },
  'x-loggia/listTools': {
    params: { server: anyServer.optional(), ...scope },
    result: openObject({
      tools: z.array(openObject({ server: z.string(), serverName: z.string(), tool: toolDefinitionSchema })),
      /** Servers whose tools are missing, and why. */
      missing: z.array(openObject({ server: z.string(), serverName: z.string(), reason: z.string() })),
    }),
  },
  /** Runs a tool as the user, outside any chat. Returns MCP's own result. */
  'x-loggia/callTool': {
    params: {
      ...server,
      tool: name.describe('The name of the tool.'),
      arguments: z.record(z.string(), z.unknown()).describe('The arguments of the tool.').optional(),
      call: name
        .describe('An id for followCalls, answerCall and cancelCall; without it, the host chooses one.')
        .optional(),
    },
    result: openObject({
      content: z.array(z.record(z.string(), z.unknown())).optional(),
      structuredContent: z.unknown().optional(),
      isError: z.boolean().optional(),
      _meta: metaSchema.optional(),
    }),
  },
  /**
   * Sends one request of a sign-in to an authorization server that a running server names, for clients that can't or
   * shouldn't reach it themselves. Returns the response unchanged.
   */
  'x-loggia/askAuthorizationServer': {
    params: {
      resource: address.describe('The protected resource that the challenge names.'),
      issuer: address.describe('One of the "authorization_servers" of the challenge.'),
      url: address.describe(
        'A possible address of its metadata (RFC 8414 or OpenID Connect), or an endpoint that its metadata names. Without metadata, the endpoints of the server itself are /token and /register.',
      ),
      post: closedObject({
        contentType: z.enum(oauthBodies).describe('The content type of the body.'),
        body: text.describe('The body of the request.'),
        authorization: z
          .string()
          .max(8192)
          .regex(/^Basic [A-Za-z\d+/]+=*$/)
          .describe('The credentials of the client (RFC 6749, section 2.3.1).')
          .optional(),
      })
        .describe('A request to one of its endpoints. Without it, the metadata is read.')
        .optional(),
    },
    result: openObject({
      status: z.number().int(),
      contentType: z.string().optional(),
      wwwAuthenticate: z.string().optional(),
      body: z.string(),
    }),
  },
  /** The problems of the servers, in words. */
  'x-loggia/diagnose': {
    params: { server: anyServer.optional(), ...scope },
    result: openObject({ findings: z.array(findingSchema) }),
  },
  /** The programs and prompts of a source, and how they differ from the approved ones. */
  'x-loggia/reviewTrust': {
    params: { source },
    result: openObject({ review: reviewSchema }),
  },
  /** Nothing from a workspace, a client's plugin or a delegate's registration runs before its source is trusted. */
  'x-loggia/setTrust': {
    params: {
      source,
      decision: z.enum(['trusted', 'denied', 'undecided']).describe('"undecided" forgets the decision.'),
      fingerprint: z
        .string()
        .min(1)
        .max(200)
        .describe('From reviewTrust; required to trust. If the source has changed since, this is refused.')
        .optional(),
    },
    result: openObject({}),
  },
  'x-loggia/listTrust': { params: {}, result: openObject({ sources: z.array(trustSchema) }) },
  'x-loggia/setEnabled': {
    params: {
      customization: name.describe(
        'The id of a server, plugin or part of a plugin, or its name if it is unique there.',
      ),
      session: uriSchema
        .describe('The URI of a session, or the channel of a workspace; without it, everywhere.')
        .optional(),
      enabled: z
        .boolean()
        .describe('Whether it is on there; without it, the decision is removed and a wider one applies.')
        .optional(),
    },
    /** The decisions that apply there now, the narrowest first. */
    result: openObject({ enabled: z.boolean(), enablement: z.array(enablementSchema) }),
  },
  'x-loggia/listAudit': {
    params: {
      ...scope,
      server: anyServer.optional(),
      agent: name.describe('Only calls by the agent with this name.').optional(),
      since: z.string().describe('Only calls at or after this time (ISO 8601).').optional(),
      limit: z
        .number()
        .int()
        .positive()
        .max(1000)
        .describe('The largest number of records to return.')
        .optional(),
      cursor: z.string().describe('"nextCursor" of the page before; without it, the first page.').optional(),
    },
    /** Newest first. */
    result: openObject({ records: z.array(auditRecordSchema), nextCursor: z.string().optional() }),
  },
});

export type ServerExtension = keyof typeof serverExtensions;
