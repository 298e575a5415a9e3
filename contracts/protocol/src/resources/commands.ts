import { z } from 'zod';
import { defineCommands } from '../define-commands.ts';
import { openEnum, openObject, uriSchema } from '../schema.ts';

const uri = { uri: uriSchema };
const done = openObject({});
const encoding = z.enum(['utf-8', 'base64']);
const transfer = { source: uriSchema, destination: uriSchema, failIfExists: z.boolean().optional() };

/** A file system, in both directions: a host may ask a client for files just as well. */
export const resourceCommands = defineCommands({
  resourceRead: {
    params: { ...uri, encoding: encoding.optional() },
    result: openObject({ data: z.string(), encoding, contentType: z.string().optional() }),
  },
  resourceWrite: {
    params: {
      ...uri,
      data: z.string(),
      encoding,
      contentType: z.string().optional(),
      createOnly: z.boolean().optional(),
      mode: z.enum(['truncate', 'append', 'insert']).optional(),
      position: z.number().int().nonnegative().optional(),
      ifMatch: z.string().optional(),
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
  resourceDelete: { params: { ...uri, recursive: z.boolean().optional() }, result: done },
  resourceResolve: {
    params: { ...uri, followSymlinks: z.boolean().optional() },
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
    params: { ...uri, read: z.boolean().optional(), write: z.boolean().optional() },
    result: done,
  },
});
