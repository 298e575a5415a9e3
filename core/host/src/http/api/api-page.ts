import { html } from 'hono/html';
import type { CommandDefinition } from '../../commands/table.ts';
import { paramsSchema, resultSchema, shortName, type JsonSchema } from '../command-shape.ts';
import { layout } from '../page.ts';

type Html = ReturnType<typeof html>;
type Table = ReadonlyMap<string, CommandDefinition>;

interface Facts {
  readonly version: string;
  /** The address at which the reader reached us, such as `http://localhost:5644`. */
  readonly origin: string;
  readonly table: Table;
}

/** The table for people. Anybody at this address may read it: it describes commands, not data. */
export function apiPage({ version, origin, table }: Facts): Html {
  const names = [...table.keys()].toSorted((one, other) => shortName(one).localeCompare(shortName(other)));
  return layout(
    'The API – Loggia',
    html`<link rel="stylesheet" href="/api/page.css" />
      <h1>The API</h1>
      <p class="lead">
        Everything that a client of this host can ask for: ${table.size} commands, the same over HTTP, over
        WebSocket and, where a model can use them, as MCP tools.
      </p>
      <dl class="facts">
        <dt>Version</dt>
        <dd>${version}</dd>
        <dt>Commands</dt>
        <dd><code>POST ${origin}/api/&lt;command&gt;</code></dd>
        <dt>For tools</dt>
        <dd><a href="/api/openapi.json">/api/openapi.json</a></dd>
        <dt>As an MCP server</dt>
        <dd><code>${origin}/mcp</code></dd>
      </dl>
      <h2>How to call it</h2>
      <p>
        Send a JSON object with the parameters and get one with the result. The token is in the file
        <code>token</code> in the data directory of the host.
      </p>
      <pre tabindex="0"><code>${curl(origin, 'x-loggia/listWorkspaces', {})}</code></pre>
      <p>
        What fails has a status from 400 up and says what to do:
        <code>{"error":{"code":-32011,"kind":"Conflict","message":"…"}}</code>
      </p>
      <h2>Content</h2>
      <p>Bytes stream, in both directions, and may be asked for by range.</p>
      <pre tabindex="0"><code>${transfers(origin)}</code></pre>
      <h2>Commands</h2>
      <nav aria-label="Commands" class="names">
        ${names.map((name) => html`<a href="#${shortName(name)}">${shortName(name)}</a> `)}
      </nav>
      ${names.map((name) => entry(origin, name, table.get(name)))}`,
  );
}

/** Replace, save, and store for later. */
function transfers(origin: string): string {
  const content = `${origin}/api/artifacts/<id>/content`;
  return [
    `curl -T report.pdf ${bearer} \\\n  ${content}`,
    `curl -O -J ${bearer} \\\n  '${content}?download=1'`,
    `curl -T report.pdf ${bearer} \\\n  ${origin}/api/content`,
  ].join('\n');
}

const bearer = '-H "Authorization: Bearer $TOKEN"';

function entry(origin: string, name: string, definition: CommandDefinition | undefined): Html {
  if (!definition) return html``;
  const params = paramsSchema(name, definition);
  const short = shortName(name);
  return html`<section class="command" aria-labelledby="${short}">
    <h3 id="${short}">${short} <span class="grant">${definition.grant}</span></h3>
    ${definition.says === undefined ? '' : html`<p>${definition.says}</p>`}
    <details>
      <summary>Parameters, result, example</summary>
      ${fields('Parameters', params)} ${fields('Result', resultSchema(definition))}
      <pre tabindex="0"><code>${curl(origin, name, params)}</code></pre>
    </details>
  </section>`;
}

function fields(title: string, schema: JsonSchema): Html {
  const properties = Object.entries((schema['properties'] ?? {}) as Record<string, JsonSchema>);
  const required = new Set((schema['required'] ?? []) as string[]);
  if (properties.length === 0)
    return html`<h4>${title}</h4>
      <p>${typeIn(schema)}</p>`;
  return html`<h4>${title}</h4>
    <dl class="fields">
      ${properties.map(
        ([name, of]) =>
          html`<dt><code>${name}</code></dt>
            <dd>${typeIn(of)}${required.has(name) ? '' : ', may be left out'}${about(of)}</dd>`,
      )}
    </dl>`;
}

function about({ description }: JsonSchema): Html | string {
  return typeof description === 'string' ? html`<br />${description}` : '';
}

/** A type in a few words; the OpenAPI document has the rest. */
function typeIn(schema: JsonSchema): string {
  const {
    type,
    items,
    enum: values,
    anyOf,
    oneOf,
  } = schema as {
    type?: string;
    items?: JsonSchema;
    enum?: unknown[];
    anyOf?: JsonSchema[];
    oneOf?: JsonSchema[];
  };
  if (values) return values.map((value) => JSON.stringify(value)).join(' or ');
  const several = anyOf ?? oneOf;
  if (several) return [...new Set(several.map(typeIn))].join(' or ');
  if (type === 'array') return `a list: ${items ? typeIn(items) : 'anything'}`;
  const { properties } = schema as { properties?: object };
  if (type === 'object' && properties) return `{ ${Object.keys(properties).join(', ')} }`;
  return type ?? 'anything';
}

function curl(origin: string, name: string, params: JsonSchema): string {
  const required = (params['required'] ?? []) as string[];
  const body = Object.fromEntries(required.map((key) => [key, exampleOf(params, key)]));
  return `curl ${origin}/api/${shortName(name)} \\
  ${bearer} \\
  -H 'Content-Type: application/json' -d '${JSON.stringify(body)}'`;
}

function exampleOf(params: JsonSchema, key: string): unknown {
  const schema = (params['properties'] as Record<string, JsonSchema> | undefined)?.[key] ?? {};
  switch (schema['type']) {
    case 'array':
      return ['…'];
    case 'object':
      return {};
    case 'integer':
    case 'number':
      return 1;
    default:
      return '…';
  }
}
