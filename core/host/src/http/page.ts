import type { Health } from '@loggia/kernel';
import { html } from 'hono/html';

type Html = ReturnType<typeof html>;

interface PageFacts {
  readonly version: string;
  readonly health: Health;
  /** The name and port under which the reader reached us. */
  readonly authority: string;
  readonly endpointFile: string;
}

export function layout(title: string, content: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/page.css" />
      </head>
      <body>
        ${arcade}
        <main>${content}</main>
      </body>
    </html> `;
}

/** A row of arches, as wide as the window: the pattern repeats, so nothing is stretched. */
const arcade = html`<svg class="arcade" aria-hidden="true">
  <pattern id="arch" width="64" height="128" patternUnits="userSpaceOnUse">
    <path
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      d="M0 14h64M0 20h64M8 128V58a24 24 0 0 1 48 0v70M13 128V58a19 19 0 0 1 38 0v70M4 58h13m30 0h13"
    />
  </pattern>
  <rect width="100%" height="100%" fill="url(#arch)" />
</svg>`;

function status(health: Health): Html {
  if (health.ok) return html`<p class="status good">Running</p>`;
  return html`<p class="status bad">Not storing anything: ${health.reason}</p>`;
}

/**
 * The page that is shown until the shell is served here. Anybody at this address may read it: it contains no secrets.
 */
export function homePage({ version, health, authority, endpointFile }: PageFacts): Html {
  return layout(
    'Loggia',
    html`<h1>Loggia</h1>
      <p class="lead">
        A host for agent sessions that many clients can watch and steer. It keeps every session, and whoever
        connects sees the same one, live.
      </p>
      ${status(health)}
      <dl class="facts">
        <dt>Version</dt>
        <dd>${version}</dd>
        <dt>Clients connect to</dt>
        <dd><code>ws://${authority}/ahp</code></dd>
        <dt>Endpoint file</dt>
        <dd><code>${endpointFile}</code></dd>
        <dt>Health</dt>
        <dd><a href="/healthz">/healthz</a></dd>
      </dl>
      <h2>Connect a client</h2>
      <ol>
        <li>
          Read <code>ahp</code> and <code>token</code> from the endpoint file. Only the user who started this
          host can.
        </li>
        <li>
          Open a WebSocket to <code>ahp</code> with the header
          <code>Authorization: Bearer &lt;token&gt;</code>. A page, which can't set headers, gets a one-time
          ticket with <code>POST /ticket</code> and adds <code>?ticket=&lt;ticket&gt;</code> to the address.
        </li>
        <li>
          Send <code>initialize</code> of the Agent Host Protocol, then subscribe to <code>ahp-root://</code>.
        </li>
      </ol>
      <h2>Read on</h2>
      <p>
        The repository's <code>README.md</code> is the place to start, and <code>docs/</code> has a page for
        each concept. <code>loggia --help</code> shows what can be set.
      </p>`,
  );
}

export function problemPage(title: string, message: string): Html {
  return layout(
    `${title} – Loggia`,
    html`<h1>${title}</h1>
      <p class="lead">${message}</p>
      <p><a href="/">To the start page</a></p>`,
  );
}
