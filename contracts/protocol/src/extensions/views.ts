import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { metaSchema, openEnum, openObject, timestampSchema, uriSchema } from '../schema.ts';
import { idSchema } from './workspace/artifacts.ts';

/** The kinds of View that clients can show, as servers label them. */
export const viewTypes: readonly string[] = ['text/html;profile=mcp-app'];

const hash = z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal');
const server = z.string().min(1).max(200);
const domains = z.array(z.string());

/** What a View may reach, as its template declares it. */
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

/** What no declaration can ask for, and only the user can grant to a server's Views. */
const loosenings = ['unsafe-eval', 'wasm-unsafe-eval', 'blob:', 'data:', 'same-origin'] as const;
const loosenSchema = z.array(z.enum(loosenings));

const choice = z.enum(['ask', 'allow', 'deny']);
/** What the Views of a server may do without the user being asked each time. */
const consentSchema = openObject({
  message: choice.optional(),
  openLink: choice.optional(),
  download: choice.optional(),
});
export type ViewConsent = z.infer<typeof consentSchema>;

const openedSandboxSchema = openObject({
  /** The page to put into a frame. It works once, and only soon. */
  url: z.url(),
  origin: z.string(),
  expiresAt: timestampSchema,
  /** `shared`: no name for an origin of its own is to be had here. */
  kind: openEnum(['own', 'shared']),
  /** Whether the View's own document has an origin (its template asked for a domain, or for a device) or none. */
  inner: openEnum(['opaque', 'same-origin']),
  /** The `allow` attribute of the frame. */
  allow: z.string(),
  /** Under which its HTML is read, `GET /api/templates/<hash>`. */
  template: openObject({ hash, bytes: z.number() }),
  /** As granted, which may be less than what was declared. */
  granted: declaredSchema,
  loosened: loosenSchema,
  /** The policy that the page is served with. */
  policy: z.string(),
  /** What was declared and not granted, in sentences. */
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
});
export type ViewPolicy = z.infer<typeof viewPolicySchema>;

/** Sandboxes for Views, and what the user lets Views do. */
export const viewExtensions = defineCommands({
  'x-loggia/openSandbox': {
    says: 'Reads the template of a View and serves a page for it at an address of its own.',
    params: {
      /** The `mcp://` channel of the View's server, as this client sees it. */
      server: uriSchema.max(1000),
      resourceUri: z.string().min(1).max(4096),
      /** The origin of the page that will frame it. */
      shell: z.url().max(1000),
      /** How the client names this View; audit records carry it. Absent: it is opened ahead, for a View to come. */
      view: z.string().min(1).max(300).optional(),
      /** The address of one that this client opened ahead; it is given back if it would be opened just so now. */
      ahead: z.url().max(1000).optional(),
    },
    result: openObject({ sandbox: openedSandboxSchema }),
  },
  'x-loggia/recordView': {
    says: 'Puts into the audit what a View did that did not pass through the host.',
    params: {
      server: uriSchema.max(1000),
      view: z.string().min(1).max(300),
      records: z
        .array(
          z.strictObject({
            method: z.string().min(1).max(200),
            target: z.string().max(1000).optional(),
            decision: z.enum(['allowed', 'refused', 'failed']),
            reason: z.string().max(1000).optional(),
            bytes: z.number().int().nonnegative(),
          }),
        )
        .min(1)
        .max(200),
    },
    result: openObject({}),
  },
  'x-loggia/listTemplates': {
    says: 'Lists the templates of Views that this host has seen: what they may reach, and what was decided.',
    params: { server: server.optional() },
    result: openObject({
      templates: z.array(templateReportSchema),
      /** Whether a template that nobody has decided about may be shown. */
      unreviewed: openEnum(['show', 'ask']),
    }),
  },
  'x-loggia/decideTemplate': {
    says: 'Allows or blocks a template by its hash.',
    params: { hash, decision: z.enum(['allowed', 'blocked', 'undecided']) },
    result: openObject({}),
  },
  'x-loggia/listViewPolicies': {
    says: 'Lists what the user lets the Views of servers do.',
    params: {},
    result: openObject({ policies: z.array(viewPolicySchema) }),
  },
  'x-loggia/setViewPolicy': {
    says: 'Decides what the Views of a server may do. What is left out stays as it is.',
    params: {
      server,
      loosen: loosenSchema.optional(),
      consent: consentSchema.optional(),
    },
    result: openObject({ policy: viewPolicySchema }),
  },
  'x-loggia/setUnreviewedTemplates': {
    says: 'Decides whether templates that nobody has reviewed may be shown.',
    params: { unreviewed: z.enum(['show', 'ask']) },
    result: openObject({}),
  },
  'x-loggia/linkContent': {
    says: 'Makes a short-lived address from which a browser can load the content of an artifact, with ranges.',
    params: { artifact: idSchema, version: z.number().int().positive().optional() },
    result: openObject({
      /** A path of this host, such as `/content/…`. */
      path: z.string(),
      expiresAt: timestampSchema,
    }),
  },
});
export type ViewExtension = keyof typeof viewExtensions;
