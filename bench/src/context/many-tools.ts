import type { ToolDefinition } from '@loggia/protocol';

const subjects = ['issue', 'page', 'card', 'event', 'message', 'invoice', 'file', 'report', 'user', 'order'];
const verbs = ['create', 'list', 'read', 'update', 'move', 'archive', 'search', 'export', 'share', 'compare'];
const fields = ['title', 'description', 'owner', 'status', 'labels', 'dueDate', 'priority', 'parentId'];

/** As many tools of as many servers, with schemas of the usual kind. All names are different. */
export function manyTools(servers: number, count: number): readonly ToolDefinition[] {
  return Array.from({ length: count }, (_, at) => {
    const verb = verbs[at % verbs.length] ?? '';
    const subject = subjects[Math.floor(at / verbs.length) % subjects.length] ?? '';
    const server = at % servers;
    const taken = fields.slice(0, 3 + (at % 6));
    return {
      name: `${verb}_${subject}_${server}_${at}`,
      title: `${verb} ${subject}`,
      description: `Use it to ${verb} one ${subject} of the service ${server}. Returns the ${subject} with its id, its history and everybody who watches it. Fails if the ${subject} is locked by somebody else.`,
      inputSchema: {
        type: 'object',
        properties: Object.fromEntries(
          taken.map((field) => [
            field,
            {
              type: 'string',
              description: `The ${field} of the ${subject}, as shown to users of the service.`,
            },
          ]),
        ),
        required: taken.slice(0, 2),
      },
    };
  });
}
