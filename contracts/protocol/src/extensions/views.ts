import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { closedObject, metaSchema, openEnum, openObject, timestampSchema, uriSchema } from '../schema.ts';
import { idSchema } from './workspace/artifacts.ts';

/** The kinds of Views that clients can show, as servers label them. */
export const viewTypes: readonly string[] = ['text/html;profile=mcp-app'];

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal');
const server = z.string().min(1).max(200).describe('The id of the server.');
const channel = uriSchema
  .max(1000)
  .describe("The mcp:// channel of the View's server, as this client sees it.");
const artifact = idSchema.describe('The id of the artifact.');
const version = z
  .number()
  .int()
  .positive()
  .describe('A committed version; without it, the artifact as it is now.')
  .optional();
const shell = z.url().max(1000).describe('The origin of the page that will frame it.');
const domains = z.array(z.string());

/** The domains and permissions that a View's template declares. */
const declaredSchema = openObject({
  csp: openObject({
    connectDomains: domains.optional(),
    resourceDomains: domains.optional(),
    frameDomains: domains.optional(),
    baseUriDomains: domains.optional(),
  }).optional(),
  permissions: metaSchema.optional(),
  domain: z.string().optional(),
  prefersBorder: z.boolean().optional(),
});

/** Permissions that no declaration grants by itself: only the user can grant them to a server's Views. */
export const viewLoosenings = ['unsafe-eval', 'wasm-unsafe-eval', 'blob:', 'data:', 'stable-origin'] as const;
const loosenSchema = z.array(z.enum(viewLoosenings));

const choice = z.enum(['ask', 'allow', 'deny']);
/** The actions that the Views of a server may take without asking each time. */
const consents = {
  message: choice.describe('Writing a message into the chat.').optional(),
  openLink: choice.describe('Opening a link.').optional(),
  download: choice.describe('Saving a file.').optional(),
};
const consentSchema = openObject(consents);
export type ViewConsent = z.infer<typeof consentSchema>;

/** Whether agents get the tools that the Views of a server offer. */
const viewToolsChoice = ['offer', 'withhold'] as const;

const openedSandboxSchema = openObject({
  /** The page for a frame. The address works once, and only for a short time. */
  url: z.url(),
  origin: z.string(),
  expiresAt: timestampSchema,
  /**
   * `own`: the View's document has this origin, and no other View has it. `shared`: there are no names for separate
   * origins here, so the pages around all Views share this one, and the View's document has none.
   */
  kind: openEnum(['own', 'shared']),
  /** The `allow` attribute of the frame. */
  allow: z.string(),
  /** The hash for reading its HTML, `GET /api/templates/<hash>`. */
  template: openObject({ hash, bytes: z.number() }),
  /** The granted part of the declaration. */
  granted: declaredSchema,
  loosened: loosenSchema,
  /** The policy of the served page. */
  policy: z.string(),
  /** Declared but refused entries, as sentences. */
  notes: z.array(z.string()),
  consent: consentSchema,
});
export type OpenedSandbox = z.infer<typeof openedSandboxSchema>;

const templateReportSchema = openObject({
  hash,
  bytes: z.number(),
  server: z.string(),
  serverName: z.string(),
  resourceUri: z.string(),
  seenAt: timestampSchema,
  declared: declaredSchema,
  decision: openEnum(['allowed', 'blocked', 'undecided']),
});
export type TemplateReport = z.infer<typeof templateReportSchema>;

const viewPolicySchema = openObject({
  server: z.string(),
  serverName: z.string().optional(),
  loosen: loosenSchema,
  consent: consentSchema,
  /** Absent: they do. */
  tools: openEnum(viewToolsChoice).optional(),
});
export type ViewPolicy = z.infer<typeof viewPolicySchema>;

/** Sandboxes for Views, and the user's permissions for Views. */
export const viewExtensions = defineExtensions({
  'x-loggia/openSandbox': {
    says: 'Reads the template of a View and serves a page for it at an address of its own.',
    params: {
      server: channel,
      resourceUri: z.string().min(1).max(4096).describe("The ui:// address of the View's template."),
      shell,
      view: z
        .string()
        .min(1)
        .max(300)
        .describe(
          'The name that the client has for this View, for the audit. Without it, opened ahead for a View to come.',
        )
        .optional(),
      ahead: z
        .url()
        .max(1000)
        .describe(
          'The address of a sandbox that was opened ahead; it is used if it would be opened in the same way now.',
        )
        .optional(),
    },
    result: openObject({ sandbox: openedSandboxSchema }),
  },
  'x-loggia/recordView': {
    says: 'Records in the audit what a View did without going through the host.',
    params: {
      server: channel,
      view: z.string().min(1).max(300).describe('The name that the client has for the View.'),
      records: z
        .array(
          closedObject({
            method: z.string().min(1).max(200).describe('The method that the View called.'),
            target: z.string().max(1000).describe('What it named.').optional(),
            decision: z.enum(['allowed', 'refused', 'failed']).describe('What the client decided.'),
            reason: z.string().max(1000).describe('Why it was refused or failed.').optional(),
            bytes: z.number().int().nonnegative().describe('The size of the parameters as JSON.'),
          }),
        )
        .min(1)
        .max(200)
        .describe('What the View did, oldest first.'),
    },
    result: openObject({}),
  },
  'x-loggia/listTemplates': {
    says: 'Lists the templates of Views that this host has seen: what they may reach, and what was decided.',
    params: { server: server.optional() },
    result: openObject({
      templates: z.array(templateReportSchema),
      /** Whether a template without a decision may be shown. */
      unreviewed: openEnum(['show', 'ask']),
    }),
  },
  'x-loggia/decideTemplate': {
    says: 'Allows or blocks a template by its hash.',
    params: {
      hash: hash.describe('The SHA-256 of the template, from listTemplates.'),
      decision: z.enum(['allowed', 'blocked', 'undecided']).describe('"undecided" forgets the decision.'),
    },
    result: openObject({}),
  },
  'x-loggia/listViewPolicies': {
    says: "Lists the user's permissions for the Views of servers.",
    params: {},
    result: openObject({ policies: z.array(viewPolicySchema) }),
  },
  'x-loggia/setViewPolicy': {
    says: 'Decides what the Views of a server may do. Fields that are left out stay unchanged.',
    params: {
      server,
      loosen: loosenSchema.describe('What the policy of its pages allows beyond the usual.').optional(),
      consent: closedObject(consents).describe('What its Views may do without asking each time.').optional(),
      tools: z
        .enum(viewToolsChoice)
        .describe('Whether agents get the tools that its Views offer; they do unless this says otherwise.')
        .optional(),
    },
    result: openObject({ policy: viewPolicySchema }),
  },
  'x-loggia/setUnreviewedTemplates': {
    says: 'Decides whether templates that nobody has reviewed may be shown.',
    params: { unreviewed: z.enum(['show', 'ask']).describe('Show them, or ask for a review first.') },
    result: openObject({}),
  },
  'x-loggia/openPage': {
    says: 'Serves the content of an artifact as a page without scripts or network, once, at an address of its own.',
    params: {
      artifact,
      version,
      shell,
    },
    result: openObject({ url: z.string(), expiresAt: timestampSchema }),
  },
  'x-loggia/linkContent': {
    says: 'Creates a short-lived address from which a browser can load the content of an artifact, with ranges.',
    params: { artifact, version },
    result: openObject({
      /** A path of this host, such as `/content/…`. */
      path: z.string(),
      expiresAt: timestampSchema,
    }),
  },
});
export type ViewExtension = keyof typeof viewExtensions;
