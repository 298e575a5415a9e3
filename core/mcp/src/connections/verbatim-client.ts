import {
  Client,
  type Request,
  type RequestMethod,
  type RequestOptions,
  type ResultTypeMap,
  type StandardSchemaV1,
} from '@modelcontextprotocol/client';
import { z } from 'zod';

/** A result, unchanged, whatever it contains. */
export const verbatim = z.record(z.string(), z.unknown());

const verbatimMethods: readonly string[] = ['tools/call', 'tools/list'];

/**
 * The SDK's client, except that it leaves tools and their results as the server sent them. Its own `callTool` and
 * `listTools` still do the rest: pages, headers of the modern era, and rounds of requested input.
 */
export class VerbatimClient extends Client {
  override request<M extends RequestMethod>(
    request: { method: M; params?: Record<string, unknown> },
    options?: RequestOptions,
  ): Promise<ResultTypeMap[M]>;
  override request<T extends StandardSchemaV1>(
    request: Request,
    resultSchema: T,
    options?: RequestOptions,
  ): Promise<StandardSchemaV1.InferOutput<T>>;
  override request(
    request: Request,
    second?: StandardSchemaV1 | RequestOptions,
    third?: RequestOptions,
  ): Promise<unknown> {
    if (second !== undefined && '~standard' in second) return super.request(request, second, third);
    if (verbatimMethods.includes(request.method))
      return super.request(request, schemaOf(request.method), second);
    return super.request(request as { method: RequestMethod; params?: Record<string, unknown> }, second);
  }
}

/** One tool without a name must not cost the server all its tools. */
const tools = z.array(z.unknown()).transform((list) => list.filter((tool) => named.safeParse(tool).success));
const named = z.looseObject({ name: z.string().min(1) });
const toolPage = z.looseObject({ tools });

function schemaOf(method: string): z.ZodType {
  return method === 'tools/list' ? toolPage : verbatim;
}
