import { z } from 'zod';
import { mcpServerStateSchema } from '../channels/session/customizations.ts';
import { toolDefinitionSchema } from '../common/tools.ts';
import { defineCommands } from '../define-commands.ts';
import { metaSchema, openEnum, openObject, openUnion, uriSchema } from '../schema.ts';

const name = z.string().min(1).max(200);
const text = z.string().max(65_536);
const address = z.string().min(1).max(4096);
const texts = z.record(z.string().max(1024), text);

/** What the process of a server may reach; `true` is the session's folder for writing, and no network. */
const sandboxSchema = z.union([
  z.boolean(),
  z.strictObject({
    /** Without it: the working directory of the session, for writing. */
    folders: z
      .array(z.strictObject({ path: text, access: z.enum(['read', 'write']).optional() }))
      .max(100)
      .optional(),
    network: z.enum(['none', 'host']).optional(),
  }),
]);

/** How to reach a server, as it is written into configuration files. */
export const serverSettingsSchema = z.strictObject({
  type: z.enum(['stdio', 'http', 'sse']).optional(),
  command: text.optional(),
  args: z.array(text).max(1000).optional(),
  env: texts.optional(),
  cwd: text.optional(),
  url: text.optional(),
  headers: texts.optional(),
  era: z.enum(['auto', 'legacy', 'modern']).optional(),
  isolation: z.enum(['shared', 'session']).optional(),
  startWithinSeconds: z.number().positive().max(3600).optional(),
  callWithinSeconds: z.number().positive().max(86_400).optional(),
  sampling: z.enum(['ask', 'allow', 'deny']).optional(),
  sandbox: sandboxSchema.optional(),
  oauth: z.strictObject({ clientId: text, clientSecret: text.optional() }).optional(),
});
export type ServerSettings = z.infer<typeof serverSettingsSchema>;

/** The content types of OAuth's requests and answers. */
export const oauthBodies = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
} as const;

/** Without a session: the servers of the host itself, as they are outside any session. */
const scope = { session: uriSchema.optional() };
/** By id, or by name where only one has it. */
const server = { server: name, ...scope };

/** What a declaration would start or reach. Variables and headers by name: their values may be secret. */
const launchSchema = openObject({
  kind: openEnum(['stdio', 'http', 'sse']),
  command: z.string().optional(),
  args: z.array(z.string()).optional(),
  cwd: z.string().optional(),
  env: z.array(z.string()).optional(),
  url: z.string().optional(),
  headers: z.array(z.string()).optional(),
  /** What a sandboxed program reaches, such as `write:/srv/notes` and `network:none`. Absent: everything you can. */
  sandbox: z.array(z.string()).optional(),
});
export type Launch = z.infer<typeof launchSchema>;

const serverReportSchema = openObject({
  id: z.string(),
  name: z.string(),
  /** Who declared it: the host's configuration, somebody with `addServer`, a file of the workspace, a plugin, a client. */
  source: openObject({
    kind: openEnum(['host', 'added', 'workspace', 'plugin', 'client']),
    uri: uriSchema.optional(),
    name: z.string().optional(),
    /** The artifact whose handler added it, where that wasn't a person. */
    artifact: z.string().optional(),
  }),
  transport: openUnion('kind', [
    openObject({
      kind: z.literal('stdio'),
      command: z.string(),
      args: z.array(z.string()),
      cwd: z.string().optional(),
      /** Names of variables. */
      env: z.array(z.string()).optional(),
      /** Absent: it runs with all rights of the host. */
      sandbox: openObject({
        folders: z.array(openObject({ path: z.string(), access: openEnum(['read', 'write']) })),
        /** Whether it may write to the session's working directory, too. */
        workspace: z.boolean(),
        network: openEnum(['none', 'host']),
      }).optional(),
    }),
    openObject({ kind: z.literal('http'), url: z.string() }),
    openObject({ kind: z.literal('sse'), url: z.string() }),
  ]),
  enabled: z.boolean(),
  trusted: z.boolean(),
  /** What a person has to decide about before it may start; absent where that is done. */
  approval: openObject({
    source: uriSchema,
    decision: openEnum(['waiting', 'declined']),
    /** It was approved, and has changed since. */
    changed: z.boolean().optional(),
  }).optional(),
  state: mcpServerStateSchema,
  /** Whether this user has a token stored for it. */
  signedIn: z.boolean().optional(),
  protocolVersion: z.string().optional(),
  title: z.string().optional(),
  version: z.string().optional(),
  tools: z.number().optional(),
  pid: z.number().optional(),
  restarts: z.number().optional(),
  /** How many sessions use its connection. */
  users: z.number().optional(),
});
export type ServerReport = z.infer<typeof serverReportSchema>;

const logEntrySchema = openObject({
  seq: z.number(),
  /** ISO 8601 in UTC. */
  at: z.string(),
  /** What the process wrote, what it logged over MCP, or what the host says of it. */
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
  /** The kind of caller: a person through a client, an agent, a View, or the host on behalf of a handler. */
  by: openEnum(['person', 'agent', 'view', 'handler']).optional(),
  /** On whose behalf, and through whom: `local`, or `local via agent operator`. */
  principal: z.string(),
  clientId: z.string(),
  /** Which View sent it, where the client says so. */
  view: z.string().optional(),
  method: z.string(),
  /** The tool or resource that it names. */
  target: z.string().optional(),
  decision: openEnum(['allowed', 'refused', 'failed']),
  /**
   * Why it was let through. `request`: the person made the call herself, or named the tool to the agent; `asked`: she was
   * asked and allowed it; `session` and `always`: she allowed the tool before, in the session or everywhere; `readOnly`:
   * the tool only reads; `policy`: the host is configured not to ask; `opener`: a call of that tool opened the View;
   * `view`: she allowed the tool to the View; `appOnly`: the tool is for Views alone; `client`: the View's client decides.
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
  /** Of a server that was added or registered. */
  name: z.string().optional(),
  decision: openEnum(['trusted', 'denied']),
  at: z.string(),
});

const reviewedPartSchema = openObject({
  kind: openEnum(['mcpServer', 'skill', 'agent', 'prompt', 'rule', 'hook']),
  name: z.string(),
  /** Relative to the source, for what is a text. */
  file: z.string().optional(),
  /** Against what was last approved. */
  change: openEnum(['same', 'new', 'changed', 'removed']),
  /** What a server would start or reach, and what was approved. */
  now: launchSchema.optional(),
  before: launchSchema.optional(),
});
export type ReviewedPart = z.infer<typeof reviewedPartSchema>;

const reviewSchema = openObject({
  source: uriSchema,
  decision: openEnum(['trusted', 'denied', 'undecided']),
  /** The operator's configuration trusts it, whatever it contains. */
  byOperator: z.boolean().optional(),
  /** Of everything that would be approved. */
  fingerprint: z.string(),
  parts: z.array(reviewedPartSchema),
});
export type SourceReview = z.infer<typeof reviewSchema>;

/** What would help, for clients that can offer it: each in its own words. */
const remedySchema = openObject({
  kind: openEnum(['addServer', 'signIn', 'start', 'restart', 'readLog', 'trust', 'approve']),
  /** What is to be trusted. */
  source: z.string().optional(),
});
export type Remedy = z.infer<typeof remedySchema>;

export const findingSchema = openObject({
  server: z.string().optional(),
  level: openEnum(['ok', 'warning', 'error']),
  /** A sentence. */
  problem: z.string(),
  /** What to do about it, whatever one does it with. */
  advice: z.string().optional(),
  remedy: remedySchema.optional(),
});
export type Finding = z.infer<typeof findingSchema>;

/** Ours, beside the protocol: `x-` is reserved for such commands, and other clients never see them. */
export const serverExtensions = defineCommands({
  'x-loggia/listServers': {
    params: scope,
    result: openObject({ servers: z.array(serverReportSchema) }),
  },
  'x-loggia/addServer': {
    params: { name, settings: serverSettingsSchema },
    result: openObject({ id: z.string() }),
  },
  'x-loggia/removeServer': { params: { server: name }, result: openObject({}) },
  'x-loggia/startServer': { params: server, result: openObject({ server: serverReportSchema }) },
  'x-loggia/stopServer': { params: server, result: openObject({ server: serverReportSchema }) },
  'x-loggia/restartServer': { params: server, result: openObject({ server: serverReportSchema }) },
  'x-loggia/serverLogs': {
    params: {
      ...server,
      /** Only what is newer than this. */
      after: z.number().int().optional(),
      limit: z.number().int().positive().max(10_000).optional(),
    },
    result: openObject({ entries: z.array(logEntrySchema), dropped: z.number() }),
  },
  'x-loggia/listTools': {
    params: { server: name.optional(), ...scope },
    result: openObject({
      tools: z.array(openObject({ server: z.string(), serverName: z.string(), tool: toolDefinitionSchema })),
      /** Servers whose tools are not here, and why. */
      missing: z.array(openObject({ server: z.string(), serverName: z.string(), reason: z.string() })),
    }),
  },
  /** Runs a tool as the user, outside any chat. Answers with MCP's own result. */
  'x-loggia/callTool': {
    params: { ...server, tool: name, arguments: z.record(z.string(), z.unknown()).optional() },
    result: openObject({
      content: z.array(z.record(z.string(), z.unknown())).optional(),
      structuredContent: z.unknown().optional(),
      isError: z.boolean().optional(),
      _meta: metaSchema.optional(),
    }),
  },
  /**
   * Sends one request of a sign-in to an authorization server that a running server names, for clients that cannot or
   * should not reach it themselves. The answer comes back as it is.
   */
  'x-loggia/askAuthorizationServer': {
    params: {
      /** The protected resource, as the challenge names it. */
      resource: address,
      /** One of the `authorization_servers` of the challenge. */
      issuer: address,
      /** Where its metadata may be (RFC 8414 or OpenID Connect), or an endpoint that its metadata names. */
      url: address,
      /** For its endpoints. Without it, the metadata is read. */
      post: z
        .strictObject({
          contentType: z.enum(oauthBodies),
          body: text,
          /** Credentials of the client (RFC 6749 §2.3.1). */
          authorization: z
            .string()
            .max(8192)
            .regex(/^Basic [A-Za-z\d+/]+=*$/)
            .optional(),
        })
        .optional(),
    },
    result: openObject({
      status: z.number().int(),
      contentType: z.string().optional(),
      wwwAuthenticate: z.string().optional(),
      body: z.string(),
    }),
  },
  /** What is wrong with the servers, in words. */
  'x-loggia/diagnose': {
    params: { server: name.optional(), ...scope },
    result: openObject({ findings: z.array(findingSchema) }),
  },
  /** What a source would run or add to prompts, and how that differs from what was approved. */
  'x-loggia/reviewTrust': {
    params: { source: uriSchema },
    result: openObject({ review: reviewSchema }),
  },
  /** Nothing of a workspace, a client's plugin or a delegate's registration runs before its source is trusted. */
  'x-loggia/setTrust': {
    params: {
      source: uriSchema,
      decision: z.enum(['trusted', 'denied', 'undecided']),
      /** From `reviewTrust`; required to trust. It is refused when the source has changed meanwhile. */
      fingerprint: z.string().min(1).max(200).optional(),
    },
    result: openObject({}),
  },
  'x-loggia/listTrust': { params: {}, result: openObject({ sources: z.array(trustSchema) }) },
  'x-loggia/listAudit': {
    params: {
      ...scope,
      server: name.optional(),
      /** Only calls by the agent of this name. */
      agent: name.optional(),
      /** ISO 8601; inclusive. */
      since: z.string().optional(),
      limit: z.number().int().positive().max(1000).optional(),
      cursor: z.string().optional(),
    },
    /** Newest first. */
    result: openObject({ records: z.array(auditRecordSchema), nextCursor: z.string().optional() }),
  },
});

export type ServerExtension = keyof typeof serverExtensions;
