// The service's official clients, which are as the registry has them: only their base URLs are others.
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import { TurnkeyClient as CoreClient } from "@turnkey/core";
import { TurnkeyClient as HttpClient } from "@turnkey/http";
import { Turnkey, TurnkeyApiClient } from "@turnkey/sdk-server";
import { WebauthnStamper } from "@turnkey/webauthn-stamper";

// By the names of their packages, once `connect` was called.
export const clients = {};

// They ask soon and seldom whether an activity still waits: in tests, nobody else is about to vote.
const activityPoller = { intervalMs: 1, numRetries: 1 };

// With `rpId`, a passkey stamps; otherwise the API key does.
export function connect({ info }) {
  const passkey = info.rpId && new WebauthnStamper({ rpId: info.rpId });
  const keys = { apiPublicKey: info.apiPublicKey, apiPrivateKey: info.apiPrivateKey };
  const apiKey = passkey ? undefined : new ApiKeyStamper(keys);
  const server = { apiBaseUrl: info.url, activityPoller };
  clients["@turnkey/http"] = new HttpClient({ baseUrl: info.url }, passkey ?? apiKey);
  clients["@turnkey/sdk-server"] = passkey
    ? new TurnkeyApiClient({ ...server, organizationId: info.organizationId, stamper: passkey })
    : new Turnkey({ ...server, ...keys, defaultOrganizationId: info.organizationId }).apiClient();
  clients["@turnkey/core"] = new CoreClient(
    {
      organizationId: info.organizationId,
      apiBaseUrl: info.url,
      authProxyUrl: info.authProxyUrl,
      authProxyConfigId: info.configurationId,
      activityPoller,
    },
    apiKey,
    passkey,
  ).createHttpClient();
  return { names: Object.keys(clients) };
}
