/** Our client metadata for authorization servers that look clients up instead of registering them. */
export function clientDocument(origin: string): Readonly<Record<string, unknown>> {
  return {
    client_id: `${origin}/oauth/client.json`,
    client_name: 'Loggia',
    // A web client can't have redirect addresses on loopback.
    application_type: 'native',
    client_uri: `${origin}/`,
    logo_uri: `${origin}/icon.svg`,
    // On loopback any port is allowed (RFC 8252), so these two work for every command line.
    redirect_uris: [
      `${origin}/oauth/callback`,
      'http://127.0.0.1/oauth/callback',
      'http://localhost/oauth/callback',
    ],
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    token_endpoint_auth_method: 'none',
  };
}
