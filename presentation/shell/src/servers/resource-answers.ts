import { z } from 'zod';
import type { Page } from '../host/paged-list.ts';

const resourceSchema = z.object({
  uri: z.string().max(4096),
  name: z.string().max(1000),
  title: z.string().max(1000).optional(),
  description: z.string().max(10_000).optional(),
  mimeType: z.string().max(255).optional(),
});
export type Resource = z.infer<typeof resourceSchema>;

const pageSchema = z.object({ resources: z.array(z.unknown()), nextCursor: z.string().optional() });

/** A server's own answer: entries with the wrong shape are left out. */
export function readPage(answer: unknown): Page<Resource> {
  const page = pageSchema.safeParse(answer);
  if (!page.success) throw new Error('The server didn’t return a list of resources. Check its log.');
  const resources = page.data.resources.slice(0, 1000).flatMap((given) => {
    const resource = resourceSchema.safeParse(given);
    return resource.success ? [resource.data] : [];
  });
  return { entries: resources, cursor: page.data.nextCursor };
}

const templateSchema = resourceSchema.omit({ uri: true }).extend({ uriTemplate: z.string().max(4096) });
export type Template = z.infer<typeof templateSchema>;

const templatesSchema = z.object({
  resourceTemplates: z.array(z.unknown()),
  nextCursor: z.string().optional(),
});

export function readTemplates(answer: unknown): Page<Template> {
  const page = templatesSchema.safeParse(answer);
  if (!page.success) throw new Error('The server didn’t return a list of templates. Check its log.');
  const entries = page.data.resourceTemplates.slice(0, 1000).flatMap((given) => {
    const template = templateSchema.safeParse(given);
    return template.success ? [template.data] : [];
  });
  return { entries, cursor: page.data.nextCursor };
}

const contentsSchema = z.object({
  contents: z.array(z.object({ text: z.string().optional(), blob: z.string().optional() })),
});

export interface ResourceText {
  /** Which part of the resource it is. */
  readonly at: number;
  readonly text: string;
  readonly note?: string;
  /** The size of binary content, in bytes. */
  readonly size?: number;
}

const longest = 100_000;

export function readContents(answer: unknown): readonly ResourceText[] {
  const read = contentsSchema.safeParse(answer);
  if (!read.success) throw new Error('The server didn’t return a resource. Check its log.');
  return read.data.contents.slice(0, 50).map(({ text, blob }, at) => {
    if (text === undefined) return { at, text: '', size: Math.floor(((blob?.length ?? 0) * 3) / 4) };
    if (text.length <= longest) return { at, text };
    return {
      at,
      text: text.slice(0, longest),
      note: `The first ${longest.toLocaleString('en')} of ${text.length.toLocaleString('en')} characters.`,
    };
  });
}
