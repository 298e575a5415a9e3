import type { Grant } from '@loggia/access';
import { errorTable } from '@loggia/protocol';
import type { CommandDefinition } from '../../commands/table.ts';
import { paramsSchema, resultSchema, shortName, type JsonSchema } from '../command-shape.ts';

type Table = ReadonlyMap<string, CommandDefinition>;

const json = (schema: JsonSchema) => ({ 'application/json': { schema } });
const bytes = { 'application/octet-stream': { schema: {} } };

const idParameter = {
  name: 'id',
  in: 'path',
  required: true,
  description: 'The id of the artifact.',
  schema: { type: 'string' },
};
const query = (name: string, description: string, type: string) => ({
  name,
  in: 'query',
  description,
  schema: { type },
});
const refusals = {
  400: { $ref: '#/components/responses/Refused' },
  401: { $ref: '#/components/responses/Refused' },
  403: { $ref: '#/components/responses/Refused' },
  default: { $ref: '#/components/responses/Refused' },
};

const says: Readonly<Record<Grant, string>> = {
  read: 'Needs the grant to read.',
  write: 'Needs the grant to write.',
  admin: "Needs the grant of the host's operator.",
};

/** The whole table, for tools that generate clients. */
export function openApiDocument(table: Table, version: string): JsonSchema {
  const paths = Object.fromEntries(
    [...table].map(([name, definition]) => [
      `/api/${shortName(name)}`,
      { post: operation(name, definition) },
    ]),
  );
  return {
    openapi: '3.1.0',
    info: {
      title: 'Loggia',
      version,
      description:
        'All commands for clients of this host. The same commands are served over WebSocket, and most of those on artifacts as MCP tools at /mcp.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/', description: 'The host that serves this document.' }],
    paths: { ...paths, ...contentPaths },
    security: [{ token: [] }],
    components: {
      securitySchemes: { token: { type: 'http', scheme: 'bearer' } },
      responses: {
        Refused: {
          description: 'What went wrong, and what to do about it.',
          content: json({
            type: 'object',
            required: ['error'],
            properties: {
              error: {
                type: 'object',
                required: ['code', 'kind', 'message'],
                properties: {
                  code: { type: 'integer' },
                  kind: { type: 'string', examples: Object.keys(errorTable) },
                  message: { type: 'string' },
                  data: {},
                },
              },
            },
          }),
        },
      },
    },
  };
}

function operation(name: string, definition: CommandDefinition): JsonSchema {
  return {
    operationId: shortName(name),
    ...(definition.says !== undefined && { summary: definition.says }),
    description: says[definition.grant],
    requestBody: { required: true, content: json(paramsSchema(name, definition)) },
    responses: {
      200: { description: 'Done.', content: json(resultSchema(definition)) },
      ...refusals,
    },
  };
}

const contentPaths = {
  '/api/content': {
    put: {
      operationId: 'uploadContent',
      summary: 'Stores bytes, for use by their hash in createArtifact or updateArtifact within the hour.',
      requestBody: { required: true, content: bytes },
      responses: {
        201: {
          description: 'Stored.',
          content: json({
            type: 'object',
            required: ['content'],
            properties: {
              content: {
                type: 'object',
                required: ['hash', 'size'],
                properties: { hash: { type: 'string' }, size: { type: 'integer' } },
              },
            },
          }),
        },
        ...refusals,
      },
    },
  },
  '/api/artifacts/{id}/content': {
    parameters: [idParameter],
    get: {
      operationId: 'downloadContent',
      summary: 'Sends the content of an artifact, or a range of it.',
      parameters: [
        query('version', 'A committed version; without it, the current content.', 'integer'),
        query('download', 'Anything: have the browser save it.', 'string'),
      ],
      responses: {
        200: { description: 'All of it.', content: bytes },
        206: { description: 'The range.', content: bytes },
        304: { description: 'Unchanged.' },
        416: { description: 'There is no such range.' },
        ...refusals,
      },
    },
    put: {
      operationId: 'replaceContent',
      summary: 'Makes these bytes the content of the draft.',
      parameters: [query('ifRevision', 'Only if it is still the newest revision.', 'integer')],
      requestBody: { required: true, content: bytes },
      responses: {
        200: { description: 'The artifact as it is now.', content: json({ type: 'object' }) },
        ...refusals,
      },
    },
  },
  '/api/artifacts/{id}/thumbnail': {
    parameters: [idParameter],
    get: {
      operationId: 'thumbnail',
      summary: 'Sends a small picture of an artifact, if there is one.',
      responses: {
        200: { description: 'The picture.', content: bytes },
        304: { description: 'Unchanged.' },
        ...refusals,
      },
    },
  },
};
