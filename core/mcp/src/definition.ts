/** What a process may reach. Programs, libraries, a home and a temporary folder of its own are there in any case. */
export interface ServerSandbox {
  /** Absolute. */
  readonly folders: readonly { readonly path: string; readonly access: 'read' | 'write' }[];
  /** Whether it may also write to the working directory of the sessions that it runs for. */
  readonly workspace: boolean;
  /** `none`: not even this machine. `host`: whatever the host reaches, sockets of other programs included. */
  readonly network: 'none' | 'host';
}

/** How to reach a server. */
export type ServerTransport =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** Everything that the process gets beside a small safe base; nothing of the host's own environment. */
      readonly env: Readonly<Record<string, string>>;
      /** Absolute. */
      readonly cwd?: string;
      /** Absent: it runs with all rights of the host. */
      readonly sandbox?: ServerSandbox;
    }
  | {
      /** `http` is Streamable HTTP, `sse` the older HTTP+SSE. */
      readonly kind: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** What somebody wrote down about a server, with every placeholder resolved. */
export interface ServerDefinition {
  readonly name: string;
  readonly transport: ServerTransport;
  /** Which protocol era to speak; by default `auto` over HTTP and `legacy` over stdio. */
  readonly era?: 'auto' | 'legacy' | 'modern';
  /** `session`: a connection of its own for each session, shared with nobody. */
  readonly isolation?: 'shared' | 'session';
  readonly startWithinMs?: number;
  readonly callWithinMs?: number;
  /** A client that was registered with the authorization server by hand. Its secret never reaches any state. */
  readonly oauthClient?: { readonly clientId: string; readonly clientSecret?: string };
  /** Whether the server may ask the session's model; by default the user is asked. */
  readonly sampling?: 'ask' | 'allow' | 'deny';
}
