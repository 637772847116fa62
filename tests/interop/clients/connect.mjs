// The service's official clients, which are as the registry has them: only their base URLs are others.
import { ApiKeyStamper } from "@turnkey/api-key-stamper";
import { TurnkeyClient as CoreClient } from "@turnkey/core";
import { TurnkeyClient as HttpClient } from "@turnkey/http";
import { Turnkey } from "@turnkey/sdk-server";

// By the names of their packages, once `connect` was called.
export const clients = {};

export function connect({ info }) {
  const stamper = new ApiKeyStamper({
    apiPublicKey: info.apiPublicKey,
    apiPrivateKey: info.apiPrivateKey,
  });
  clients["@turnkey/http"] = new HttpClient({ baseUrl: info.url }, stamper);
  clients["@turnkey/sdk-server"] = new Turnkey({
    apiBaseUrl: info.url,
    apiPublicKey: info.apiPublicKey,
    apiPrivateKey: info.apiPrivateKey,
    defaultOrganizationId: info.organizationId,
  }).apiClient();
  clients["@turnkey/core"] = new CoreClient(
    {
      organizationId: info.organizationId,
      apiBaseUrl: info.url,
      authProxyUrl: info.authProxyUrl,
      authProxyConfigId: info.configurationId,
    },
    stamper,
  ).createHttpClient();
  return { names: Object.keys(clients) };
}
