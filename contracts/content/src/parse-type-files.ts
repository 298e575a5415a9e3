import type { z } from 'zod';
import { describeIssue } from './describe-issue.ts';
import { behaviorsSchema, capabilityEntrySchema, type CapabilityEntry } from './files/behaviors.ts';
import { contextFormSchema } from './files/context-form.ts';
import { presentationSchema } from './files/presentation.ts';
import { previewSchema } from './files/preview.ts';
import { typeDefinitionSchema } from './files/type-definition.ts';
import { jsonObjectSchema, nameSchema } from './files/words.ts';
import { pointerOf, valueAt } from './json-pointer.ts';
import { readJson } from './json-text.ts';
import { typeLimits } from './limits.ts';
import { parseMime } from './mime.ts';
import { isTypeFile, mimeOfFolder } from './type-addresses.ts';
import type { TypeBehaviors, TypeContract, TypeProblem } from './type-contract.ts';

export interface ParsedType {
  /** Undefined if a required file is missing or broken; broken optional files are left out. */
  readonly contract: TypeContract | undefined;
  readonly problems: readonly TypeProblem[];
}

/** The source of the files: only the platform's own can name what is built into it. */
export type TypeSource = 'platform' | 'server';

const mostProblemsPerFile = 20;
const handlerFile = /^handlers\/(.+)\.json$/;

/**
 * Reads a type from its files, by name: `type.json`, `handlers/extract_text.json`. `place` is the MIME type under which
 * they are served, or their folder below `types/`. Never throws; the files may be hostile.
 */
export function parseTypeFiles(
  place: string,
  files: ReadonlyMap<string, string>,
  source: TypeSource = 'server',
): ParsedType {
  const problems: TypeProblem[] = [];
  const report = (file: string, path: string, message: string) => {
    problems.push({ file, path, message });
  };
  const mime = mimeOfFolder(place) ?? parseMime(place)?.mime;
  if (mime === undefined) {
    report('type.json', '', `${JSON.stringify(place.slice(0, 200))} is not a MIME type. Serve it under one.`);
    return { contract: undefined, problems };
  }
  const names = [...files.keys()].filter(isTypeFile).sort();
  if (names.length > typeLimits.filesPerType) {
    report('type.json', '', `The type has more than ${typeLimits.filesPerType} files. Leave some out.`);
    return { contract: undefined, problems };
  }

  function read<Schema extends z.ZodType>(file: string, schema: Schema): z.infer<Schema> | undefined {
    const text = files.get(file);
    if (text === undefined) return undefined;
    const json = readJson(text);
    if ('message' in json) {
      report(file, '', json.message);
      return undefined;
    }
    const parsed = schema.safeParse(json.value);
    if (parsed.success) return parsed.data;
    for (const issue of parsed.error.issues.slice(0, mostProblemsPerFile)) {
      const path = pointerOf(issue.path);
      report(file, path, describeIssue(issue, valueAt(json.value, path)));
    }
    return undefined;
  }

  for (const file of ['type.json', 'presentation.json']) {
    if (!files.has(file)) report(file, '', 'It is missing, and a type needs it. Add it.');
  }
  const definition = read('type.json', typeDefinitionSchema);
  const presentation = read('presentation.json', presentationSchema);
  const schema = read('schema.json', jsonObjectSchema);
  const ui = read('ui.json', contextFormSchema);
  const preview = read('preview.json', previewSchema);
  const behaviors = readBehaviors();

  if (definition !== undefined && definition.mime !== mime) {
    report(
      'type.json',
      '/mime',
      `It says ${definition.mime}, but the file is served for ${mime}. Make them the same.`,
    );
    return { contract: undefined, problems };
  }
  if (definition === undefined || presentation === undefined) return { contract: undefined, problems };

  const { viewer, ...others } = presentation;
  const mayUseViewer = viewer === undefined || 'tool' in viewer || source === 'platform';
  if (!mayUseViewer)
    report(
      'presentation.json',
      '/viewer/native',
      'Only the platform may name a renderer of its own. Name a tool that has a View, or inherit from a standard type.',
    );
  const contract: TypeContract = {
    mime,
    definition,
    presentation: mayUseViewer ? presentation : others,
    ...(schema !== undefined && { schema }),
    ...(ui !== undefined && { ui }),
    ...(preview !== undefined && { preview }),
    behaviors,
  };
  return { contract, problems };

  function readBehaviors(): TypeBehaviors {
    const file = 'behaviors.json';
    const found = read(file, behaviorsSchema);
    const declared =
      found?.mime === undefined || found.mime === mime
        ? found
        : report(
            file,
            '/mime',
            `It says ${found.mime}, but the file is served for ${mime}. Make them the same.`,
          );
    const entries = new Map<string, { readonly entry: CapabilityEntry; readonly file: string }>();
    const contradicted = new Set<string>();
    const declare = (name: string, entry: CapabilityEntry, from: string, path: string) => {
      if ('builtin' in entry && source !== 'platform') {
        report(from, path, 'Only the platform may name code of its own. Name a tool of this server.');
        return;
      }
      const earlier = entries.get(name);
      if (earlier === undefined) entries.set(name, { entry, file: from });
      else if (!sameEntry(earlier.entry, entry)) {
        contradicted.add(name);
        report(from, path, `${earlier.file} and ${from} declare "${name}" differently. Keep one of them.`);
      }
    };
    for (const [name, entry] of Object.entries(declared?.capabilities ?? {}))
      declare(name, entry, file, pointerOf(['capabilities', name]));
    for (const handler of names) {
      const name = handlerFile.exec(handler)?.[1];
      if (name === undefined) continue;
      if (!nameSchema.safeParse(name).success) {
        report(handler, '', 'Its name must be that of a capability, such as "extract_text.json". Rename it.');
        continue;
      }
      const entry = read(handler, capabilityEntrySchema);
      if (entry !== undefined) declare(name, entry, handler, '');
    }
    const capabilities = [...entries]
      .filter(([name]) => !contradicted.has(name))
      .map(([name, { entry }]) => [name, entry] as const);
    return {
      events: declared?.events ?? {},
      capabilities: Object.fromEntries(capabilities),
      needs: declared?.needs ?? [],
    };
  }
}

function sameEntry(one: CapabilityEntry, other: CapabilityEntry): boolean {
  if ('tool' in one) return 'tool' in other && one.tool === other.tool;
  return 'builtin' in other && one.builtin === other.builtin;
}
