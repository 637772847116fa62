// Measures what the service's clients in Node.js take to serialise and stamp a request, which they do not send.
import { clients, connect } from "../service_clients/connect.mjs";
import { answer } from "./measuring.mjs";

await answer({
  seal: ({ info, client, method, input }) => {
    connect({ info });
    const made = clients[client];
    return () => made[method](input);
  },
});
