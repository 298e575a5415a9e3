import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { openEnum, openObject, uriSchema } from '../schema.ts';

const uri = { uri: uriSchema.describe('The URI of the file or folder.') };
const done = openObject({});
const encoding = z.enum(['utf-8', 'base64']).describe('How the bytes are written as text.');
const transfer = {
  source: uriSchema.describe('The URI of the file or folder.'),
  destination: uriSchema.describe('The URI that it gets.'),
  failIfExists: z.boolean().describe('Refuse if something exists there already.').optional(),
};

/** A file system, in both directions: a host can also ask a client for files. */
export const resourceCommands = defineCommands({
  resourceRead: {
    params: { ...uri, encoding: encoding.optional() },
    result: openObject({ data: z.string(), encoding, contentType: z.string().optional() }),
  },
  resourceWrite: {
    params: {
      ...uri,
      data: z.string().describe('The content, in the encoding.'),
      encoding,
      contentType: z.string().describe('The content type.').optional(),
      createOnly: z.boolean().describe('Refuse if the file exists already.').optional(),
      mode: z
        .enum(['truncate', 'append', 'insert'])
        .describe('Replace from the position on (the default), add at the end, or insert at the position.')
        .optional(),
      position: z
        .number()
        .int()
        .nonnegative()
        .describe('The byte to write at; beyond the end means the end.')
        .optional(),
      ifMatch: z.string().describe('Refuse if the file no longer has this etag.').optional(),
    },
    result: done,
  },
  resourceList: {
    params: uri,
    result: openObject({
      entries: z.array(openObject({ name: z.string(), type: openEnum(['file', 'directory']) })),
    }),
  },
  resourceCopy: { params: transfer, result: done },
  resourceMove: { params: transfer, result: done },
  resourceDelete: {
    params: { ...uri, recursive: z.boolean().describe('Also delete a folder that is not empty.').optional() },
    result: done,
  },
  resourceResolve: {
    params: { ...uri, followSymlinks: z.boolean().describe('Describe what a link leads to.').optional() },
    result: openObject({
      uri: uriSchema,
      type: openEnum(['file', 'directory', 'symlink']),
      size: z.number().optional(),
      mtime: z.string().optional(),
      ctime: z.string().optional(),
      contentType: z.string().optional(),
      etag: z.string().optional(),
    }),
  },
  resourceMkdir: { params: uri, result: done },
  resourceRequest: {
    params: {
      ...uri,
      read: z.boolean().describe('Ask to read.').optional(),
      write: z.boolean().describe('Ask to write.').optional(),
    },
    result: done,
  },
});
