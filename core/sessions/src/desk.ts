/** An artifact as agents know it without asking: enough to name it, and to tell what could be done with it. */
export interface ListedArtifact {
  readonly id: string;
  readonly title: string;
  /** The id of one of the desk's types, if known. */
  readonly type: string;
  readonly state: string;
  /** The newest committed version; 0 before the first. */
  readonly version: number;
  readonly modifiedAt: string;
  /** The ids of the collections that it is published in. */
  readonly collections: readonly string[];
  /** The medium, such as `image`, if known. */
  readonly medium?: string;
}

/** A kind of artifact: its names for users, and the servers that work on it. */
export interface ListedType {
  readonly id: string;
  readonly label: string;
  /** Set if users can create one. */
  readonly creatable?: { readonly label?: string; readonly title?: string };
  /** The names of the servers that own it or can open it. Their tools can be used on its artifacts. */
  readonly servers: readonly string[];
}

export interface Named {
  readonly id: string;
  readonly title: string;
}

/** The contents of a workspace. */
export interface Library {
  readonly workspace: Named;
  readonly workspaces: readonly Named[];
  /** The last changed comes first. */
  readonly artifacts: readonly ListedArtifact[];
  readonly trash: readonly ListedArtifact[];
  readonly types: readonly ListedType[];
  readonly collections: readonly Named[];
  /** The name of the server whose tools are the host's own commands. */
  readonly tools: string;
}

/** The contents of a session's workspace, with the servers and sessions around it. */
export interface WorkspaceContents extends Library {
  /** The servers of the session; `id` is the customization's. */
  readonly servers: readonly (Named & { readonly state: string })[];
  /** Other sessions by their URIs, the last changed first. */
  readonly sessions: readonly Named[];
}
