import { extractedTextOf, thumbnailOf } from '@loggia/content';
import type { Capabilities } from '../capabilities/capabilities.ts';
import { boundedGlimpse } from '../capabilities/glimpse.ts';
import { longestText } from '../capabilities/limits.ts';
import type { StoredBytes } from '../content/content-store.ts';
import { failureIn, reasonOf } from '../handlers/failure.ts';
import type { ArtifactRow } from '../store.ts';
import { deriveLimits } from './limits.ts';
import { excerptOf, searchable } from './searchable.ts';

export interface Derived {
  readonly text: string;
  readonly excerpt: string | undefined;
  readonly thumbnail: string | undefined;
  /** Undefined if it failed too often. */
  readonly failure: string | undefined;
  readonly hasText: boolean;
}

type Part<T> = { readonly value: T | undefined } | { readonly failure: string };

export interface DerivePorts {
  readonly capabilities: Pick<Capabilities, 'provider' | 'ask'>;
  /** Stores bytes until something refers to them. */
  upload(bytes: Uint8Array): Promise<StoredBytes>;
}

const by = 'loggia';

async function part<T>(
  artifact: ArtifactRow,
  capability: string,
  {
    capabilities,
    signal,
    read,
  }: Pick<DerivePorts, 'capabilities'> & {
    readonly signal: AbortSignal;
    readonly read: (result: unknown) => Promise<T | undefined> | T | undefined;
  },
): Promise<Part<T>> {
  if (capabilities.provider(artifact, capability).kind === 'none') return { value: undefined };
  try {
    const result = await capabilities.ask(artifact, capability, { by, signal });
    const failure = failureIn(result);
    return failure === undefined ? { value: await read(result) } : { failure };
  } catch (error) {
    return { failure: reasonOf(error) };
  }
}

/** Text and picture of an artifact, from their providers. Never rejects. */
export async function deriveOne(
  artifact: ArtifactRow,
  { capabilities, upload }: DerivePorts,
  signal: AbortSignal,
): Promise<Derived> {
  const text = await part(artifact, 'extract_text', { capabilities, signal, read: extractedTextOf });
  const glimpse = await part(artifact, 'glimpse', {
    capabilities,
    signal,
    read: (result) => boundedGlimpse(extractedTextOf(result) ?? ''),
  });
  const picture = await part(artifact, 'generate_thumbnail', {
    capabilities,
    signal,
    read: async (result) => {
      const image = thumbnailOf(result);
      return image && (await upload(Buffer.from(image.data, 'base64'))).hash;
    },
  });
  const words = searchable(('value' in text ? text.value : undefined) ?? '', longestText);
  return {
    text: words,
    excerpt: ('value' in glimpse ? glimpse.value : undefined) ?? excerptOf(words, deriveLimits.excerpt),
    thumbnail: 'value' in picture ? picture.value : undefined,
    failure: 'failure' in text ? text.failure : 'failure' in picture ? picture.failure : undefined,
    hasText: 'value' in text,
  };
}
