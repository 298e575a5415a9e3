import type { ProtectedResourceMetadata } from '@loggia/protocol';
import { z } from 'zod';
import { canonicalResource, isConfidential, parseHttpUrl } from './resource-name.ts';

const text = z.string().max(4096);
const texts = z.array(text).max(500);

const optionalFields: Readonly<Record<string, z.ZodType>> = {
  resource_name: text,
  authorization_servers: texts,
  jwks_uri: text,
  scopes_supported: texts,
  bearer_methods_supported: texts,
  resource_signing_alg_values_supported: texts,
  resource_documentation: text,
  resource_policy_uri: text,
  resource_tos_uri: text,
  required: z.boolean(),
};

const metadataSchema = z.looseObject({ resource: text });

function isUsableIssuer(issuer: string): boolean {
  const url = parseHttpUrl(issuer);
  return url !== undefined && isConfidential(url);
}

/** Until 2025-03-26, the server was its own authorization server. This is assumed for servers without metadata. */
export function assumedMetadata(endpoint: URL): ProtectedResourceMetadata {
  return { resource: canonicalResource(endpoint), authorization_servers: [endpoint.origin] };
}

/**
 * Parses RFC 9728 metadata; undefined if it is invalid. A field of the wrong type is left out, since clients rely on
 * the types; unknown fields stay.
 */
export function parseMetadata(json: string, endpoint: URL): ProtectedResourceMetadata | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  const parsed = metadataSchema.safeParse(value);
  if (!parsed.success) return undefined;
  const sound = Object.entries(parsed.data).filter(
    ([name, given]) => optionalFields[name]?.safeParse(given).success ?? true,
  );
  const metadata = Object.fromEntries(sound) as ProtectedResourceMetadata;
  const issuers = metadata.authorization_servers?.filter(isUsableIssuer) ?? [];
  return { ...metadata, authorization_servers: issuers.length > 0 ? issuers : [endpoint.origin] };
}
