import type { RequestContext, ServerConnection } from '@loggia/mcp';

type Listed = Readonly<Record<string, unknown>>;

/** By list that a server has besides its tools: the request method, and the field of the answer. */
const lists = {
  prompts: { method: 'prompts/list', field: 'prompts' },
  resources: { method: 'resources/list', field: 'resources' },
  templates: { method: 'resources/templates/list', field: 'resourceTemplates' },
} as const;

const mostPages = 20;
const mostListed = 2000;

/** The whole list, page by page, up to a limit. */
export async function listOf(
  connection: ServerConnection,
  what: keyof typeof lists,
  context: RequestContext,
): Promise<readonly Listed[]> {
  const { method, field } = lists[what];
  const found: Listed[] = [];
  let cursor: string | undefined;
  for (let page = 0; page < mostPages && found.length < mostListed; page += 1) {
    const answer = await connection.request(method, cursor === undefined ? {} : { cursor }, context);
    if (!isObject(answer)) break;
    const part = answer[field];
    if (Array.isArray(part)) found.push(...part.filter(isObject));
    const next = answer['nextCursor'];
    if (typeof next !== 'string' || next === '' || next === cursor) break;
    cursor = next;
  }
  return found.slice(0, mostListed);
}

function isObject(value: unknown): value is Listed {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
