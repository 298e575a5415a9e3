import { z } from 'zod';
import { defineExtensions } from '../define-commands.ts';
import { closedObject, openEnum, openObject, openUnion, uriSchema } from '../schema.ts';
import { reviewSchema } from './servers.ts';

const id = z.string().min(1).max(200);
const path = z.string().min(1).max(4096);
/** SHA-256 in hexadecimal, as `PUT /api/content` answers. */
const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hexadecimal')
  .describe('The SHA-256 of the archive, which was uploaded with PUT /api/content.');
const inside = path
  .describe('The folder inside the archive or repository that holds the plugin; without it, the root.')
  .optional();
const call = id.describe('A name for the work, so that cancelCall can end it.').optional();
const fileName = z.string().max(255).describe('The file name of the archive.').optional();
const plugin = id.describe('The id of the plugin, or its name if only one has it.');

const fromSchema = z
  .discriminatedUnion('kind', [
    closedObject({
      kind: z
        .literal('folder')
        .describe("A folder of the host's machine. It stays there, and changes in it count at once."),
      path: path.describe('The absolute path of the folder.'),
    }),
    closedObject({
      kind: z.literal('zip').describe('A .zip file that was uploaded.'),
      content: hash,
      name: fileName,
      inside,
    }),
    closedObject({
      kind: z.literal('git').describe('A Git repository.'),
      address: path.describe(
        "An https, ssh or git address, or the absolute path of a repository on the host's machine.",
      ),
      ref: z
        .string()
        .min(1)
        .max(250)
        .describe('A branch or tag; without it, the default branch of the repository.')
        .optional(),
      inside,
    }),
  ])
  .describe('Where the plugin comes from.');
export type PluginFrom = z.infer<typeof fromSchema>;

const originSchema = openUnion('kind', [
  openObject({ kind: z.literal('folder'), path: z.string() }),
  openObject({ kind: z.literal('zip'), name: z.string().optional(), inside: z.string().optional() }),
  openObject({
    kind: z.literal('git'),
    /** Without credentials. */
    address: z.string(),
    ref: z.string().optional(),
    inside: z.string().optional(),
    /** The commit that was fetched. */
    commit: z.string().optional(),
  }),
]);
export type PluginOrigin = z.infer<typeof originSchema>;

const identity = {
  id: z.string(),
  name: z.string(),
  version: z.string().optional(),
  description: z.string().optional(),
  format: openEnum(['agent-plugins', 'open-plugin', 'claude', 'copilot', 'bare']).optional(),
  from: originSchema,
  /** Parts that can't be used, each in a sentence that names its file. */
  problems: z.array(z.string()),
};

/** Read, but not added: nothing of it is in a session. */
const previewSchema = openObject({
  ...identity,
  /** Everything that would run or reach prompts. */
  review: reviewSchema,
});
export type PluginPreview = z.infer<typeof previewSchema>;

/** A folder or repository that lists plugins. */
const marketplaceSchema = openObject({
  name: z.string(),
  plugins: z.array(
    openObject({
      name: z.string(),
      description: z.string().optional(),
      version: z.string().optional(),
      /** Where it is, for people. */
      source: z.string(),
      /** Why it can't be added from here, in a sentence. */
      problem: z.string().optional(),
    }),
  ),
  /** Entries that can't be used, each in a sentence that names the file. */
  problems: z.array(z.string()),
});
export type PluginMarketplace = z.infer<typeof marketplaceSchema>;

const reportSchema = openObject({
  ...identity,
  /** Under which it is in the customizations of sessions. */
  customization: z.string(),
  /** For `reviewTrust` and `setTrust`. */
  source: uriSchema,
  decision: openEnum(['trusted', 'denied', 'undecided']),
  /** It was trusted, and has changed since. */
  changed: z.boolean().optional(),
  addedAt: z.string(),
  updatedAt: z.string(),
});
export type PluginReport = z.infer<typeof reportSchema>;

/** Plugins that people add to the host, for every session. */
export const pluginExtensions = defineExtensions({
  /**
   * Fetches a plugin and says what it is and what it would run. Nothing of it runs, and no session has it. Where there is
   * a marketplace instead of a plugin, it says which plugins that lists: `plugin` then chooses one by its name.
   */
  'x-loggia/previewPlugin': {
    params: {
      from: fromSchema,
      plugin: id.describe('One of the plugins that a marketplace lists, by its name.').optional(),
      call,
    },
    result: openObject({ preview: previewSchema.optional(), marketplace: marketplaceSchema.optional() }),
  },
  /** Adds what was previewed. Only with the fingerprint of its review does anything of it run. */
  'x-loggia/addPlugin': {
    params: {
      preview: id.describe('The id of the preview, from previewPlugin.'),
      fingerprint: z
        .string()
        .min(1)
        .max(200)
        .describe('The fingerprint of its review. Without it, nothing of the plugin runs yet.')
        .optional(),
    },
    result: openObject({ plugin: reportSchema }),
  },
  'x-loggia/listPlugins': { params: {}, result: openObject({ plugins: z.array(reportSchema) }) },
  /** Fetches a repository again, or replaces an archive. Parts that changed wait for a decision. */
  'x-loggia/updatePlugin': {
    params: {
      plugin,
      content: hash.optional(),
      name: fileName,
      call,
    },
    result: openObject({ plugin: reportSchema }),
  },
  /** Its servers stop, and every decision about it is forgotten. A folder that was added stays on the disk. */
  'x-loggia/removePlugin': { params: { plugin }, result: openObject({}) },
});

export type PluginExtension = keyof typeof pluginExtensions;
