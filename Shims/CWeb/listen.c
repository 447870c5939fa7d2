#include "internal.h"

GSocket *cweb_listen_on(GSocketFamily family, uint16_t port, GError **error) {
  GSocket *socket = g_socket_new(family, G_SOCKET_TYPE_STREAM, G_SOCKET_PROTOCOL_TCP, error);
  if (socket == NULL) return NULL;
  GInetAddress *loopback = g_inet_address_new_loopback(family);
  GSocketAddress *address = g_inet_socket_address_new(loopback, port);
  // Reusing addresses lets a server start while old connections of the port still wait for their
  // time to run out; it does not let two listen on it.
  bool bound =
      g_socket_bind(socket, address, TRUE, error) && g_socket_listen(socket, error);
  g_object_unref(address);
  g_object_unref(loopback);
  if (!bound) g_clear_object(&socket);
  return socket;
}

uint16_t cweb_port_of(GSocket *socket) {
  GSocketAddress *address = g_socket_get_local_address(socket, NULL);
  // A socket that listens has an address.
  uint16_t port = g_inet_socket_address_get_port(G_INET_SOCKET_ADDRESS(address));
  g_object_unref(address);
  return port;
}
