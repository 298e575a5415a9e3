import { describe, expect, test } from 'vitest';
import { wholeTable } from '../../commands/whole-table.testkit.ts';
import { shortName } from '../command-shape.ts';
import { EndpointsRig, type Json } from '../endpoints.testkit.ts';
import { openApiDocument } from './openapi.ts';

const table = new Map(Object.entries(wholeTable()));
const document = openApiDocument(table, '1.2.3') as Json;

/** Every `$ref` in a document. */
function references(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { $ref } = value as { $ref?: unknown };
  return [...(typeof $ref === 'string' ? [$ref] : []), ...Object.values(value).flatMap(references)];
}

describe('I3: the OpenAPI document', () => {
  test('is one, and survives as JSON', () => {
    expect(JSON.parse(JSON.stringify(document))).toEqual(document);
    expect([document.openapi, document.info.version]).toEqual(['3.1.0', '1.2.3']);
    expect(document.security).toEqual([{ token: [] }]);
    expect(document.servers).toEqual([{ url: '/', description: expect.any(String) }]);
    expect(document.info.license.identifier).toBe('MIT');
  });

  test('has every command once, with what it takes, gives and how it fails', () => {
    for (const [name, definition] of table) {
      const { post } = document.paths[`/api/${shortName(name)}`];
      expect(post).toMatchObject({
        operationId: shortName(name),
        summary: definition.says,
        requestBody: { required: true, content: { 'application/json': { schema: { type: 'object' } } } },
        responses: {
          200: { description: 'Done.', content: { 'application/json': { schema: expect.any(Object) } } },
          400: { $ref: '#/components/responses/Refused' },
          401: { $ref: '#/components/responses/Refused' },
          403: { $ref: '#/components/responses/Refused' },
          default: { $ref: '#/components/responses/Refused' },
        },
      });
      const { schema } = post.requestBody.content['application/json'];
      expect([name, schema.additionalProperties]).toEqual([name, false]);
      for (const of of Object.values<Json>(schema.properties)) expect(of.description).toMatch(/\.$/);
    }
    const operations = Object.values<Json>(document.paths).flatMap((path: Json) => Object.values<Json>(path));
    const ids = operations.flatMap(({ operationId }) => (operationId === undefined ? [] : [operationId]));
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBe(table.size + 4);
  });

  test('asks for what is needed, and for no channel where the root is meant', () => {
    const schemaOf = (command: string) =>
      document.paths[`/api/${command}`].post.requestBody.content['application/json'].schema;
    const { properties, required } = schemaOf('updateArtifact');
    expect(Object.keys(properties)).toEqual([
      'artifact',
      'ifRevision',
      'title',
      'type',
      'context',
      'content',
    ]);
    expect(required).toEqual(['artifact']);
    expect(schemaOf('listWorkspaces')).toEqual({
      type: 'object',
      properties: {},
      additionalProperties: false,
    });
    expect(Object.keys(schemaOf('listSessions').properties)).toContain('channel');
    expect(schemaOf('createSession').required ?? []).not.toContain('channel');
  });

  test('points to nothing that is not there', () => {
    const found = references(document);
    expect(found.length).toBeGreaterThan(table.size);
    for (const reference of found.filter((each) => each !== '#')) {
      const target = reference
        .replace(/^#\//, '')
        .split('/')
        .reduce<Json>((value, key) => value?.[key], document);
      expect([reference, typeof target]).toEqual([reference, 'object']);
    }
  });
});

describe('I3: what anybody at this address may read', () => {
  test('needs no token, but one of our names', async () => {
    const endpoints = await EndpointsRig.open();
    const page = await endpoints.fetch('/api', {}, '');
    const text = await page.text();
    expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8']);
    for (const part of [
      'commitArtifacts',
      'Commits drafts',
      `curl ${endpoints.server.origin}/api/search`,
      'write',
    ]) {
      expect(text).toContain(part);
    }
    expect(text).not.toMatch(/<script|<style|style=|onclick/);
    expect(text).not.toContain(endpoints.token);
    const described = await endpoints.fetch('/api/openapi.json', {}, '');
    expect(((await described.json()) as Json).paths['/api/search'].post.operationId).toBe('search');
    const style = await endpoints.fetch('/api/page.css', {}, '');
    expect([style.status, style.headers.get('content-type')]).toEqual([200, 'text/css; charset=utf-8']);
    const headers = { origin: 'https://evil.example' };
    const elsewhere = await Promise.all(
      ['/api', '/api/openapi.json'].map(
        async (path) => (await endpoints.fetch(path, { headers }, '')).status,
      ),
    );
    expect(elsewhere).toEqual([403, 403]);
    await endpoints.close();
  });
});
