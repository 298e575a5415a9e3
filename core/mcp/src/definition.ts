/** The limits of a process. Programs, libraries, and a home and temporary folder of its own are always available. */
export interface ServerSandbox {
  /** Absolute. */
  readonly folders: readonly { readonly path: string; readonly access: 'read' | 'write' }[];
  /** Whether it can also write to the working directory of its sessions. */
  readonly workspace: boolean;
  /** `none`: not even this machine. `host`: everything the host reaches, including sockets of other programs. */
  readonly network: 'none' | 'host';
}

/** How to reach a server. */
export type ServerTransport =
  | {
      readonly kind: 'stdio';
      readonly command: string;
      readonly args: readonly string[];
      /** The environment in addition to a small safe base; nothing else of the host's own environment is passed. */
      readonly env: Readonly<Record<string, string>>;
      /** Absolute. */
      readonly cwd?: string;
      /** Absent: it runs with all permissions of the host. */
      readonly sandbox?: ServerSandbox;
    }
  | {
      /** `http` is Streamable HTTP, `sse` the older HTTP+SSE. */
      readonly kind: 'http' | 'sse';
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
    };

/** The configuration of a server, with every placeholder resolved. */
export interface ServerDefinition {
  readonly name: string;
  readonly transport: ServerTransport;
  /** The protocol era; by default `auto` over HTTP and `legacy` over stdio. */
  readonly era?: 'auto' | 'legacy' | 'modern';
  /** `session`: each session has its own connection. */
  readonly isolation?: 'shared' | 'session';
  /** `none`: the server isn't told the folder of its sessions, and can't be told apart by it. */
  readonly roots?: 'session' | 'none';
  readonly startWithinMs?: number;
  readonly callWithinMs?: number;
  /** A client that was manually registered with the authorization server. Its secret never appears in any state. */
  readonly oauthClient?: { readonly clientId: string; readonly clientSecret?: string };
  /** Whether the server can use the session's model; by default the user is asked. */
  readonly sampling?: 'ask' | 'allow' | 'deny';
}
