/** A client that somebody registered by hand. */
export interface PreRegisteredClient {
  readonly clientId: string;
  readonly clientSecret?: string;
}

export interface SignInSettings {
  /** The client's name as the authorization server shows it to the user. */
  readonly clientName: string;
  /** Where this client's metadata document is published; the authorization server has to reach it. */
  readonly clientMetadataUrl?: string;
  /** By issuer. */
  readonly preRegistered?: Readonly<Record<string, PreRegisteredClient>>;
}
